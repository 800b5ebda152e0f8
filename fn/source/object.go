package source

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// Place points into a file. Line and Column count from 1, columns in characters; 0 means the whole file.
type Place struct {
	File         string
	Line, Column int
}

// String is file:line:column, or the file alone.
func (p Place) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Object is one Kubernetes object of the input.
type Object struct {
	APIVersion, Kind, Namespace, Name string

	// Annotations and Data are nil for foreign objects. Data holds the JSON types of yamlnode.Decode and is the
	// caller's to change.
	Annotations map[string]string
	Data        map[string]any

	File  string // slash-separated, relative to the base folder
	Index int    // of the document in the file, from 0; documents without content do not count
	Item  int    // position among the objects of a List, from 0; -1 outside of one

	doc   *document
	steps []int // indexes of nested items lists that lead from the document to the object
}

// Node is the object's mapping with line and column numbers of the file, nil if it cannot be parsed, which only a
// foreign object may turn out to be. It is parsed again at the first call, since most objects never need it. Callers
// must not change it. Several goroutines may call it.
func (o *Object) Node() *yaml.Node {
	n := o.doc.root()
	for _, i := range o.steps {
		items := yamlnode.Get(n, "items")
		if items == nil || i >= len(items.Content) {
			return nil
		}
		n = items.Content[i]
	}
	if n == nil {
		return nil
	}
	return yamlnode.Get(n, "")
}

// Place is where a field stands, for a path such as `spec.acl[0].permissions[1].roleRef` or
// `spec.valkey["maxmemory"]`. What does not exist is placed at its nearest existing parent; without one the place is
// that of metadata.name, else the first line of the object.
func (o *Object) Place(path string) Place {
	root := o.Node()
	if root == nil {
		return Place{o.File, o.doc.line, 1}
	}
	for _, try := range []string{path, "metadata.name"} {
		field, _ := yamlnode.Lookup(root, try)
		if field.Value == nil || field.Value == root {
			continue
		}
		line, column, _ := yamlnode.Position(root, try)
		return Place{o.File, line, column}
	}
	return Place{o.File, root.Line, root.Column}
}
