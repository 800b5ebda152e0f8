package resourcelist

import (
	"bytes"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// reparse reads the text of one item on its own, so that the result has the comments that lie within it and no others.
// ok is false if that text does not mean what the item meant in the stream: then its place is not known well enough to
// edit it there.
func (rl *ResourceList) reparse(index int) (n *yaml.Node, ok bool) {
	l := rl.layout()
	if l.items.shape != block && l.items.shape != flow {
		return nil, false
	}
	needed, ok := rl.references().needed(index)
	if !ok {
		return nil, false
	}
	slices.Sort(needed)
	var before []span
	for _, i := range needed {
		before = append(before, l.items.elements[i])
	}
	return l.reparse(&l.items, index, before)
}

// reparse of an element with the elements whose anchors it needs before it.
func (l *layout) reparse(r *region, index int, before []span) (*yaml.Node, bool) {
	open, separator, end := "", "", ""
	if r.shape == flow {
		open, separator, end = "[", "\n,", "\n]"
	}
	spans := append(slices.Clone(before), r.elements[index])
	text := bytes.NewBufferString(open)
	moved := make([]int, len(spans)) // by how many lines
	for i, s := range spans {
		if i > 0 {
			text.WriteString(separator)
		}
		line, _ := l.lines.Position(s.start)
		moved[i] = line - 1 - bytes.Count(text.Bytes(), []byte{'\n'})
		text.Write(l.data[s.start:s.end])
	}
	text.WriteString(end)

	docs, err := yamlnode.Parse(text.Bytes())
	if err != nil || len(docs) != 1 || docs[0].Content[0].Kind != yaml.SequenceNode {
		return nil, false
	}
	elements := docs[0].Content[0].Content
	if len(elements) != len(spans) {
		return nil, false
	}
	got, want := elements[len(before)], r.value.Content[index]
	if !sameValue(got, want) {
		return nil, false
	}
	if r.shape == flow {
		return want, true
	}
	for i, n := range elements {
		shift(n, moved[i])
	}
	return got, true
}

// shift moves the line numbers of a tree.
func shift(n *yaml.Node, lines int) {
	n.Line += lines
	for _, c := range n.Content {
		shift(c, lines)
	}
}
