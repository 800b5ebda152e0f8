package schema

import (
	"strconv"
	"strings"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// place is where a path leads: in the schema and in the object.
type place struct {
	path   yamlnode.Path
	parent *structuralschema.Structural // nil below what the schema does not know
	node   *structuralschema.Structural // likewise
	value  any                          // nil when the object ends before the path
}

// locate reads a path that one of the server's libraries printed. These paths
// are ambiguous (a key of a map is printed behind a dot or in brackets, without
// quotes, whatever it holds), so the object and its schema decide where a step
// ends.
func locate(path string, obj map[string]any, root *structuralschema.Structural) place {
	at := place{node: root, value: obj}
	for rest := path; rest != ""; {
		var step yamlnode.Step
		step, rest = nextStep(rest, at)
		at = at.enter(step)
	}
	return at
}

func nextStep(rest string, at place) (yamlnode.Step, string) {
	if _, isMap := at.value.(map[string]any); !isMap && strings.HasPrefix(rest, "[") {
		number, after, _ := strings.Cut(rest[1:], "]")
		if i, err := strconv.Atoi(number); err == nil && (at.node == nil || at.node.Type == "array") {
			return yamlnode.Step{Index: i, IsIndex: true}, after
		}
	}
	if key, after, ok := bracketKey(rest, at); ok {
		return yamlnode.Step{Key: key}, after
	}
	rest = strings.TrimPrefix(rest, ".")
	key := longestKey(at, func(key string) bool {
		after, ok := strings.CutPrefix(rest, key)
		return ok && (after == "" || after[0] == '.' || after[0] == '[')
	})
	if key == "" {
		if end := strings.IndexAny(rest, ".["); end > 0 {
			return yamlnode.Step{Key: rest[:end]}, rest[end:]
		}
		return yamlnode.Step{Key: rest}, ""
	}
	return yamlnode.Step{Key: key}, rest[len(key):]
}

// bracketKey reads the key of a map that stands in brackets.
func bracketKey(rest string, at place) (key, after string, ok bool) {
	if !strings.HasPrefix(rest, "[") {
		return "", "", false
	}
	key = longestKey(at, func(key string) bool {
		end, ok := strings.CutPrefix(rest[1:], key+"]")
		return ok && (end == "" || end[0] == '.' || end[0] == '[')
	})
	if key == "" {
		key, after, ok = strings.Cut(rest[1:], "]")
		return key, after, ok
	}
	return key, rest[len(key)+2:], true
}

// longestKey returns the longest key that fits, among those of the object and
// the properties of the schema.
func longestKey(at place, fits func(string) bool) string {
	longest := ""
	consider := func(key string) {
		if len(key) > len(longest) && fits(key) {
			longest = key
		}
	}
	if m, ok := at.value.(map[string]any); ok {
		for key := range m {
			consider(key)
		}
	}
	if at.node != nil {
		for key := range at.node.Properties {
			consider(key)
		}
	}
	return longest
}

// enter follows one step.
func (at place) enter(step yamlnode.Step) place {
	next := place{path: append(at.path, step), parent: at.node, node: child(at.node, step)}
	switch value := at.value.(type) {
	case map[string]any:
		if !step.IsIndex {
			next.value = value[step.Key]
		}
	case []any:
		if step.IsIndex && step.Index < len(value) {
			next.value = value[step.Index]
		}
	}
	return next
}

func child(s *structuralschema.Structural, step yamlnode.Step) *structuralschema.Structural {
	if s == nil {
		return nil
	}
	if step.IsIndex {
		return s.Items
	}
	if property, ok := s.Properties[step.Key]; ok {
		return &property
	}
	if s.AdditionalProperties != nil {
		return s.AdditionalProperties.Structural
	}
	return nil
}
