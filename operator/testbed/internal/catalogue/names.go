package catalogue

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// listed is every directive that CONFIG GET knows: those of CONFIG GET *, with their values, and the hidden ones, which
// answer only to their own name.
type listed struct {
	values map[string]string
	hidden map[string]bool
}

func (l listed) names() []string { return slices.Sorted(maps.Keys(l.values)) }

// list asks a server for all that it knows. The names of hidden directives are looked for in the program itself, which
// holds each of them as a text.
func (s *server) list(texts []string) (listed, error) {
	all, err := s.do("CONFIG", "GET", "*")
	if err != nil {
		return listed{}, err
	}
	l := listed{values: all.pairs(), hidden: map[string]bool{}}
	shown := maps.Clone(l.values)
	var questions [][]string
	for part := range slices.Chunk(endings(texts), batch) {
		questions = append(questions, append([]string{"CONFIG", "GET"}, part...))
	}
	answers, err := s.pipeline(questions)
	if err != nil {
		return listed{}, err
	}
	for _, answer := range answers {
		for name, value := range answer.pairs() {
			if _, ok := shown[name]; !ok {
				l.values[name], l.hidden[name] = value, true
			}
		}
	}
	return l, nil
}

// isNameByte says which bytes the names of directives are made of.
func isNameByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b == '-' || b == '_'
}

// programTexts are the texts in the server program that could be names of directives: the longest runs of a name's
// bytes, each before a NUL.
func programTexts(program string) ([]string, error) {
	found, err := filepath.Glob(filepath.Join(filepath.Dir(program), "root", "usr", "bin", "valkey-server"))
	if err != nil || len(found) != 1 {
		return nil, fmt.Errorf("finding the program behind %s: %d found, %w", filepath.Base(program), len(found), err)
	}
	raw, err := os.ReadFile(found[0])
	if err != nil {
		return nil, fmt.Errorf("reading the names of directives: %w", err)
	}
	seen := map[string]bool{}
	for text := range bytes.SplitSeq(raw, []byte{0}) {
		start := len(text)
		for start > 0 && isNameByte(text[start-1]) {
			start--
		}
		if name := string(text[start:]); len(name) > 1 {
			seen[name] = true
		}
	}
	return slices.Sorted(maps.Keys(seen)), nil
}

// endings are the texts and all their ends, since a linker stores a text that ends another one only once.
func endings(texts []string) []string {
	seen := map[string]bool{}
	for _, text := range texts {
		for i := range len(text) - 1 {
			seen[text[i:]] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// ignored finds the directives that a file may hold although CONFIG GET does not know them: old ones, without effect.
// All of them are names of several words.
func ignored(ctx context.Context, program string, texts []string, known map[string]string) ([]string, error) {
	candidates := slices.DeleteFunc(slices.Clone(texts), func(text string) bool {
		_, ok := known[text]
		return ok || !strings.Contains(strings.Trim(text, "-"), "-") || text[0] == '-' || text[0] < 'a'
	})
	verdicts, err := each(ctx, 2, candidates, func(ctx context.Context, _ int, name string) (parsed, error) {
		return parse(ctx, program, name+" x")
	})
	if err != nil {
		return nil, err
	}
	var found []string
	for i, name := range candidates {
		if verdicts[i].accepted {
			found = append(found, name)
		}
	}
	return found, nil
}
