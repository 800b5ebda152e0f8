package resourcelist

import (
	"bytes"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// writer collects the patches for the changes of lists.
type writer struct {
	l          *layout
	newline    string
	isJSON     bool
	patches    []patch
	newKeys    []patch // go after the elements of other lists at the same place
	impossible bool    // the text cannot be edited in place
}

func (w *writer) patch(start, end int, text []byte) {
	w.patches = append(w.patches, patch{span{start, end}, text})
}

// list makes the patches for one list.
func (w *writer) list(r *region, changes []change, added []*yaml.Node) error {
	if !anyChange(changes) && len(added) == 0 {
		return nil
	}
	switch {
	case r.shape == block:
		return w.block(r, changes, added)
	case r.shape == flow && (len(r.elements) > 0 || w.l.isFlow):
		return w.flow(r, changes, added)
	case w.l.isFlow && r.shape == missing:
		return w.newFlow(r, added)
	case w.l.isFlow || r.shape == opaque:
		w.impossible = true
		return nil
	case r.shape == missing:
		return w.newBlock(r, added)
	}
	return w.fill(r, added)
}

func anyChange(changes []change) bool {
	for _, c := range changes {
		if c.drop || c.node != nil {
			return true
		}
	}
	return false
}

// block edits a sequence with dashes.
func (w *writer) block(r *region, changes []change, added []*yaml.Node) error {
	left, last := len(added), len(changes)-1
	tail := r.elements[last]
	if len(added) > 0 && !w.endsLine(tail.end) && changes[last] == (change{}) {
		// A line break after it may become part of its text.
		n, ok := w.l.reparse(r, last, nil)
		if !ok {
			w.impossible = true
			return nil
		}
		var err error
		if changes[last].node, err = yamlnode.Expand(n); err != nil {
			return err
		}
	}
	for i, c := range changes {
		s := r.elements[i]
		switch {
		case c.drop:
			w.patch(s.start, s.end, nil)
			continue
		case c.node != nil:
			text, err := encodeElement(c.node, r.indent, w.newline)
			if err != nil {
				return err
			}
			w.patch(s.start, s.end, text)
		}
		left++
	}
	if left == 0 {
		w.emptied(r)
	}
	text, err := w.elements(added, r.indent)
	if err != nil {
		return err
	}
	w.patch(tail.end, tail.end, text)
	return nil
}

// emptied writes `[]` after the key of a sequence that has lost all elements.
func (w *writer) emptied(r *region) {
	colon := w.l.colon(r.key)
	if colon < 0 || !isRestOfLine(w.l.data[colon:]) {
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
	w.patch(at, at, append(w.lineBreak(at), text...))
	return nil
}

// newBlock writes a new key at the end of the root. If the input ends within a line, which may be text that a line
// break would change, the key goes to the start of the root.
func (w *writer) newBlock(r *region, added []*yaml.Node) error {
	at := w.l.end
	if !w.endsLine(at) {
		at = w.l.lines.Start(w.l.root.Content[0].Line)
	}
	text, err := w.elements(added, w.l.indent)
	if err != nil {
		return err
	}
	key := strings.Repeat(" ", w.l.indent) + r.name + ":" + w.newline
	w.newKeys = append(w.newKeys, patch{span{at, at}, append([]byte(key), text...)})
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

// endsLine says whether a line break stands before the offset.
func (w *writer) endsLine(at int) bool {
	return at > 0 && (w.l.data[at-1] == '\n' || w.l.data[at-1] == '\r')
}

func (w *writer) lineBreak(at int) []byte {
	if w.endsLine(at) {
		return nil
	}
	return []byte(w.newline)
}

// isRestOfLine says whether nothing but blanks and a comment follow on the line.
func isRestOfLine(text []byte) bool {
	line := text[:lineEnd(text, 0)]
	rest := bytes.TrimLeft(line, " \t")
	return len(rest) == 0 || rest[0] == '#' && len(rest) < len(line)
}
