package yamlnode

import "go.yaml.in/yaml/v3"

const (
	nullTag  = "!!null"
	strTag   = "!!str"
	mergeTag = "!!merge"
)

// Field is where a path leads. Key is nil for the root and for elements of sequences.
type Field struct {
	Key, Value *yaml.Node
}

// Get returns the value at a field path (see ParsePath), nil if there is none or if the path is malformed. Aliases and
// merge keys on the way are followed; of duplicate keys the last one counts, as in decoding. The result is never an
// alias node.
func Get(root *yaml.Node, path string) *yaml.Node {
	field, rest := walk(root, path)
	if rest > 0 {
		return nil
	}
	return field.Value
}

// Child returns the value below a chain of keys, as Get does for a path, without parsing one.
func Child(root *yaml.Node, keys ...string) *yaml.Node {
	at := resolve(root)
	for _, key := range keys {
		if at == nil || at.Kind != yaml.MappingNode {
			return nil
		}
		field, _ := entry(at, key, 0)
		at = field.Value
	}
	return at
}

// GetString returns the string at a field path. ok is false if there is none or if it is no string.
func GetString(root *yaml.Node, path string) (value string, ok bool) {
	n := Get(root, path)
	if n == nil || n.Kind != yaml.ScalarNode || n.ShortTag() != strTag {
		return "", false
	}
	return n.Value, true
}

// Lookup follows a field path as far as it exists. found is true if it exists wholly; otherwise the field is the
// deepest existing ancestor. A malformed path leads to the root, not found.
func Lookup(root *yaml.Node, path string) (field Field, found bool) {
	field, rest := walk(root, path)
	return field, rest == 0
}

// Position is the line and column, from 1, to point at for a field path: the value if it is a scalar, the key if it is
// a collection or empty. A path that does not exist gives the place of its deepest existing ancestor and ok false.
func Position(root *yaml.Node, path string) (line, column int, ok bool) {
	field, ok := Lookup(root, path)
	n := field.Value
	if field.Key != nil && (n == nil || n.Kind != yaml.ScalarNode || n.Value == "") {
		n = field.Key
	}
	if n == nil {
		return 0, 0, false
	}
	return n.Line, n.Column, ok
}

// walk follows the path and returns where it ends and how many steps were left.
func walk(root *yaml.Node, path string) (Field, int) {
	at := Field{Value: resolve(root)}
	steps, err := ParsePath(path)
	if err != nil || at.Value == nil {
		return at, max(1, len(steps))
	}
	for i, step := range steps {
		next, ok := child(at.Value, step)
		if !ok {
			return at, len(steps) - i
		}
		at = next
	}
	return at, 0
}

// child finds one step below a node that is neither alias nor document.
func child(n *yaml.Node, step Step) (Field, bool) {
	switch {
	case n.Kind == yaml.SequenceNode && step.IsIndex && step.Index < len(n.Content):
		return Field{Value: resolve(n.Content[step.Index])}, true
	case n.Kind == yaml.MappingNode:
		return entry(n, step.Key, 0)
	}
	return Field{}, false
}

// entry finds a key in a mapping: its own last one, else the first from its merge keys.
func entry(n *yaml.Node, key string, depth int) (Field, bool) {
	if i := keyIndex(n, key); i >= 0 {
		return Field{n.Content[i], resolve(n.Content[i+1])}, true
	}
	if depth > MaxDepth { // a mapping that merges itself
		return Field{}, false
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if !isMerge(n.Content[i]) {
			continue
		}
		for _, source := range mergeSources(n.Content[i+1]) {
			if f, ok := entry(source, key, depth+1); ok {
				return f, true
			}
		}
	}
	return Field{}, false
}

// keyIndex is the place of the last key with this name in the mapping's own content, -1 if there is none.
func keyIndex(n *yaml.Node, key string) int {
	for i := len(n.Content) - 2; i >= 0; i -= 2 {
		if k := n.Content[i]; k.Value == key && k.Kind == yaml.ScalarNode && !isMerge(k) {
			return i
		} else if k.Kind == yaml.AliasNode && !isMerge(k) && resolve(k).Value == key {
			return i
		}
	}
	return -1
}

func isMerge(key *yaml.Node) bool {
	return key.Kind == yaml.ScalarNode && key.Value == "<<" && key.ShortTag() == mergeTag
}

// mergeSources are the mappings that a merge key's value names, in order of precedence.
func mergeSources(value *yaml.Node) []*yaml.Node {
	value = resolve(value)
	switch value.Kind {
	case yaml.MappingNode:
		return []*yaml.Node{value}
	case yaml.SequenceNode:
		var sources []*yaml.Node
		for _, c := range value.Content {
			if c = resolve(c); c.Kind == yaml.MappingNode {
				sources = append(sources, c)
			}
		}
		return sources
	}
	return nil
}

// resolve unwraps documents and aliases. A document without content gives nil.
func resolve(n *yaml.Node) *yaml.Node {
	for n != nil {
		switch {
		case n.Kind == yaml.DocumentNode && len(n.Content) > 0:
			n = n.Content[0]
		case n.Kind == yaml.DocumentNode:
			return nil
		case n.Kind == yaml.AliasNode && n.Alias != nil && n.Alias != n:
			n = n.Alias
		default:
			return n
		}
	}
	return nil
}
