package slots

import "slices"

// evenShares are how many slots each of n owners gets where none has more
// than one more than another; the first owners get the odd ones. There are none for
// n below 1.
func evenShares(n int) []int {
	if n < 1 {
		return nil
	}
	shares := make([]int, n)
	for i := range shares {
		shares[i] = Count / n
		if i < Count%n {
			shares[i]++
		}
	}
	return shares
}

// Split divides all slots into n even parts of one range each, in ascending
// order: what a new cluster starts with.
func Split(n int) []Set {
	parts := make([]Set, 0, max(n, 0))
	first := 0
	for _, share := range evenShares(n) {
		parts = append(parts, Between(first, first+share-1))
		first += share
	}
	return parts
}

// Move is slots that change owner. Owners are positions in the list that was
// divided.
type Move struct {
	From, To int
	Slots    Set
}

// Balance returns the moves after which no owner that stays has more than one
// slot more than another, and one that leaves has none. It moves as few slots as
// possible, takes them from the end of what an owner has, and depends on the
// order of owners alone. Slots that nobody owns are no part of it, so shares are
// counted over those that somebody owns. There are no moves if nobody stays.
func Balance(owned []Set, leaving []bool) []Move {
	want := targets(owned, leaving)
	if want == nil {
		return nil
	}
	var moves []Move
	for to := range owned {
		need := want[to] - owned[to].Len()
		for from := 0; from < len(owned) && need > 0; from++ {
			spare := owned[from].Len() - want[from]
			if spare <= 0 {
				continue
			}
			taken := owned[from].Last(min(spare, need))
			moves = append(moves, Move{from, to, taken})
			owned = slices.Clone(owned)
			owned[from], owned[to] = owned[from].Without(taken), owned[to].Or(taken)
			need -= taken.Len()
		}
	}
	return moves
}

// targets says how many slots each owner ends with. The odd slots stay with
// those that have most already, so that they need not move.
func targets(owned []Set, leaving []bool) []int {
	total := 0
	var staying []int
	for i, s := range owned {
		total += s.Len()
		if !leaving[i] {
			staying = append(staying, i)
		}
	}
	if len(staying) == 0 {
		return nil
	}
	want := make([]int, len(owned))
	slices.SortStableFunc(staying, func(a, b int) int { return owned[b].Len() - owned[a].Len() })
	for rank, i := range staying {
		want[i] = total / len(staying)
		if rank < total%len(staying) {
			want[i]++
		}
	}
	return want
}
