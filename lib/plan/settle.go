package plan

import (
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// completePlaced ends the joining of nodes that have their place.
func completePlaced(w *world) (Decision, bool) {
	var actions []Action
	for _, s := range w.shards {
		for _, m := range s.members {
			if m.Lifecycle != topology.Joining || m.server == nil || m.Deleting {
				continue
			}
			if m.synced(s.primary) || m == s.primary && s.bereft == nil && w.agreed(m) {
				actions = append(actions, Action{Kind: CompleteJoin, Node: m.Name, Shard: s.index})
			}
		}
	}
	return act(CompletingJoins, "completing the join of "+plural(len(actions), "node"), actions)
}

// shardsWhole waits until every shard that stays has its primary and its replicas
// in sync, and every server that is to stay answers. Nodes beyond what a shard
// needs, and those of shards that leave, hold up nothing.
func shardsWhole(w *world) (Decision, bool) {
	for _, s := range w.kept() {
		if w.whole(s) {
			continue
		}
		for _, m := range s.members {
			if d, decided := missing(s, m); decided {
				return d, true
			}
		}
		return wait(ClusterNotOK, "", "shard %d has %d of %s in sync", s.index, s.healthy(), plural(w.want(), "node"))
	}
	for _, m := range w.members {
		if m.condition == silent && !m.leaving() {
			return wait(ServerUnreachable, m.Name, "the server of node %s does not answer: %s", m.Name, m.Server.Why())
		}
	}
	return pass()
}

// missing says what a shard that is not whole lacks in one of its nodes.
func missing(s *shard, m *member) (Decision, bool) {
	switch {
	case m.leaving():
		return pass()
	case m.condition == starting:
		return notRunning(m)
	case m.condition == silent:
		return wait(ServerUnreachable, m.Name, "the server of node %s does not answer: %s", m.Name, m.Server.Why())
	case m.condition == ended && m.Lifecycle == topology.Joining:
		return wait(PodTerminated, m.Name, "the server of node %s has ended before it joined; it is replaced %s after its end", m.Name, rejoinDelay)
	case m.dead(), s.apart(m):
		return pass()
	case m.pod.Deleting && m != s.primary:
		return wait(PodStopping, m.Name, "pod %s of shard %d is being deleted: it is replaced once it is gone", m.Name, s.index)
	case s.primary != nil && m != s.primary && !m.synced(s.primary):
		return wait(ReplicaSyncing, m.Name, "replica %s of shard %d is not in sync with its primary %s", m.Name, s.index, s.primary.Name)
	}
	return pass()
}

func notRunning(m *member) (Decision, bool) {
	switch {
	case m.pod.Blocked != "":
		return wait(PodBlocked, m.Name, "pod %s does not run: %s: %s", m.Name, m.pod.Reason, m.pod.Blocked)
	case !m.pod.Exists:
		return wait(PodMissing, m.Name, "pod %s is not there yet", m.Name)
	}
	return wait(PodStarting, m.Name, "pod %s is starting", m.Name)
}

// noForeignPeers stops where a node knows a server that belongs to none of the
// nodes and cannot be forgotten: it may hold the data of a shard.
func noForeignPeers(w *world) (Decision, bool) {
	for _, id := range w.departed() {
		if w.byID[id] == nil {
			_, why := w.fenceOf(id)
			return wait(ForeignPeer, "", "server %s belongs to no node of the cluster, but nodes know it: %s", id, why)
		}
	}
	return pass()
}

// viewsAgree waits until every node knows every other one, its link to it is up,
// and all see the same primaries with the same slots. What leaves is not asked.
func viewsAgree(w *world) (Decision, bool) { return w.everybody(disagreement) }

// linked waits until every node knows every other one and its link to it is up.
// While a cluster forms that is enough to go on: what each serves and follows is
// told by those links within seconds, and nothing depends on it before.
func linked(w *world) (Decision, bool) { return w.everybody(missingLink) }

// everybody asks for each pair of nodes that stay what is wrong with the view of
// the first one.
func (w *world) everybody(wrong func(viewer, m *member) string) (Decision, bool) {
	for _, viewer := range w.live {
		if viewer.going() {
			continue
		}
		for _, m := range w.live {
			if m.going() {
				continue
			}
			if why := wrong(viewer, m); why != "" {
				return wait(ViewsDiffer, viewer.Name, "%s", why)
			}
		}
	}
	return pass()
}

func missingLink(viewer, m *member) string {
	p := viewer.peer(m.id)
	switch {
	case p == nil:
		return "node " + viewer.Name + " does not know node " + m.Name + " yet"
	case !p.Connected || p.Health != topology.HealthOK:
		return "node " + viewer.Name + " has no link to node " + m.Name
	}
	return ""
}

func disagreement(viewer, m *member) string {
	if why := missingLink(viewer, m); why != "" {
		return why
	}
	p := viewer.peer(m.id)
	switch {
	case p.Role != m.self.Role:
		return "node " + viewer.Name + " takes node " + m.Name + " for a " + string(p.Role) + ", which calls itself a " + string(m.self.Role)
	case p.PrimaryID != m.self.PrimaryID:
		return "node " + viewer.Name + " does not know yet whom node " + m.Name + " follows"
	case p.Slots != m.self.Slots:
		return "node " + viewer.Name + " does not know yet which slots node " + m.Name + " serves"
	}
	return ""
}

// clusterHealthy waits until every node sees a healthy cluster with all slots.
func clusterHealthy(w *world) (Decision, bool) {
	for _, m := range w.live {
		if m.leaving() {
			continue
		}
		switch c := m.server.Cluster; {
		case !c.OK:
			return wait(ClusterNotOK, m.Name, "node %s does not see a healthy cluster", m.Name)
		case c.SlotsAssigned != slots.Count:
			return wait(ClusterNotOK, m.Name, "node %s sees %d of %d slots assigned", m.Name, c.SlotsAssigned, slots.Count)
		}
	}
	return pass()
}

// noOpenSlots stops where a slot is in the middle of a migration of the old kind,
// which only a person begins: no slot moves and no node rolls before it ends.
func noOpenSlots(w *world) (Decision, bool) {
	for _, m := range w.live {
		if len(m.self.Open) > 0 {
			return wait(SlotsOpen, m.Name, "slot %d of node %s is open (CLUSTER SETSLOT): it has to be closed by hand", m.self.Open[0].Slot, m.Name)
		}
	}
	return pass()
}
