package plan

import (
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// noDispute stops where two nodes each say that they serve the same slot: one of
// them is about to learn better, and which one is for the epochs to decide.
func noDispute(w *world) (Decision, bool) {
	taken := slots.Set{}
	for _, n := range w.nodes {
		own := w.owned(n.Name)
		if both := taken.And(own); !both.Empty() {
			return wait(SlotsDisputed, n.Name, "node %s and another one both serve slots %s", n.Name, both)
		}
		taken = taken.Or(own)
	}
	return pass()
}

// assignSlots gives every shard its share of the slots that nobody serves.
func assignSlots(w *world) (Decision, bool) {
	free := slots.All()
	for _, n := range w.nodes {
		free = free.Without(w.owned(n.Name))
	}
	var actions []Action
	for shard, share := range slots.Split(w.Desired.Shards) {
		missing := share.And(free)
		if missing.Empty() {
			continue
		}
		n, found := w.primary(shard)
		if !found {
			return wait(ClusterNotOK, "", "shard %d has no primary that could take its slots", shard)
		}
		actions = append(actions, Action{Kind: AssignSlots, Node: n.Name, ID: w.servers[n.Name].ID, Shard: shard, Slots: missing})
	}
	return act(AssigningSlots, "assigning slots to "+plural(len(actions), "shard"), actions)
}

// attachReplicas makes the nodes of a shard follow its primary. A node that
// serves slots follows nobody.
func attachReplicas(w *world) (Decision, bool) {
	var actions []Action
	for shard := range w.Desired.Shards {
		primary, found := w.primary(shard)
		if !found {
			return wait(ClusterNotOK, "", "shard %d has no primary", shard)
		}
		id := w.servers[primary.Name].ID
		for _, n := range w.shard(shard) {
			s := w.servers[n.Name]
			if n.Name == primary.Name || s.Myself().PrimaryID == id || !w.owned(n.Name).Empty() {
				continue
			}
			actions = append(actions, Action{Kind: Replicate, Node: n.Name, ID: s.ID, Peer: primary.Name, PeerID: id, Shard: shard})
		}
	}
	return act(AttachingReplicas, "attaching "+plural(len(actions), "replica"), actions)
}

// replicasSynced waits for the data of every replica.
func replicasSynced(w *world) (Decision, bool) {
	for _, n := range w.nodes {
		r := w.servers[n.Name].Replication
		if r.Role == topology.RoleReplica && !r.LinkUp {
			return wait(ReplicaSyncing, n.Name, "replica %s is not in sync with its primary", n.Name)
		}
	}
	return pass()
}

// clusterOK waits until every node sees a healthy cluster with all slots and as
// many primaries as shards, and every shard has its replicas.
func clusterOK(w *world) (Decision, bool) {
	for _, n := range w.nodes {
		c := w.servers[n.Name].Cluster
		switch {
		case !c.OK:
			return wait(ClusterNotOK, n.Name, "node %s does not see a healthy cluster", n.Name)
		case c.SlotsAssigned != slots.Count:
			return wait(ClusterNotOK, n.Name, "node %s sees %d of %d slots assigned", n.Name, c.SlotsAssigned, slots.Count)
		case c.Size != w.Desired.Shards:
			return wait(ClusterNotOK, n.Name, "node %s sees %s with slots, want %d", n.Name, plural(c.Size, "shard"), w.Desired.Shards)
		}
	}
	for shard := range w.Desired.Shards {
		primary, found := w.primary(shard)
		if !found {
			return wait(ClusterNotOK, "", "shard %d has no primary", shard)
		}
		following := 0
		for _, n := range w.nodes {
			if w.servers[n.Name].Myself().PrimaryID == w.servers[primary.Name].ID {
				following++
			}
		}
		if following < w.Desired.ReplicasPerShard {
			return wait(ClusterNotOK, primary.Name, "shard %d has %s, want %d", shard, plural(following, "replica"), w.Desired.ReplicasPerShard)
		}
	}
	return pass()
}

// completeJoins ends the joining of nodes that have their place.
func completeJoins(w *world) (Decision, bool) {
	var actions []Action
	for _, n := range w.nodes {
		if n.Lifecycle == topology.Joining {
			actions = append(actions, Action{Kind: CompleteJoin, Node: n.Name})
		}
	}
	return act(CompletingJoins, "completing the join of "+plural(len(actions), "node"), actions)
}

// snapshot fixes the shape that creation works towards.
func snapshot(*world) (Decision, bool) {
	return act(Snapshotting, "writing down what the cluster is created as", []Action{{Kind: Snapshot}})
}

// formedBefore passes a cluster on whose nodes have all joined: it was formed
// once, and whatever it lacks now is not for its creation to mend.
func formedBefore(w *world) (Decision, bool) {
	for _, n := range w.nodes {
		if n.Lifecycle != topology.Active {
			return pass()
		}
	}
	if len(w.nodes) == 0 {
		return pass()
	}
	return act(Activating, "the cluster was formed before, transitioning to Active", []Action{{Kind: Activate}})
}

func activate(*world) (Decision, bool) {
	return act(Activating, "cluster formed, transitioning to Active", []Action{{Kind: Activate}})
}
