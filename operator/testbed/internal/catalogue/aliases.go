package catalogue

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// base keeps a server off the network: it has a socket and no port, and the port of a cluster is one nobody holds.
func base() []string {
	return []string{socketLine, "port 0", "bind 127.0.0.1"}
}

// spellings are the names of one directive.
type spellings struct {
	name    string   // the one that the server writes itself, in CONFIG REWRITE
	aliases []string // the others, sorted
}

// otherNames starts a server in which the directive has another value than its default, and tells which directives
// changed, and what the server calls them.
func otherNames(ctx context.Context, program, name, value string, normal map[string]string) (spellings, error) {
	s, output, err := start(ctx, program, append(base(), name+" "+value)...)
	if err != nil {
		return spellings{}, fmt.Errorf("directive %q: starting with another value than its default: %w: %s", name, err, output)
	}
	defer s.stop() //nolint:errcheck // a folder that stays is no wrong answer
	now, err := s.do(append([]string{"CONFIG", "GET"}, namesOf(normal)...)...)
	if err != nil {
		return spellings{}, err
	}
	values := now.pairs()
	var same []string
	for other, before := range normal {
		if other == name || values[other] != before && values[other] == values[name] && before == normal[name] {
			same = append(same, other)
		}
	}
	slices.Sort(same)
	if values[name] == normal[name] {
		return spellings{}, fmt.Errorf("directive %q: %q changes nothing", name, value)
	}
	if len(same) == 1 {
		return spellings{name: name}, nil
	}
	return s.preferred(same)
}

// preferred lets the server write its configuration file: of several names it writes one.
func (s *server) preferred(same []string) (spellings, error) {
	if r, err := s.do("CONFIG", "REWRITE"); err != nil || r.isError {
		return spellings{}, fmt.Errorf("rewriting the file for %q: %s: %w", same, r.text, err)
	}
	raw, err := os.ReadFile(filepath.Join(s.dir, "valkey.conf"))
	if err != nil {
		return spellings{}, err
	}
	var found spellings
	for line := range strings.Lines(string(raw)) {
		word, _, _ := strings.Cut(line, " ")
		if slices.Contains(same, word) {
			found.name = word
		}
	}
	for _, name := range same {
		if name != found.name {
			found.aliases = append(found.aliases, name)
		}
	}
	if len(found.aliases) != len(same)-1 {
		return spellings{}, fmt.Errorf("the file for %q names none of them", same)
	}
	return found, nil
}

// another is a value that a directive takes and that is not its default.
func another(sh shape, g grammar, value string) string {
	switch sh.kind {
	case "bool":
		if value == "yes" {
			return "no"
		}
		return "yes"
	case "enum":
		for _, word := range sh.enum {
			if word != value {
				return word
			}
		}
	case "integer", "memory":
		base := 10
		if sh.octal {
			base = 8
		}
		n, err := strconv.ParseInt(value, base, 64)
		if err != nil {
			break
		}
		if n >= 0 && uint64(n) == *sh.max {
			return strconv.FormatInt(n-1, base)
		}
		return strconv.FormatInt(n+1, base)
	}
	if g.Sample != "" {
		return g.Sample
	}
	return "0"
}
