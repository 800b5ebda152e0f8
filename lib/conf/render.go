package conf

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

var (
	errEmptyName = errors.New("the name is empty")
	errControl   = errors.New("a NUL or a newline is not allowed")
)

// Args splits a value into the arguments of its directive. A directive that
// takes several (save, bind, client-output-buffer-limit, rename-command,
// loadmodule, ...; by any name, in any catalogued version) is split by the rules
// of [Split]; every other value, and that of an unknown directive, is one
// argument. An empty value is one empty argument.
//
// A map holds one value a directive, so one line: save and
// client-output-buffer-limit take their whole list on it; rename-command and
// loadmodule can be set once.
//
// The errors are a NUL or newline and unbalanced quotes; they name the directive
// and never the value.
func Args(name, value string) ([]string, error) {
	if err := checkControl(name, value); err != nil {
		return nil, err
	}
	if !catalogues().multi[Canonical(name)] {
		return []string{value}, nil
	}
	args, err := Split(value)
	if err != nil {
		return nil, fmt.Errorf("directive %q: %w", name, err)
	}
	// An escape such as "\n" in the value can still bring one in.
	if err := checkControl(name, args...); err != nil {
		return nil, err
	}
	if len(args) == 0 {
		args = []string{""}
	}
	return args, nil
}

// HasControl reports whether s holds a byte that no name or value may hold: a
// NUL, a line feed or a carriage return.
func HasControl(s string) bool { return strings.ContainsAny(s, "\x00\n\r") }

func checkControl(name string, values ...string) error {
	if name == "" {
		return fmt.Errorf("directive %q: %w", name, errEmptyName)
	}
	if HasControl(name) || slices.ContainsFunc(values, HasControl) {
		return fmt.Errorf("directive %q: %w", name, errControl)
	}
	return nil
}

// Render writes valkey.conf: one directive a line, sorted by name, each argument
// quoted (see [Args] and [Line]), every line ended by a newline. The same
// settings always give the same bytes. It applies no forced setting and drops no
// managed one (see [Effective]), and it renders names as they are, so give it
// canonical ones; two spellings of one directive are an error.
func Render(settings map[string]string) (string, error) {
	var b strings.Builder
	seen := make(map[string]string, len(settings))
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		args, err := Args(name, settings[name])
		if err != nil {
			return "", fmt.Errorf("rendering valkey.conf: %w", err)
		}
		if other, twice := seen[Canonical(name)]; twice {
			return "", fmt.Errorf("rendering valkey.conf: directive %q: set twice, also as %q", name, other)
		}
		seen[Canonical(name)] = name
		b.WriteString(Line(name, args))
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// LineOf is the canonical text of a directive: the line that [Render] writes for it. Values
// that differ in quoting or spacing alone have one line, so lines and not values
// are compared and hashed. What cannot be rendered counts as one argument.
func LineOf(name, value string) string {
	args, err := Args(name, value)
	if err != nil {
		args = []string{value}
	}
	return Line(name, args)
}
