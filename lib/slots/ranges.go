package slots

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Range is a run of slots, both ends included.
type Range struct{ First, Last int }

// String writes a range as Valkey does: "7" or "7-9".
func (r Range) String() string {
	if r.First == r.Last {
		return strconv.Itoa(r.First)
	}
	return strconv.Itoa(r.First) + "-" + strconv.Itoa(r.Last)
}

// Ranges returns the runs of the set in ascending order.
func (s Set) Ranges() []Range {
	var all []Range
	for slot := s.next(0, true); slot < Count; {
		end := s.next(slot, false)
		all = append(all, Range{slot, end - 1})
		slot = s.next(end, true)
	}
	return all
}

// next returns the first slot from the given one on that is in the set, or that
// is not; Count if there is none.
func (s *Set) next(slot int, in bool) int {
	for word := slot / 64; word < len(s); word++ {
		bitsOf := s[word]
		if !in {
			bitsOf = ^bitsOf
		}
		if word == slot/64 {
			bitsOf &= ^uint64(0) << (slot % 64)
		}
		if bitsOf != 0 {
			return word*64 + bits.TrailingZeros64(bitsOf)
		}
	}
	return Count
}

// String writes the ranges with spaces between, as CLUSTER NODES does; an empty
// set is an empty string.
func (s Set) String() string {
	var b strings.Builder
	for i, r := range s.Ranges() {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(r.String())
	}
	return b.String()
}

// Parse reads ranges as Valkey writes them, with spaces between; they may
// overlap.
func Parse(text string) (Set, error) {
	var s Set
	for field := range strings.FieldsSeq(text) {
		r, err := ParseRange(field)
		if err != nil {
			return Set{}, err
		}
		s = s.Or(Between(r.First, r.Last))
	}
	return s, nil
}

// ParseRange reads "7" or "7-9".
func ParseRange(text string) (Range, error) {
	from, to, isRange := strings.Cut(text, "-")
	first, err := parseSlot(from)
	if err != nil {
		return Range{}, fmt.Errorf("reading slot range %q: %w", text, err)
	}
	if !isRange {
		return Range{first, first}, nil
	}
	last, err := parseSlot(to)
	if err != nil {
		return Range{}, fmt.Errorf("reading slot range %q: %w", text, err)
	}
	if last < first {
		return Range{}, fmt.Errorf("reading slot range %q: it ends before it begins", text)
	}
	return Range{first, last}, nil
}

func parseSlot(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return 0, fmt.Errorf("%q is not a slot number", text)
	}
	if n >= Count {
		return 0, fmt.Errorf("slot %d is above %d", n, Count-1)
	}
	return int(n), nil
}
