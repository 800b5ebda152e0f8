package source

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// header is what a scan of the lines of a document tells without parsing it.
type header struct {
	apiVersion, kind, namespace, name string

	line  int  // offset of the first line with content
	empty bool // nothing but comments and markers
	plain bool // a block mapping whose apiVersion and kind are these, and foreign
}

// scan reads the identity of a foreign document from the lines that start in the first column. It gives up, with plain
// false, on everything that would need a parser to be sure: flow style, quoted keys, a key twice, anchors, odd values,
// tabs, text that is not UTF-8. What looks like a key may only be a line of a quoted string; an object that does have the two
// keys then has one of them twice, so no object of ours passes for a foreign one.
func scan(text []byte) header {
	s := scanner{ok: utf8.Valid(text), empty: true, word: -1}
	rest := bytes.TrimPrefix(text, bom())
	for number := 0; len(rest) > 0 && s.ok; number++ {
		line := rest
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			line, rest = rest[:i], rest[i+1:]
		} else {
			rest = nil
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		if number == 0 && isMarker(line) {
			line = line[3:]
			s.ok = s.ok && isBlank(line)
		}
		if !isBlank(line) {
			if s.empty {
				s.empty, s.header.line = false, number
			}
			s.line(line)
		}
		s.ok = s.ok && !hasControl(line) && isForeign(s.header.apiVersion, "")
	}
	s.header.empty = s.empty && s.ok
	s.header.plain = s.ok && s.header.isForeign()
	return s.header
}

// isForeign says whether a scan has found both keys and neither is of interest.
func (h header) isForeign() bool {
	switch {
	case h.apiVersion == "" || h.kind == "":
		return false
	case specOf(h.kind) != nil || strings.HasSuffix(h.kind, "List"):
		return false
	}
	return isForeign(h.apiVersion, h.kind)
}

type scanner struct {
	header    header
	ok, empty bool
	key       string // the top-level key that nested lines belong to
	indent    int    // of the entries of metadata, 0 before the first
	word      int    // column of the key whose word the last line gave, -1 if it gave none
}

func (s *scanner) line(line []byte) {
	indent := len(line) - len(bytes.TrimLeft(line, " "))
	s.ok = s.ok && (s.word < 0 || indent <= s.word) // otherwise the word goes on in this line
	s.word = -1
	switch line[0] {
	case ' ':
		s.nested(line, indent)
	case '-': // a sequence may stand in the column of its key
		s.ok = s.ok && s.key != "" && len(line) > 1 && line[1] == ' '
	default:
		s.top(line)
	}
}

// top reads a line that starts with a top-level key.
func (s *scanner) top(line []byte) {
	key, value, ok := keyValue(line)
	s.key, s.indent = key, 0
	switch key {
	case "apiVersion":
		ok = ok && s.take(&s.header.apiVersion, value, 0)
	case "kind":
		ok = ok && s.take(&s.header.kind, value, 0)
	case "metadata":
		ok = ok && isBlank(value)
	}
	s.ok = s.ok && ok
}

// nested looks for the name and the namespace among the entries of metadata.
func (s *scanner) nested(line []byte, indent int) {
	s.ok = s.ok && s.key != ""
	if s.key != "metadata" {
		return
	}
	if s.indent == 0 {
		s.indent = indent
	}
	if indent != s.indent {
		return
	}
	key, value, ok := keyValue(line[indent:])
	switch {
	case ok && key == "name":
		s.ok = s.ok && s.take(&s.header.name, value, indent)
	case ok && key == "namespace":
		s.ok = s.ok && s.take(&s.header.namespace, value, indent)
	}
}

// take stores a value that is one word and a string, once.
func (s *scanner) take(to *string, value []byte, column int) bool {
	text := string(bytes.TrimSpace(value))
	if i := strings.Index(text, " #"); i >= 0 {
		text = strings.TrimRight(text[:i], " ")
	}
	quoted := len(text) >= 2 && (text[0] == '"' || text[0] == '\'') && text[len(text)-1] == text[0]
	if quoted {
		text = text[1 : len(text)-1]
	}
	switch {
	case *to != "" || text == "" || strings.ContainsFunc(text, notWord):
		return false
	case !quoted && (&yaml.Node{Kind: yaml.ScalarNode, Value: text}).ShortTag() != "!!str":
		return false
	}
	*to, s.word = text, column
	return true
}

// keyValue splits a line such as `kind: Pod`, whose key is letters, digits, hyphens and underscores.
func keyValue(line []byte) (key string, value []byte, ok bool) {
	i := bytes.IndexByte(line, ':')
	if i < 1 || i+1 < len(line) && line[i+1] != ' ' {
		return "", nil, false
	}
	for _, c := range line[:i] {
		if r := rune(c); notWord(r) || r == '/' || r == '.' {
			return "", nil, false
		}
	}
	return string(line[:i]), line[i+1:], true
}

func notWord(r rune) bool {
	letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	return !letter && (r < '0' || r > '9') && !strings.ContainsRune("./-_", r)
}

// isBlank says whether a line holds nothing or a comment.
func isBlank(line []byte) bool {
	line = bytes.TrimLeft(line, " ")
	return len(line) == 0 || line[0] == '#'
}

// hasControl says whether a line holds what YAML forbids or, in this place, needs a parser to judge.
func hasControl(line []byte) bool {
	for _, c := range line {
		if c < ' ' || c == 0x7f {
			return true
		}
	}
	return false
}
