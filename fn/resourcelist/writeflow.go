package resourcelist

import (
	"bytes"

	"go.yaml.in/yaml/v3"
)

// flow edits a sequence in brackets: the elements that stay keep their text and the separators in front of them.
func (w *writer) flow(r *region, changes []change, added []*yaml.Node) error {
	var out []byte
	data, after := w.l.data, r.brackets.start+1 // after: end of the element before
	wrote := false
	for i, c := range changes {
		s := r.elements[i]
		separator := data[after:s.start]
		after = s.end
		if c.drop {
			continue
		}
		if !wrote {
			separator = data[r.brackets.start+1 : r.elements[0].start]
		}
		text := data[s.start:s.end]
		if c.node != nil {
			var err error
			if text, err = encodeFlow(c.node, w.isJSON); err != nil {
				return err
			}
		}
		out, wrote = append(append(out, separator...), text...), true
	}
	text, err := w.flowElements(added, wrote)
	if err != nil {
		return err
	}
	out = append(out, text...)
	tail := data[after:r.brackets.end]
	if !wrote && len(added) == 0 || len(changes) == 0 {
		tail = []byte("]")
	}
	w.patch(r.brackets.start+1, r.brackets.end, append(out, tail...))
	return nil
}

// flowElements joins new elements, with a comma in front if others precede them.
func (w *writer) flowElements(nodes []*yaml.Node, more bool) ([]byte, error) {
	var out []byte
	for _, n := range nodes {
		text, err := encodeFlow(n, w.isJSON)
		if err != nil {
			return nil, err
		}
		if more {
			out = append(out, ", "...)
		}
		out, more = append(out, text...), true
	}
	return out, nil
}

// newFlow writes a new key at the end of a root in braces.
func (w *writer) newFlow(r *region, added []*yaml.Node) error {
	text, err := w.flowElements(added, false)
	if err != nil {
		return err
	}
	at := w.l.entries[len(w.l.entries)-1].end
	text = bytes.Join([][]byte{[]byte(`, "` + r.name + `": [`), text, []byte("]")}, nil)
	w.newKeys = append(w.newKeys, patch{span{at, at}, text})
	return nil
}
