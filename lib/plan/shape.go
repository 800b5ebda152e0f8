package plan

import (
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// assignSlots gives every shard of a new cluster its share of the slots that
// nobody serves.
func assignSlots(w *world) (Decision, bool) {
	free := w.free()
	var actions []Action
	for index, share := range slots.Split(w.Desired.Shards) {
		missing := share.And(free)
		if missing.Empty() {
			continue
		}
		p := w.shard(index).primary
		if p == nil {
			return wait(ClusterNotOK, "", "shard %d has no primary that could take its slots", index)
		}
		actions = append(actions, Action{Kind: AssignSlots, Node: p.Name, ID: p.id, Shard: index, Slots: missing})
	}
	return act(AssigningSlots, "assigning slots to "+plural(len(actions), "shard"), actions)
}

// startEarly gives epochs and slots to the servers that answer while other pods
// still start. A primary takes requests only a node timeout after it got its first
// slot, since up to then it counts itself to a minority (9.1.2): that time passes
// while pods start, and not after the last of them. The servers know nobody yet, so
// that nothing depends on who comes later; valkey-cli forms clusters in this order
// too.
func startEarly(w *world) (Decision, bool) {
	for _, m := range w.members {
		if m.server == nil && m.pod.Running && !m.leaving() {
			return pass() // it may have an epoch, or slots
		}
	}
	for _, m := range w.live {
		if len(m.server.Peers) > 1 {
			return pass() // they are introduced already
		}
	}
	if d, decided := setEpochs(w); decided {
		return d, true
	}
	free := w.free()
	var actions []Action
	for index, share := range slots.Split(w.Desired.Shards) {
		if p, missing := w.shard(index).primary, share.And(free); p != nil && !missing.Empty() {
			actions = append(actions, Action{Kind: AssignSlots, Node: p.Name, ID: p.id, Shard: index, Slots: missing})
		}
	}
	return act(AssigningSlots, "assigning slots to "+plural(len(actions), "shard"), actions)
}

// attachReplicas makes the nodes of a new shard follow its primary.
func attachReplicas(w *world) (Decision, bool) {
	for _, s := range w.shards {
		if s.primary == nil {
			return wait(ClusterNotOK, "", "shard %d has no primary", s.index)
		}
	}
	return follow(w)
}

// replicasSynced waits for the data of every replica.
func replicasSynced(w *world) (Decision, bool) {
	for _, m := range w.live {
		r := m.server.Replication
		if r.Role == topology.RoleReplica && !r.LinkUp {
			return wait(ReplicaSyncing, m.Name, "replica %s is not in sync with its primary", m.Name)
		}
	}
	return pass()
}

// clusterOK waits until every node sees a healthy cluster with all slots and as
// many primaries as shards, and every shard has its replicas.
func clusterOK(w *world) (Decision, bool) {
	if d, decided := clusterHealthy(w); decided {
		return d, true
	}
	for _, m := range w.live {
		if n := m.server.Cluster.Size; n != w.Desired.Shards {
			return wait(ClusterNotOK, m.Name, "node %s sees %s with slots, want %d", m.Name, plural(n, "shard"), w.Desired.Shards)
		}
	}
	for index := range w.Desired.Shards {
		s := w.shard(index)
		if s.primary == nil {
			return wait(ClusterNotOK, "", "shard %d has no primary", index)
		}
		if n := s.count(func(m *member) bool { return m.follows(s.primary.id) }); n < w.Desired.ReplicasPerShard {
			return wait(ClusterNotOK, s.primary.Name, "shard %d has %s, want %d", index, plural(n, "replica"), w.Desired.ReplicasPerShard)
		}
	}
	return pass()
}

// completeJoins ends the joining of nodes that have their place.
func completeJoins(w *world) (Decision, bool) {
	var actions []Action
	for _, m := range w.members {
		if m.Lifecycle == topology.Joining {
			actions = append(actions, Action{Kind: CompleteJoin, Node: m.Name, Shard: m.Shard})
		}
	}
	return act(CompletingJoins, "completing the join of "+plural(len(actions), "node"), actions)
}
