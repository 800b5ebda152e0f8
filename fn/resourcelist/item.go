package resourcelist

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// Item is one element of items.
type Item struct {
	list    *ResourceList
	index   int        // in the input, -1 if appended
	node    *yaml.Node // as read; never changed
	edited  *yaml.Node // nil if unchanged
	removed bool
}

// Node is the item as it is now, with positions of stdin where it comes from there. It may hold aliases unless edited.
// It must not be changed; use Edit.
func (it *Item) Node() *yaml.Node {
	if it.edited != nil {
		return it.edited
	}
	return it.node
}

// IsObject is false for elements that are no mapping, such as null. They pass through and cannot be edited.
func (it *Item) IsObject() bool {
	n := yamlnode.Child(it.Node())
	return n != nil && n.Kind == yaml.MappingNode
}

// Edited says whether the item has changed since it was read or appended.
func (it *Item) Edited() bool { return it.edited != nil }

// APIVersion is the item's apiVersion as written. Like the next three it is empty if missing or no scalar.
func (it *Item) APIVersion() string { return it.scalar("apiVersion") }

// Kind is the item's kind, as written.
func (it *Item) Kind() string { return it.scalar("kind") }

// Name is metadata.name, as written.
func (it *Item) Name() string { return it.scalar("metadata", "name") }

// Namespace is metadata.namespace, as written.
func (it *Item) Namespace() string { return it.scalar("metadata", "namespace") }

// Annotation returns an annotation's value as written and whether it is there.
func (it *Item) Annotation(key string) (string, bool) {
	n := yamlnode.Child(it.Node(), "metadata", "annotations", key)
	if n == nil || n.Kind != yaml.ScalarNode {
		return "", false
	}
	return n.Value, true
}

func (it *Item) scalar(keys ...string) string {
	n := yamlnode.Child(it.Node(), keys...)
	if n == nil || n.Kind != yaml.ScalarNode || isNull(n) {
		return ""
	}
	return n.Value
}

// Decode returns the item in JSON types, see yamlnode.Decode.
func (it *Item) Decode() (map[string]any, error) { return yamlnode.DecodeNode(it.Node()) }

// Edit lets a function change a copy of the item in which aliases and merge keys are expanded. If the function returns
// an error, or leaves everything as it was, the item stays as it is, with its bytes.
func (it *Item) Edit(edit func(object *yaml.Node) error) error {
	if !it.IsObject() {
		return fmt.Errorf("editing item %d: not an object", it.index)
	}
	before, err := it.expanded()
	if err != nil {
		return fmt.Errorf("editing %s %q: %w", it.Kind(), it.Name(), err)
	}
	after, err := yamlnode.Expand(before)
	if err != nil {
		return fmt.Errorf("editing %s %q: %w", it.Kind(), it.Name(), err)
	}
	if err := edit(after); err != nil {
		return err
	}
	if !identical(before, after) {
		it.edited = after
	}
	return nil
}

// Replace puts another value in the item's place. It takes a copy without aliases.
func (it *Item) Replace(node *yaml.Node) error {
	expanded, err := yamlnode.Expand(content(node))
	if err != nil {
		return fmt.Errorf("replacing %s %q: %w", it.Kind(), it.Name(), err)
	}
	it.edited = expanded
	return nil
}

// Remove takes the item out of the list.
func (it *Item) Remove() { it.removed = true }

// Bytes is the text of the item as read: whole lines from its dash for a block sequence, the element alone within
// brackets. It is nil for appended items and where the text cannot be told apart.
func (it *Item) Bytes() []byte {
	if it.index < 0 {
		return nil
	}
	r := it.list.layout().items
	if it.index >= len(r.elements) {
		return nil
	}
	s := r.elements[it.index]
	return it.list.data[s.start:s.end]
}

// expanded is the current value without aliases, with the comments that lie within the item's own text.
func (it *Item) expanded() (*yaml.Node, error) {
	if it.edited != nil || it.index < 0 {
		return it.Node(), nil
	}
	if n, ok := it.list.reparse(it.index); ok {
		if n, err := yamlnode.Expand(n); err == nil {
			return n, nil
		}
	}
	return yamlnode.Expand(it.node)
}
