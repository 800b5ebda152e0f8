package plan

import "slices"

// roll replaces outdated nodes, one shard at a time: it adds an up-to-date
// replica, retires an outdated one once the shard is above its target, and hands
// the primary's part over once, to an up-to-date replica in sync.
//
// A shard with one replica, both outdated: a third node joins, the old replica
// leaves, a new third one joins, it or the first takes over, the old primary
// leaves.
func roll(w *world) (Decision, bool) {
	var next *shard
	for _, s := range w.kept() {
		if s.count(outdated) == 0 {
			continue
		}
		if s.count((*member).stays) > w.want() {
			next = s // it is under way
			break
		}
		if next == nil {
			next = s
		}
	}
	if next == nil || w.RollHeld != "" && !w.underWay(next) {
		return pass()
	}
	return w.rollShard(next)
}

// underWay is whether a shard is in the middle of being rolled: it has a node more
// than its target, one that is up to date and one that is not.
func (w *world) underWay(s *shard) bool {
	stays, old := s.count((*member).stays), s.count(outdated)
	return stays > w.want() && old > 0 && old < stays
}

// rollHeld says why a roll that is due does not begin.
func rollHeld(w *world) (Decision, bool) {
	old := 0
	for _, s := range w.kept() {
		old += s.count(outdated)
	}
	if old == 0 {
		return pass()
	}
	return wait(RollQueued, "", "%s to roll, but %s", plural(old, "outdated node"), w.RollHeld)
}

// RollUnderWay reports whether a shard of the cluster is in the middle of being
// rolled, by what is seen of it.
func RollUnderWay(in Input) bool {
	w := newWorld(in)
	return slices.ContainsFunc(w.kept(), w.underWay)
}

func outdated(m *member) bool { return m.stays() && len(m.Outdated) > 0 }

func (w *world) rollShard(s *shard) (Decision, bool) {
	if s.healthy() <= w.want() {
		return w.surge(s)
	}
	for _, m := range s.members {
		if outdated(m) && m != s.primary {
			return act(RollingReplica, "outdated replica "+m.Name+" of shard "+itoa(s.index)+" leaves, now that the shard is above its target",
				[]Action{{Kind: MarkLeaving, Node: m.Name, ID: m.id, Shard: s.index}})
		}
	}
	heir := w.successor(s, func(m *member) bool { return m.stays() && len(m.Outdated) == 0 && !m.pod.Deleting })
	if heir == nil {
		return wait(PodStopping, s.primary.Name, "primary %s of shard %d is outdated, and the pod of every up-to-date replica is being deleted", s.primary.Name, s.index)
	}
	return act(RollingPrimary, "failover to up-to-date replica for rolling upgrade: shard "+itoa(s.index)+" goes over from node "+s.primary.Name+" to node "+heir.Name,
		[]Action{failOverTo(FailOver, s, heir, s.primary.id, s.primary.Name)})
}

// surge adds a node to the shard, or waits for the one that it has added.
func (w *world) surge(s *shard) (Decision, bool) {
	for _, m := range s.members {
		if d, decided := missing(s, m); decided {
			return d, true
		}
	}
	return act(Surging, "creating an up-to-date node for shard "+itoa(s.index)+", which has "+plural(s.count(outdated), "outdated node"),
		[]Action{{Kind: CreateNode, Shard: s.index}})
}

// shedReplicas retires nodes beyond the target, one at a time: one that does not
// serve, or whose pod is on its way out, first, else the replica with the least data.
func shedReplicas(w *world) (Decision, bool) {
	for _, s := range w.kept() {
		if s.count((*member).stays) <= w.want() {
			continue
		}
		if m := w.dispensable(s); m != nil {
			return act(SheddingReplicas, "replica "+m.Name+" of shard "+itoa(s.index)+" leaves: "+plural(w.Desired.ReplicasPerShard, "replica")+" are wanted",
				[]Action{{Kind: MarkLeaving, Node: m.Name, ID: m.id, Shard: s.index}})
		}
	}
	return pass()
}

// allGone waits for what is left of nodes that go.
func allGone(w *world) (Decision, bool) {
	for _, m := range w.members {
		if !m.stays() {
			return wait(PodStopping, m.Name, "node %s is on its way out", m.Name)
		}
	}
	return pass()
}

func (w *world) dispensable(s *shard) *member {
	var least *member
	for _, m := range s.members {
		if !m.stays() || m == s.primary || m.owns() {
			continue
		}
		if !m.synced(s.primary) || m.pod.Deleting {
			return m
		}
		if least == nil || m.server.Replication.Offset <= least.server.Replication.Offset {
			least = m
		}
	}
	return least
}
