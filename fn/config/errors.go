package config

import (
	"fmt"
	"strings"
)

// Problem is one thing wrong with a functionConfig.
type Problem struct {
	// Path of the field, for example spec.tenants[0].namespace.
	Path    string
	Message string
}

// Error is everything wrong with one functionConfig. kustomize hands the
// config over re-encoded and without its file, so that places are field paths.
type Error struct {
	// Kind and Name of the functionConfig, as far as known.
	Kind     string
	Name     string
	Problems []Problem
}

// Error prints one problem a line, each with the config's kind and name.
func (e *Error) Error() string {
	subject := "functionConfig"
	if e.Kind != "" {
		subject += " " + e.Kind
	}
	if e.Name != "" {
		subject += fmt.Sprintf(" %q", e.Name)
	}
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = subject + ": "
		if p.Path != "" {
			lines[i] += p.Path + ": "
		}
		lines[i] += p.Message
	}
	return strings.Join(lines, "\n")
}
