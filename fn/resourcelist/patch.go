package resourcelist

import (
	"bytes"
	"slices"
)

// patch replaces a range of the input.
type patch struct {
	span
	text []byte
}

// apply replaces all ranges, which must not overlap. Texts for the same empty range keep their order.
func apply(data []byte, patches []patch) []byte {
	patches = slices.Clone(patches)
	slices.SortStableFunc(patches, func(a, b patch) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return a.end - b.end
	})
	size := len(data)
	for _, p := range patches {
		size += len(p.text)
	}
	out := bytes.NewBuffer(make([]byte, 0, size))
	at := 0
	for _, p := range patches {
		out.Write(data[at:p.start])
		out.Write(p.text)
		at = p.end
	}
	out.Write(data[at:])
	return out.Bytes()
}
