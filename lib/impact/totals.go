package impact

import (
	"fmt"
	"slices"
)

// Totals are the costs of a change, as numbers.
type Totals struct {
	// ShardsRolled, one at a time in each cluster.
	ShardsRolled int
	// PodsReplaced in them. Nodes that scaling adds or removes do not count.
	PodsReplaced int
	// Failovers are coordinated ones, one for each shard that rolls, also
	// without replicas: then onto the extra pod.
	Failovers int
	// PeakExtraPods is the most pods beyond the wanted number at one time: one
	// for each cluster that rolls.
	PeakExtraPods int
	// NodesAdded and NodesRemoved by scaling, creation and deletion.
	NodesAdded, NodesRemoved int
	// SlotsMoved is about how many hash slots change owner, evenly balanced
	// shards before and after assumed.
	SlotsMoved int
}

// Add returns the sum of two totals.
func (t Totals) Add(o Totals) Totals {
	return Totals{
		ShardsRolled:  t.ShardsRolled + o.ShardsRolled,
		PodsReplaced:  t.PodsReplaced + o.PodsReplaced,
		Failovers:     t.Failovers + o.Failovers,
		PeakExtraPods: t.PeakExtraPods + o.PeakExtraPods,
		NodesAdded:    t.NodesAdded + o.NodesAdded,
		NodesRemoved:  t.NodesRemoved + o.NodesRemoved,
		SlotsMoved:    t.SlotsMoved + o.SlotsMoved,
	}
}

// totals counts. Scaling comes before rolling, and nodes that it adds are made
// from the new recipe, so only shards and members of both states roll. Example:
// from 3 shards of 2 to 4 shards of 3 with a new image adds 3 replicas and a
// shard of 3, 6 nodes, and replaces 3 x 2 = 6 pods with 3 failovers.
func (p pair) totals(changes []Change) Totals {
	var t Totals
	shards := min(p.before.Shards, p.after.Shards)
	kept := min(members(p.before.ReplicasPerShard), members(p.after.ReplicasPerShard))
	both := int(shards) * kept
	t.NodesAdded = nodes(p.after) - both
	t.NodesRemoved = nodes(p.before) - both
	t.SlotsMoved = slotsMoved(int(p.before.Shards), int(p.after.Shards))
	if rolls(changes) {
		t.ShardsRolled = int(shards)
		t.Failovers = int(shards)
		t.PodsReplaced = both
		t.PeakExtraPods = 1
	}
	return t
}

// notes say what the numbers do not.
func (p pair) notes(changes []Change) []string {
	if !rolls(changes) {
		return nil
	}
	var notes []string
	if p.before.ReplicasPerShard == 0 || p.after.ReplicasPerShard == 0 {
		notes = append(notes, "without replicas the extra pod is the only other copy of a shard while it rolls")
	}
	if added := p.totals(nil).NodesAdded; added > 0 {
		notes = append(notes, fmt.Sprintf("scaling comes first: %s added from the new recipe, which does not roll again",
			counted(added, "node")))
	}
	return notes
}

func rolls(changes []Change) bool {
	return slices.ContainsFunc(changes, func(c Change) bool { return c.Effect == Rolling })
}
