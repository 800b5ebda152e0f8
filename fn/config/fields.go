package config

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/lib/suggest"
)

// unknownFields walks a node beside the Go type that it will be decoded into
// and reports every key that the type does not have. Values of the wrong kind
// are left to the decoder.
func unknownFields(node *yaml.Node, t reflect.Type, path string) []Problem {
	for node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return nil
	}
	switch {
	case t.Kind() == reflect.Struct && node.Kind == yaml.MappingNode:
		return structFields(node, t, path)
	case t.Kind() == reflect.Slice && node.Kind == yaml.SequenceNode:
		var problems []Problem
		for i, item := range node.Content {
			problems = append(problems, unknownFields(item, t.Elem(), fmt.Sprintf("%s[%d]", path, i))...)
		}
		return problems
	}
	return nil
}

func structFields(node *yaml.Node, t reflect.Type, path string) []Problem {
	known := map[string]reflect.Type{}
	collectFields(t, known)
	var problems []Problem
	seen := map[string]bool{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		field, ok := known[key.Value]
		at := strings.TrimPrefix(path+"."+key.Value, ".")
		if seen[key.Value] {
			problems = append(problems, Problem{Path: at, Message: "given twice"})
			continue
		}
		seen[key.Value] = true
		if ok {
			problems = append(problems, unknownFields(value, field, at)...)
			continue
		}
		problems = append(problems, Problem{
			Path:    at,
			Message: "unknown field" + hint(key.Value, known),
		})
	}
	return problems
}

// collectFields maps the JSON names of a struct to their types, those of
// embedded structs included.
func collectFields(t reflect.Type, known map[string]reflect.Type) {
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "" && (field.Anonymous || strings.Contains(options, "inline")):
			collectFields(field.Type, known)
		case name != "" && name != "-":
			known[name] = field.Type
		}
	}
}

// hint proposes the field that was probably meant, or lists what there is.
func hint(name string, known map[string]reflect.Type) string {
	names := make([]string, 0, len(known))
	for n := range known {
		names = append(names, n)
	}
	slices.Sort(names)
	if near, ok := suggest.Nearest(name, names); ok {
		return fmt.Sprintf(" (did you mean %q?)", near)
	}
	return " (known: " + strings.Join(names, ", ") + ")"
}
