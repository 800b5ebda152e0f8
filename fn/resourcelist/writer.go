package resourcelist

import (
	"bytes"
	"slices"

	"go.yaml.in/yaml/v3"
)

// writer collects the patches for the changes of lists.
type writer struct {
	l          *layout
	newline    string
	isJSON     bool
	patches    []patch
	newKeys    []patch     // go after the elements of other lists at the same place
	cuts       map[int]int // start and end of text that goes, see seam
	impossible bool        // the text cannot be edited in place
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

// all returns every patch. New keys in a block go on a line of their own.
func (w *writer) all() []patch {
	all := w.patches
	for start, end := range w.cuts {
		all = append(all, patch{span{start, end}, nil})
	}
	for _, key := range w.newKeys {
		follows := func(p patch) bool { return p.end == key.start }
		if !w.l.isFlow && key.start == w.l.end && !slices.ContainsFunc(all, follows) {
			key.text = append(w.lineBreak(key.start), key.text...)
		}
		all = append(all, key)
	}
	return all
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
