package resourcelist

import (
	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// span is a range of bytes of the input.
type span struct{ start, end int }

// shape is how a list is written.
type shape int

const (
	opaque  shape = iota // its text cannot be edited in place
	missing              // no such key
	null                 // key without a value, or with null
	block                // one dash a line
	flow                 // in brackets
)

// region is the text of a list below a top-level key.
type region struct {
	shape    shape
	name     string
	key      *yaml.Node
	value    *yaml.Node
	elements []span // block: whole lines; flow: the element alone
	indent   int    // block: spaces before the dash
	brackets span   // flow: from the opening bracket to past the closing one
}

// layout is where things are in the input.
type layout struct {
	data    []byte
	lines   *yamlnode.Lines
	root    *yaml.Node
	indent  int  // spaces before top-level keys, if the root is a block
	isFlow  bool // the root is in braces
	braces  span // the root's, if so
	entries []span
	end     int // past the last line with content of a block root

	items, results region
}

func (rl *ResourceList) layout() *layout {
	if rl.where != nil {
		return rl.where
	}
	l := &layout{data: rl.data, lines: yamlnode.NewLines(rl.data), root: rl.root}
	l.items = region{name: itemsKey}
	l.results = region{name: resultsKey}
	if l.findRoot() {
		l.items = l.find(itemsKey)
		l.results = l.find(resultsKey)
	}
	rl.where = l
	return l
}

// findRoot locates the root mapping. Keys at the top that are no scalars make everything opaque.
func (l *layout) findRoot() bool {
	for i := 0; i+1 < len(l.root.Content); i += 2 {
		if l.root.Content[i].Kind != yaml.ScalarNode {
			return false
		}
	}
	if l.root.Style&yaml.FlowStyle != 0 {
		l.isFlow = true
		open := l.offset(l.root)
		if open >= len(l.data) || l.data[open] != '{' {
			return false
		}
		var ok bool
		l.entries, l.braces.end, ok = scanFlow(l.data, open)
		l.braces.start = open
		return ok && len(l.entries)*2 == len(l.root.Content)
	}
	first := l.root.Content[0]
	l.indent = first.Column - 1
	if !l.startsLine(first) {
		return false
	}
	last := l.contentEnd(l.root, first.Line, l.lines.Count()+1, l.indent)
	l.end = l.lines.Start(last)
	return true
}

// find locates the list below a top-level key.
func (l *layout) find(name string) region {
	r := region{name: name, shape: missing}
	next := l.lines.Count() + 1 // line of the next key
	for i := 0; i+1 < len(l.root.Content); i += 2 {
		if l.root.Content[i].Value != name {
			continue
		}
		r.key, r.value = l.root.Content[i], l.root.Content[i+1]
		if i+2 < len(l.root.Content) {
			if following := l.root.Content[i+2]; l.startsLine(following) {
				next = following.Line
			} else if !l.isFlow {
				r.shape = opaque
				return r
			}
		}
		r.shape = l.shapeOf(r.value)
	}
	if r.shape == block {
		l.locateBlock(&r, next)
	}
	if r.shape == flow {
		l.locateFlow(&r)
	}
	return r
}

func (l *layout) shapeOf(value *yaml.Node) shape {
	switch {
	case isNull(value) && value.Anchor == "" && value.Style == 0:
		return null
	case value.Kind != yaml.SequenceNode:
		return opaque
	case value.Style&yaml.FlowStyle != 0:
		return flow
	}
	return block
}

func (l *layout) offset(n *yaml.Node) int { return l.lines.Offset(n.Line, n.Column) }

// line is the line's text with its line break.
func (l *layout) line(number int) []byte { return l.data[l.lines.Start(number):l.lines.End(number)] }

// startsLine says whether only spaces stand before the node on its line.
func (l *layout) startsLine(n *yaml.Node) bool {
	return leadingSpaces(l.line(n.Line)) == n.Column-1
}

func leadingSpaces(line []byte) int {
	n := 0
	for n < len(line) && line[n] == ' ' {
		n++
	}
	return n
}
