package resourcelist

import (
	"bytes"
	"strings"

	"go.yaml.in/yaml/v3"
)

// seam guards the place after an element that now meets other text than before: blank lines that follow a block scalar
// can become part of it, and tabs may be refused. Where that is so they go. The element is nil for the key of the list.
func (w *writer) seam(at int, element *yaml.Node) {
	end := blankLines(w.l.data, at)
	blanks := w.l.data[at:end]
	bad := bytes.IndexByte(blanks, '\t') >= 0
	if leaf := lastLeaf(element); leaf != nil && (isBlockScalar(leaf) || strings.Contains(leaf.Value, "\n")) {
		bad = bad || keepsBlanks(leaf) || bytes.IndexByte(blanks, ' ') >= 0
	}
	if bad && end > at {
		w.cuts[at] = end
	}
}

// keepsBlanks says whether a block scalar is one, or has to be printed as one, that takes in all empty lines after it.
func keepsBlanks(n *yaml.Node) bool {
	return strings.Trim(n.Value, "\n") == "" || strings.HasSuffix(n.Value, "\n\n")
}

// blankLines returns the end of the blank lines that start at the offset.
func blankLines(data []byte, at int) int {
	end := at
	for i := at; i < len(data); i++ {
		switch data[i] {
		case ' ', '\t', '\r':
		case '\n':
			end = i + 1
		default:
			return end
		}
	}
	return len(data)
}
