package impact

import "slices"

// Effect is what one change does to a running cluster.
type Effect string

// The effects.
const (
	// Rejected: the API server refuses the new cluster object as a whole.
	Rejected Effect = "rejected"
	// Unresolvable: the state does not resolve, so nothing rolls, scales or
	// changes users until it does; failed nodes are still replaced.
	Unresolvable Effect = "unresolvable"
	// Rolling: every pod is replaced, one shard at a time, one extra pod first.
	Rolling Effect = "rolling"
	// MayRoll: the state before does not tell what runs, as it does not resolve
	// or is refused in part; nodes that were made from other values roll.
	MayRoll Effect = "mayRoll"
	// Topology: nodes are added or removed or slots move; no pod is replaced.
	Topology Effect = "topology"
	// InPlace: running pods take the change as they are.
	InPlace Effect = "inPlace"
	// FuturePods: only pods that are created later differ.
	FuturePods Effect = "futurePods"
	// None: the text differs, what runs does not.
	None Effect = "none"
)

// Effects lists all effects, the gravest first.
func Effects() []Effect {
	return []Effect{Rejected, Unresolvable, Rolling, MayRoll, Topology, InPlace, FuturePods, None}
}

// Rank orders effects, the gravest first, from 1; unknown ones have rank 0.
func (e Effect) Rank() int { return slices.Index(Effects(), e) + 1 }

// worst is the gravest effect of the changes; None when there is none.
func worst(changes []Change) Effect {
	w := None
	for _, c := range changes {
		if c.Effect.Rank() < w.Rank() {
			w = c.Effect
		}
	}
	return w
}
