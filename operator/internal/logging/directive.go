package logging

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/suggest"
)

// parseFilter reads directives with commas between them, in the syntax of Rust's
// tracing_subscriber::EnvFilter as far as targets and levels go: LEVEL,
// TARGET=LEVEL, or TARGET alone for all its levels. It always returns a usable
// filter: a malformed directive is left out, and is an error of its own. Without
// any directive the level is info.
//
// Two things differ from Rust. A target is matched by whole parts, so that
// operator::controller::c is not operator::controller::cluster. And what is more
// likely a mistake is malformed: a lone word that is neither a level nor one of
// our targets ("inof" shall not silence the operator), a level as a target.
func parseFilter(text string) (filter, []error) {
	var parsed filter
	var problems []error
	var refused []string
	for _, part := range splitDirectives(text) {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		d, err := parseDirective(part)
		switch {
		case err == nil:
			parsed = parsed.set(d)
		case !slices.Contains(refused, part):
			refused = append(refused, part)
			problems = append(problems, fmt.Errorf("ignoring the log directive %q: %w", part, err))
		}
	}
	if len(parsed) == 0 {
		parsed = filter{{level: rankInfo}}
	}
	if !parsed.mentionsUs() {
		problems = append(problems, fmt.Errorf("the log filter %q covers no target of the operator, so it logs nothing; add a level such as info", text))
	}
	return parsed, problems
}

// splitDirectives splits at commas, but not at those within brackets: a
// directive that we do not support is one problem, not two.
func splitDirectives(text string) []string {
	var parts []string
	depth, start := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '[', '{':
			depth++
		case ']', '}':
			depth = max(0, depth-1)
		case ',':
			if depth == 0 {
				parts = append(parts, text[start:i])
				start = i + 1
			}
		}
	}
	return append(parts, text[start:])
}

func parseDirective(text string) (directive, error) {
	if strings.ContainsAny(text, "[]{}") {
		return directive{}, errors.New("filters on spans and their fields are not supported")
	}
	target, word, hasLevel := strings.Cut(text, "=")
	if !hasLevel {
		if level, ok := parseLevel(text); ok {
			return directive{level: level}, nil
		}
	}
	if _, isLevel := parseLevel(target); isLevel {
		return directive{}, fmt.Errorf("%q is a level and no target", target)
	}
	target = strings.TrimSuffix(target, separator)
	if err := checkTarget(target); err != nil {
		return directive{}, err
	}
	switch {
	case hasLevel && word != "":
		level, ok := parseLevel(word)
		if !ok {
			return directive{}, fmt.Errorf("%q is no level, %s", word, acceptedLevels(word))
		}
		return directive{target: target, level: level}, nil
	case !(directive{target: TargetRoot}).covers(target):
		return directive{}, fmt.Errorf("neither a target below %s nor a level, %s", TargetRoot, acceptedLevels(text))
	}
	return directive{target: target, level: rankTrace}, nil
}

// checkTarget accepts what Rust accepts in a target, in ASCII: word characters,
// hyphens and colons.
func checkTarget(target string) error {
	if target == "" {
		return errors.New("the target is empty")
	}
	for _, r := range target {
		if !isTargetRune(r) && r != ':' {
			return fmt.Errorf("the target has a %q, which no target has", r)
		}
	}
	return nil
}

func isTargetRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-'
}

// parseLevel reads a level in any case, or as its number from 0 for off to 5 for
// trace.
func parseLevel(word string) (rank, bool) {
	for i, name := range levelWords() {
		if strings.EqualFold(word, name) || word == string(rune('0'+i)) {
			return rank(i), true
		}
	}
	return rankOff, false
}

// levelWords are the words of a filter by rank.
func levelWords() []string {
	return []string{rankOff: "off", rankError: "error", rankWarn: "warn", rankInfo: "info", rankDebug: "debug", rankTrace: "trace"}
}

func acceptedLevels(word string) string {
	accepted := "levels are " + strings.Join(levelWords(), ", ")
	if near, ok := suggest.Nearest(strings.ToLower(word), levelWords()); ok {
		accepted += fmt.Sprintf("; did you mean %q?", near)
	}
	return accepted
}
