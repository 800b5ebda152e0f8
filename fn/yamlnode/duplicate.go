package yamlnode

import "go.yaml.in/yaml/v3"

// Duplicate is a key that its mapping already has.
type Duplicate struct {
	Path                   string // field path of the key
	Key                    string
	Line, Column           int // of this key
	FirstLine, FirstColumn int // of the first key of that name
}

// FindDuplicateKeys returns every repeated key below n in document order. What aliases stand for is looked at where it
// is written, so each place is reported once. Keys that a merge key brings in are no duplicates.
func FindDuplicateKeys(n *yaml.Node) []Duplicate {
	var f duplicateFinder
	f.visit(n)
	return f.found
}

type duplicateFinder struct {
	path  Path // of the node being visited
	found []Duplicate
}

func (f *duplicateFinder) visit(n *yaml.Node) {
	switch n.Kind {
	case yaml.DocumentNode:
		for _, c := range n.Content {
			f.visit(c)
		}
	case yaml.SequenceNode:
		for i, c := range n.Content {
			f.below(Step{Index: i, IsIndex: true}, func() { f.visit(c) })
		}
	case yaml.MappingNode:
		f.mapping(n)
	}
}

func (f *duplicateFinder) mapping(n *yaml.Node) {
	first := make(map[string]*yaml.Node, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, name := n.Content[i], resolve(n.Content[i]).Value
		f.below(Step{Key: name}, func() {
			id := keyID(key)
			if before, ok := first[id]; ok {
				f.found = append(f.found,
					Duplicate{f.path.String(), name, key.Line, key.Column, before.Line, before.Column})
			} else {
				first[id] = key
			}
			f.visit(n.Content[i+1])
		})
	}
}

// below runs do with one more step on the path.
func (f *duplicateFinder) below(step Step, do func()) {
	f.path = append(f.path, step)
	do()
	f.path = f.path[:len(f.path)-1]
}
