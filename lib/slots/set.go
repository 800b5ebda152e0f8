package slots

import "math/bits"

// Count is the number of slots of a cluster; they are numbered from 0.
const Count = 16384

// Set is a set of slots, a bit each. The zero value is empty, == compares, and a
// copy is independent.
type Set [Count / 64]uint64

// All returns the set of all slots.
func All() Set { return Between(0, Count-1) }

// Between returns the slots from first to last, both included. It is empty if
// first is above last; slots beyond the last slot of a cluster are left out.
func Between(first, last int) Set {
	var s Set
	first, last = max(first, 0), min(last, Count-1)
	if first > last {
		return s
	}
	for word := first / 64; word <= last/64; word++ {
		s[word] = ^uint64(0)
	}
	s[first/64] &= ^uint64(0) << (first % 64)
	s[last/64] &= ^uint64(0) >> (63 - last%64)
	return s
}

// Len is the number of slots in the set.
func (s Set) Len() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// Empty reports whether the set has no slot.
func (s Set) Empty() bool { return s == Set{} }

// Has reports whether the slot is in the set; no slot outside a cluster is.
func (s Set) Has(slot int) bool {
	return slot >= 0 && slot < Count && s[slot/64]&(1<<(slot%64)) != 0
}

// Or returns the slots that are in either set.
func (s Set) Or(o Set) Set {
	for i := range s {
		s[i] |= o[i]
	}
	return s
}

// And returns the slots that are in both sets.
func (s Set) And(o Set) Set {
	for i := range s {
		s[i] &= o[i]
	}
	return s
}

// Without returns the slots of s that are not in o.
func (s Set) Without(o Set) Set {
	for i := range s {
		s[i] &^= o[i]
	}
	return s
}

// Last returns the n highest slots of the set, all of them if it has fewer.
// Taking from the end leaves a set of one range in one range.
func (s Set) Last(n int) Set {
	return s.Without(s.First(s.Len() - n))
}

// First returns the n lowest slots of the set, all of them if it has fewer.
func (s Set) First(n int) Set {
	var taken Set
	for i, word := range s {
		for word != 0 && n > 0 {
			lowest := word & -word
			taken[i] |= lowest
			word ^= lowest
			n--
		}
	}
	return taken
}

// Lowest is the lowest slot of the set, Count if it is empty.
func (s Set) Lowest() int { return s.next(0, true) }
