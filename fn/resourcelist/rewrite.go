package resourcelist

import (
	"encoding/json"

	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// rewrite encodes the whole list anew: values, order and comments stay, layout and anchors do not.
func (rl *ResourceList) rewrite() ([]byte, error) {
	bare := *rl.root
	bare.Content = append([]*yaml.Node{}, rl.root.Content...)
	setList(&bare, itemsKey, nil) // those removed need not be expandable
	root, err := yamlnode.Expand(&bare)
	if err != nil {
		return nil, err
	}
	var items []*yaml.Node
	for _, it := range rl.Items() {
		n, err := yamlnode.Expand(it.Node())
		if err != nil {
			return nil, err
		}
		items = append(items, n)
	}
	setList(root, itemsKey, items)
	if len(rl.newResults) > 0 {
		var results []*yaml.Node
		if before := yamlnode.Child(root, resultsKey); before != nil {
			results = before.Content
		}
		for _, r := range rl.newResults {
			n, _, err := wire(r)
			if err != nil {
				return nil, err
			}
			results = append(results, n)
		}
		setList(root, resultsKey, results)
	}
	if json.Valid(rl.data) {
		text, err := appendJSON(nil, root)
		return append(text, '\n'), err
	}
	return encodeFaithfully(root, 0, rl.newline())
}

// setList puts a block sequence in place of the value of a top-level key.
func setList(root *yaml.Node, name string, elements []*yaml.Node) {
	list := sequence(0, elements...)
	if len(elements) == 0 {
		list.Style = yaml.FlowStyle
	}
	for i := 0; i+1 < len(root.Content); i += 2 {
		if root.Content[i].Value == name {
			root.Content[i+1] = list
			return
		}
	}
	root.Content = append(root.Content, yamlnode.String(name), list)
}
