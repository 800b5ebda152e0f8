package catalogue

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
)

//go:embed facts/*.json
var factFiles embed.FS

// facts is one kind of fact that no server tells, written by hand.
type facts[T any] struct {
	// About says what the facts are and why no server tells them.
	About string `json:"about"`
	// Source is where they were read.
	Source string       `json:"source"`
	Facts  map[string]T `json:"facts"`
}

// grammar is the further grammar of a directive's value, as lib/conf checks it.
type grammar struct {
	// Check is the name of the grammar in lib/conf, empty for any text.
	Check string `json:"check,omitempty"`
	// Args are the least and the most arguments of a directive that takes several; 0 is no upper bound.
	Args []int `json:"args,omitempty"`
	// Sample is a value that is not the default, to see what it changes; "0" if empty.
	Sample string `json:"sample,omitempty"`
}

// grammar is what is known of a directive in a minor version: a fact of that version alone ("9.1/name") or of all.
func (f directiveFacts) grammar(minor, name string) (grammar, bool) {
	if g, ok := f.grammars[minor+"/"+name]; ok {
		return g, true
	}
	g, ok := f.grammars[name]
	return g, ok
}

// directiveFacts are all facts about directives, by name.
type directiveFacts struct {
	units    map[string]string
	grammars map[string]grammar
	fileOnly map[string]grammar
	notRead  map[string]string // defaults that a recording sets itself
}

func loadDirectiveFacts() (directiveFacts, error) {
	var f directiveFacts
	err := errors.Join(
		loadFacts("grammars", &f.grammars),
		loadFacts("file-only", &f.fileOnly),
		loadFacts("units", &f.units),
		loadFacts("defaults", &f.notRead),
	)
	return f, err
}

func loadFacts[T any](name string, into *map[string]T) error {
	raw, err := factFiles.ReadFile("facts/" + name + ".json")
	if err != nil {
		return fmt.Errorf("reading facts %q: %w", name, err)
	}
	var f facts[T]
	if err := json.Unmarshal(raw, &f); err != nil {
		return fmt.Errorf("parsing facts %q: %w", name, err)
	}
	*into = f.Facts
	return nil
}
