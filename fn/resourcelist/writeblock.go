package resourcelist

import (
	"bytes"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// block edits a sequence with dashes.
func (w *writer) block(r *region, changes []change, added []*yaml.Node) error {
	if err := w.closeLast(r, changes, added); err != nil || w.impossible {
		return err
	}
	left, err := w.changeElements(r, changes)
	if err != nil {
		return err
	}
	if left+len(added) == 0 {
		w.emptied(r)
	}
	text, err := w.elements(added, r.indent)
	if err != nil {
		return err
	}
	last := len(changes) - 1
	at := r.elements[last].end
	if len(text) > 0 && changes[last] == (change{}) {
		text = append(w.lineBreak(at), text...)
	}
	w.insert(at, text, added)
	return nil
}

// closeLast has the last element encoded anew if it ends within a block scalar at the end of the input and others follow
// now: a line break after it would become part of its text.
func (w *writer) closeLast(r *region, changes []change, added []*yaml.Node) error {
	last := len(changes) - 1
	if len(added) == 0 || changes[last] != (change{}) || w.endsLine(r.elements[last].end) || !isBlockScalar(lastLeaf(r.value)) {
		return nil
	}
	n, ok := w.l.reparse(r, last, nil)
	if !ok {
		w.impossible = true
		return nil
	}
	var err error
	changes[last].node, err = yamlnode.Expand(n)
	return err
}

// changeElements replaces and drops elements and says how many stay.
func (w *writer) changeElements(r *region, changes []change) (left int, err error) {
	var before *yaml.Node // the last element that stays
	for i, c := range changes {
		s := r.elements[i]
		switch {
		case c.drop:
			w.patch(s.start, s.end, nil)
			w.seam(s.end, before)
			continue
		case c.node != nil:
			text, err := encodeElement(c.node, r.indent, w.newline)
			if err != nil {
				return 0, err
			}
			w.patch(s.start, s.end, text)
			w.seam(s.end, c.node)
			before = c.node
		default:
			before = r.value.Content[i]
		}
		left++
	}
	return left, nil
}

// insert puts in the text of new elements.
func (w *writer) insert(at int, text []byte, added []*yaml.Node) {
	w.patch(at, at, text)
	if len(added) > 0 {
		w.seam(at, added[len(added)-1])
	}
}

// emptied writes `[]` after the key of a sequence that has lost all elements.
func (w *writer) emptied(r *region) {
	colon := w.l.colon(r.key)
	hasProperties := r.value.Anchor != "" || r.value.Style&yaml.TaggedStyle != 0
	if colon < 0 || hasProperties || !isRestOfLine(w.l.data[colon:]) {
		w.impossible = true
		return
	}
	w.patch(colon, colon, []byte(" []"))
}

// fill writes a block sequence in place of null or `[]`.
func (w *writer) fill(r *region, added []*yaml.Node) error {
	colon := w.l.colon(r.key)
	end := colon
	switch {
	case r.shape == flow:
		end = r.brackets.end
	case r.value.Value != "":
		end = w.l.offset(r.value) + len(r.value.Value)
	}
	if colon < 0 || end > len(w.l.data) || !isRestOfLine(w.l.data[end:]) ||
		len(bytes.Trim(w.l.data[colon:end], " []"+r.value.Value)) > 0 {
		w.impossible = true
		return nil
	}
	w.patch(colon, end, nil)
	line, _ := w.l.lines.Position(end)
	at := w.l.lines.End(line)
	text, err := w.elements(added, w.l.indent)
	if err != nil {
		return err
	}
	if rest := blankLines(w.l.data, at); leadingSpaces(w.l.data[rest:]) > w.l.indent {
		w.impossible = true // a comment that would become part of a block scalar
	}
	w.insert(at, append(w.lineBreak(at), text...), added)
	return nil
}

// newBlock writes a new key at the end of the root. If the input ends within a block scalar, whose text a line break
// would change, the key goes to the start of the root.
func (w *writer) newBlock(r *region, added []*yaml.Node) error {
	at := w.l.end
	if !w.endsLine(at) && isBlockScalar(lastLeaf(w.l.root)) {
		at = w.l.lines.Start(w.l.root.Content[0].Line)
	}
	text, err := w.elements(added, w.l.indent)
	if err != nil {
		return err
	}
	key := strings.Repeat(" ", w.l.indent) + r.name + ":" + w.newline
	w.newKeys = append(w.newKeys, patch{span{at, at}, append([]byte(key), text...)})
	w.seam(at, added[len(added)-1])
	return nil
}

func (w *writer) elements(nodes []*yaml.Node, indent int) ([]byte, error) {
	var out []byte
	for _, n := range nodes {
		text, err := encodeElement(n, indent, w.newline)
		if err != nil {
			return nil, err
		}
		out = append(out, text...)
	}
	return out, nil
}
