package resourcelist

import (
	"bytes"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/kyaml/fn/framework"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// MaxBytes is the largest input that Read takes.
const MaxBytes = 64 << 20

const (
	kind           = "ResourceList"
	itemsKey       = "items"
	resultsKey     = "results"
	functionConfig = "functionConfig"
)

// apiVersions that orchestrators have sent over time; the shape is the same in all.
var apiVersions = []string{"config.kubernetes.io/v1", "config.kubernetes.io/v1beta1", "config.kubernetes.io/v1alpha1"}

// ResourceList is a parsed list with the changes made to it. It is not safe for concurrent use.
type ResourceList struct {
	data           []byte
	root           *yaml.Node // the mapping
	original       []*Item    // as read, in order
	added          []*Item
	functionConfig *yaml.Node
	results        framework.Results // as read
	newResults     framework.Results
	known          map[string]bool // wire form of all results

	where *layout     // built when first needed
	refs  *references // built when first needed
}

// Read parses one ResourceList from YAML or JSON. It keeps data, which must not change afterwards. Input that is too
// large, no UTF-8, no YAML, several documents, or no ResourceList is an error; all but the first are
// *yamlnode.SyntaxError with line and column.
func Read(data []byte) (*ResourceList, error) {
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("reading resource list: %d bytes are more than the limit of %d MiB", len(data), MaxBytes>>20)
	}
	rl := &ResourceList{data: data, known: map[string]bool{}}
	if err := rl.read(); err != nil {
		return nil, fmt.Errorf("reading resource list: %w", err)
	}
	return rl, nil
}

func (rl *ResourceList) read() error {
	docs, err := yamlnode.Parse(rl.data)
	switch {
	case err != nil:
		return err
	case len(docs) == 0:
		return &yamlnode.SyntaxError{Line: 1, Column: 1, Message: "empty input, want one ResourceList"}
	case len(docs) > 1:
		return errorAt(docs[1].Content[0], "several YAML documents, want one ResourceList")
	}
	rl.root = docs[0].Content[0]
	if err := checkHeader(rl.root); err != nil {
		return err
	}
	if fc := yamlnode.Child(rl.root, functionConfig); fc != nil && !isNull(fc) {
		rl.functionConfig = fc
	}
	if err := rl.readItems(); err != nil {
		return err
	}
	return rl.readResults()
}

func checkHeader(root *yaml.Node) error {
	if root.Kind != yaml.MappingNode {
		return errorAt(root, "not a mapping, want a ResourceList")
	}
	if k := yamlnode.Child(root, "kind"); k == nil || k.Value != kind {
		return headerError(root, "kind", kind)
	}
	if v := yamlnode.Child(root, "apiVersion"); v == nil || !slices.Contains(apiVersions, v.Value) {
		return headerError(root, "apiVersion", apiVersions[0])
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(root.Content); i += 2 {
		switch key := root.Content[i]; key.Value {
		case "<<":
			return errorAt(key, "merge key at the top level")
		case itemsKey, resultsKey, functionConfig:
			if seen[key.Value] {
				return errorAt(key, fmt.Sprintf("duplicate key %q", key.Value))
			}
			seen[key.Value] = true
		}
	}
	return nil
}

func headerError(root *yaml.Node, field, want string) error {
	n := yamlnode.Child(root, field)
	if n == nil {
		return errorAt(root, fmt.Sprintf("no %s, want %s", field, want))
	}
	return errorAt(n, fmt.Sprintf("%s is %q, want %s", field, n.Value, want))
}

func (rl *ResourceList) readItems() error {
	items := yamlnode.Child(rl.root, itemsKey)
	if items == nil || isNull(items) {
		return nil
	}
	if items.Kind != yaml.SequenceNode {
		return errorAt(items, "items is not a sequence")
	}
	rl.original = make([]*Item, len(items.Content))
	for i, n := range items.Content {
		rl.original[i] = &Item{list: rl, index: i, node: n}
	}
	return nil
}

// Items are the items in output order: those read without those removed, then those appended.
func (rl *ResourceList) Items() []*Item {
	items := make([]*Item, 0, len(rl.original)+len(rl.added))
	for _, group := range [][]*Item{rl.original, rl.added} {
		for _, it := range group {
			if !it.removed {
				items = append(items, it)
			}
		}
	}
	return items
}

// FunctionConfig is the functionConfig as read, nil if there is none or null. It must not be changed.
func (rl *ResourceList) FunctionConfig() *yaml.Node { return rl.functionConfig }

// Append adds items after the last one, in the given order. It takes copies without aliases.
func (rl *ResourceList) Append(nodes ...*yaml.Node) error {
	var added []*Item
	for _, n := range nodes {
		expanded, err := yamlnode.Expand(content(n))
		if err != nil {
			return fmt.Errorf("appending item: %w", err)
		}
		added = append(added, &Item{list: rl, index: -1, node: expanded})
	}
	rl.added = append(rl.added, added...)
	return nil
}

// Reset takes back every change of items; results stay. It is for functions that fail, which must return their items
// unchanged.
func (rl *ResourceList) Reset() {
	for _, it := range rl.original {
		it.edited, it.removed = nil, false
	}
	for _, it := range rl.added {
		it.removed = true
	}
	rl.added = nil
}

// newline is the line ending of the input.
func (rl *ResourceList) newline() string {
	if i := bytes.IndexByte(rl.data, '\n'); i > 0 && rl.data[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

func errorAt(n *yaml.Node, message string) error {
	return &yamlnode.SyntaxError{Line: n.Line, Column: n.Column, Message: message}
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// content unwraps a document.
func content(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.DocumentNode && len(n.Content) > 0 {
		return n.Content[0]
	}
	return n
}
