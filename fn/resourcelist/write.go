package resourcelist

import (
	"encoding/json"
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// Write returns the list with all changes. Without changes these are the bytes that were read, the same slice. It may be
// called again, also after more changes.
func (rl *ResourceList) Write() ([]byte, error) {
	if !rl.changed() {
		return rl.data, nil
	}
	out, ok, err := rl.splice()
	if err == nil && !ok {
		out, err = rl.rewrite()
	}
	if err != nil {
		return nil, fmt.Errorf("writing resource list: %w", err)
	}
	return out, nil
}

func (rl *ResourceList) changed() bool {
	for _, it := range rl.original {
		if it.edited != nil || it.removed {
			return true
		}
	}
	return len(rl.appended()) > 0 || len(rl.newResults) > 0
}

// change is what happens to the element of a list.
type change struct {
	drop bool
	node *yaml.Node // replaces it, if not nil
}

// splice makes the output from the input with the changed places replaced. ok is false if that cannot be done.
func (rl *ResourceList) splice() (out []byte, ok bool, err error) {
	l := rl.layout()
	changes, ok, err := rl.itemChanges()
	if err != nil || !ok {
		return nil, false, err
	}
	var results []*yaml.Node
	for _, r := range rl.newResults {
		n, _, err := wire(r)
		if err != nil {
			return nil, false, err
		}
		results = append(results, n)
	}
	w := &writer{l: l, newline: rl.newline(), isJSON: l.isFlow && json.Valid(rl.data), cuts: map[int]int{}}
	if err := w.list(&l.items, changes, rl.appended()); err != nil {
		return nil, false, err
	}
	if err := w.list(&l.results, make([]change, len(l.results.elements)), results); err != nil {
		return nil, false, err
	}
	if w.impossible {
		return nil, false, nil
	}
	return apply(rl.data, w.all()), true, nil
}

func (rl *ResourceList) appended() []*yaml.Node {
	var nodes []*yaml.Node
	for _, it := range rl.added {
		if !it.removed {
			nodes = append(nodes, it.Node())
		}
	}
	return nodes
}

// itemChanges lists what happens to each item as read: also to those that were not changed but use anchors of others
// that were. ok is false if one of them has no known text.
func (rl *ResourceList) itemChanges() (changes []change, ok bool, err error) {
	changes = make([]change, len(rl.original))
	var gone []int
	for i, it := range rl.original {
		if changes[i] = (change{it.removed, it.edited}); it.removed || it.edited != nil {
			gone = append(gone, i)
		}
	}
	losing, ok := rl.references().losing(gone)
	if !ok {
		return nil, false, nil
	}
	for _, i := range gone {
		if _, ok := rl.reparse(i); !ok {
			return nil, false, nil
		}
	}
	for i := range losing {
		if changes[i].drop || changes[i].node != nil {
			continue
		}
		n, ok := rl.reparse(i)
		if !ok {
			return nil, false, nil
		}
		if changes[i].node, err = yamlnode.Expand(n); err != nil {
			return nil, false, err
		}
	}
	return changes, true, nil
}
