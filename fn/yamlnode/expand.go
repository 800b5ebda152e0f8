package yamlnode

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

// MaxExpanded bounds how many nodes the aliases of one object may expand to; nodes written out do not count. It stops
// alias bombs. An object of the size that etcd takes (1.5 MiB) has fewer nodes altogether.
const MaxExpanded = 100_000

// Expand returns a deep copy of n in which every alias is replaced by what it stands for, merge keys are merged, and
// no anchors are left: an edit of it shows nowhere else. Comments of the aliases stay, those of what they stand for are
// not repeated. Errors carry line:column; self-containing anchors and alias bombs are errors.
func Expand(n *yaml.Node) (*yaml.Node, error) {
	return new(expander).copy(n, 0)
}

// expander copies or decodes nodes and counts what aliases add.
type expander struct {
	active  map[*yaml.Node]bool // anchored nodes that are being expanded
	inAlias int                 // > 0 below an alias
	outer   *yaml.Node          // the outermost alias, if below one
	added   int
}

// enter counts a node and refuses what is too deep or too much.
func (e *expander) enter(n *yaml.Node, depth int) error {
	if depth > MaxDepth {
		return &SyntaxError{n.Line, n.Column, fmt.Sprintf("nested deeper than %d levels", MaxDepth)}
	}
	if e.inAlias > 0 {
		if e.added++; e.added > MaxExpanded {
			return &SyntaxError{e.outer.Line, e.outer.Column, fmt.Sprintf("aliases expand to more than %d nodes", MaxExpanded)}
		}
	}
	return nil
}

// follow calls do with the target of an alias.
func (e *expander) follow(alias *yaml.Node, do func(target *yaml.Node) error) error {
	target := alias.Alias
	switch {
	case target == nil:
		return &SyntaxError{alias.Line, alias.Column, fmt.Sprintf("unknown anchor %q", alias.Value)}
	case e.active[target]:
		return &SyntaxError{alias.Line, alias.Column, fmt.Sprintf("anchor %q contains itself", alias.Value)}
	}
	if e.active == nil {
		e.active = map[*yaml.Node]bool{}
	}
	if e.inAlias == 0 {
		e.outer = alias
	}
	e.active[target] = true
	e.inAlias++
	defer func() {
		delete(e.active, target)
		e.inAlias--
	}()
	return do(target)
}

// copy expands n. A node that is its own ancestor can only be reached through an alias, so depth bounds the recursion.
func (e *expander) copy(n *yaml.Node, depth int) (*yaml.Node, error) {
	if err := e.enter(n, depth); err != nil {
		return nil, err
	}
	if n.Kind == yaml.AliasNode {
		var out *yaml.Node
		err := e.follow(n, func(target *yaml.Node) (err error) {
			out, err = e.copy(target, depth+1)
			return err
		})
		if err != nil {
			return nil, err
		}
		takeComments(n, out)
		return out, nil
	}
	out := *n
	out.Anchor, out.Alias, out.Content = "", nil, nil
	if e.inAlias > 0 {
		out.HeadComment, out.LineComment, out.FootComment = "", "", ""
	}
	if n.Kind == yaml.MappingNode && hasMerge(n) {
		return &out, e.copyMerged(n, &out, depth)
	}
	if len(n.Content) > 0 {
		out.Content = make([]*yaml.Node, 0, len(n.Content))
	}
	for _, c := range n.Content {
		child, err := e.copy(c, depth+1)
		if err != nil {
			return nil, err
		}
		out.Content = append(out.Content, child)
	}
	return &out, nil
}

// takeComments moves the comments of an alias to its expansion. A block has no line to carry a line comment, so that one
// goes above its first entry.
func takeComments(alias, out *yaml.Node) {
	out.HeadComment, out.LineComment, out.FootComment = alias.HeadComment, alias.LineComment, alias.FootComment
	if out.Style&yaml.FlowStyle == 0 && len(out.Content) > 0 {
		out.Content[0].HeadComment, out.LineComment = out.LineComment, ""
	}
}

// copyMerged copies a mapping with merge keys: what a merge adds stands where the merge key stood.
func (e *expander) copyMerged(n, out *yaml.Node, depth int) error {
	taken := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if key := n.Content[i]; !isMerge(key) {
			taken[keyID(key)] = true
		}
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if isMerge(key) {
			merged, err := e.mergedPairs(value, depth+1)
			if err != nil {
				return err
			}
			for j := 0; j+1 < len(merged); j += 2 {
				if id := keyID(merged[j]); !taken[id] {
					taken[id] = true
					out.Content = append(out.Content, merged[j], merged[j+1])
				}
			}
			continue
		}
		for _, c := range []*yaml.Node{key, value} {
			child, err := e.copy(c, depth+1)
			if err != nil {
				return err
			}
			out.Content = append(out.Content, child)
		}
	}
	return nil
}

// mergedPairs expands the value of a merge key to keys and values, those of higher precedence first.
func (e *expander) mergedPairs(value *yaml.Node, depth int) ([]*yaml.Node, error) {
	source, err := e.copy(value, depth)
	if err != nil {
		return nil, err
	}
	sources := []*yaml.Node{source}
	if source.Kind == yaml.SequenceNode {
		sources = source.Content
	}
	var pairs []*yaml.Node
	for _, s := range sources {
		if s.Kind != yaml.MappingNode {
			return nil, &SyntaxError{value.Line, value.Column, "merge key needs a mapping or a sequence of mappings"}
		}
		pairs = append(pairs, lastPairs(s)...)
	}
	return pairs, nil
}

// lastPairs is the content of a mapping with only the last of duplicate keys.
func lastPairs(n *yaml.Node) []*yaml.Node {
	last := make(map[string]int, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		last[keyID(n.Content[i])] = i
	}
	if len(last) == len(n.Content)/2 {
		return n.Content
	}
	var pairs []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		if last[keyID(n.Content[i])] == i {
			pairs = append(pairs, n.Content[i], n.Content[i+1])
		}
	}
	return pairs
}

func hasMerge(n *yaml.Node) bool {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if isMerge(n.Content[i]) {
			return true
		}
	}
	return false
}
