package yamlnode

import (
	"fmt"
	"strconv"
	"strings"
)

// Step is one element of a field path: a key, or an index when IsIndex is set. Key then holds the index as written.
type Step struct {
	Key     string
	Index   int
	IsIndex bool
}

// Path is a parsed field path.
type Path []Step

// ParsePath reads a field path in the form that apimachinery's field.Path prints and some common variants of it:
//
//	spec.acl[0].permissions[1].roleRef
//	spec.valkey["maxmemory"]   spec.valkey['maxmemory']   spec.valkey[maxmemory]
//
// A number in brackets is an index; on a mapping it stands for the key of that name. Within double quotes, backslash
// escapes are those of Go. The empty path is the node itself.
func ParsePath(path string) (Path, error) {
	var steps Path
	rest := path
	for rest != "" {
		var step Step
		var err error
		switch {
		case rest[0] == '[':
			step, rest, err = bracketStep(rest)
		case rest[0] == '.' && len(steps) == 0:
			err = fmt.Errorf("empty key")
		default:
			rest = strings.TrimPrefix(rest, ".")
			end := strings.IndexAny(rest, ".[")
			if end < 0 {
				end = len(rest)
			}
			step, rest = Step{Key: rest[:end]}, rest[end:]
			if step.Key == "" {
				err = fmt.Errorf("empty key")
			}
		}
		if err != nil {
			return nil, fmt.Errorf("parsing field path %q: %w", path, err)
		}
		steps = append(steps, step)
	}
	return steps, nil
}

// bracketStep reads the step in brackets at the start of s and returns what follows it.
func bracketStep(s string) (Step, string, error) {
	switch {
	case strings.HasPrefix(s, `["`):
		quoted, err := strconv.QuotedPrefix(s[1:])
		if err != nil || !strings.HasPrefix(s[1+len(quoted):], "]") {
			return Step{}, "", fmt.Errorf("unterminated key")
		}
		key, err := strconv.Unquote(quoted)
		if err != nil {
			return Step{}, "", fmt.Errorf("unreadable key %s", quoted)
		}
		return Step{Key: key}, s[len(quoted)+2:], nil
	case strings.HasPrefix(s, `['`):
		end := strings.Index(s, `']`)
		if end < 2 {
			return Step{}, "", fmt.Errorf("unterminated key")
		}
		return Step{Key: s[2:end]}, s[end+2:], nil
	}
	end := strings.IndexByte(s, ']')
	if end < 0 {
		return Step{}, "", fmt.Errorf("missing ]")
	}
	key := s[1:end]
	if index, err := strconv.Atoi(key); err == nil && index >= 0 {
		return Step{Key: key, Index: index, IsIndex: true}, s[end+1:], nil
	}
	return Step{Key: key}, s[end+1:], nil
}

// String prints the path so that ParsePath reads it back; keys that are no plain words are quoted in brackets.
func (p Path) String() string {
	var b strings.Builder
	for i, s := range p {
		switch {
		case s.IsIndex:
			fmt.Fprintf(&b, "[%d]", s.Index)
		case s.Key == "" || strings.ContainsAny(s.Key, `.[]"'\`) || strings.ContainsFunc(s.Key, isSpaceOrControl):
			fmt.Fprintf(&b, "[%q]", s.Key)
		default:
			if i > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s.Key)
		}
	}
	return b.String()
}

func isSpaceOrControl(r rune) bool { return r <= ' ' || r == 0x7f }
