package resourcelist

import "go.yaml.in/yaml/v3"

// outside stands for the text that belongs to no item in references.
const outside = -1

// references says which items use anchors that others define.
type references struct {
	users    map[int][]int // by defining item: items that use its anchors
	definers map[int][]int // by using item: items that define what it uses
}

// references walks the whole list once.
func (rl *ResourceList) references() *references {
	if rl.refs != nil {
		return rl.refs
	}
	owner := map[*yaml.Node]int{rl.root: outside}
	refs := &references{map[int][]int{}, map[int][]int{}}
	visit := func(self int, n *yaml.Node) {
		if n.Anchor != "" {
			owner[n] = self
		}
		if n.Kind == yaml.AliasNode {
			if from := owner[n.Alias]; from != self {
				refs.users[from] = append(refs.users[from], self)
				refs.definers[self] = append(refs.definers[self], from)
			}
		}
	}
	for i := 0; i+1 < len(rl.root.Content); i += 2 {
		key, value := rl.root.Content[i], rl.root.Content[i+1]
		walk(key, outside, visit)
		if key.Value != itemsKey || value.Kind != yaml.SequenceNode {
			walk(value, outside, visit)
			continue
		}
		if value.Anchor != "" {
			owner[value] = outside
		}
		for index, n := range value.Content {
			walk(n, index, visit)
		}
	}
	rl.refs = refs
	return refs
}

func walk(n *yaml.Node, self int, visit func(self int, n *yaml.Node)) {
	visit(self, n)
	for _, c := range n.Content {
		walk(c, self, visit)
	}
}

// losing returns the items that must be encoded anew since the given items, whose text goes away, define anchors that
// they use. ok is false if text outside of the items uses such anchors.
func (r *references) losing(gone []int) (items map[int]bool, ok bool) {
	items = map[int]bool{}
	for len(gone) > 0 {
		next := gone[0]
		gone = gone[1:]
		for _, user := range r.users[next] {
			if user == outside {
				return nil, false
			}
			if !items[user] {
				items[user] = true
				gone = append(gone, user)
			}
		}
	}
	return items, true
}

// needed returns the items whose text the item's text needs to be parsed, in order, without itself. ok is false if it
// needs text outside of the items.
func (r *references) needed(item int) (items []int, ok bool) {
	seen := map[int]bool{item: true}
	queue := []int{item}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		for _, definer := range r.definers[next] {
			if definer == outside {
				return nil, false
			}
			if !seen[definer] {
				seen[definer] = true
				queue = append(queue, definer)
				items = append(items, definer)
			}
		}
	}
	return items, true
}
