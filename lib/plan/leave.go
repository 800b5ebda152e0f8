package plan

import (
	"slices"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// parting is how long a server that leaves answers with redirections before it is
// stopped: clients read the map of slots anew within a second or so of the first.
const parting = 2 * time.Second

// finishLeaving stops the nodes that leave, one shard at a time. A process is
// stopped before it is forgotten, since a running one is learnt again; what is
// left of it is for forgetDeparted and removeEnded.
func finishLeaving(w *world) (Decision, bool) {
	for _, s := range w.shards {
		var actions []Action
		for _, m := range s.members {
			if !m.leaving() || m.dead() || m.condition == starting {
				continue
			}
			switch d, decided := w.leave(s, m); {
			case !decided:
			case d.Verb == Act && d.Reason == RetiringNodes:
				actions = append(actions, d.Actions...)
			default:
				return d, true
			}
		}
		w.followersFirst(actions)
		if d, decided := act(RetiringNodes, "stopping "+plural(len(actions), "node")+" of shard "+itoa(s.index), actions); decided {
			return d, true
		}
	}
	return pass()
}

// leave is what becomes of one node that leaves and whose server may be at work.
func (w *world) leave(s *shard, m *member) (Decision, bool) {
	if m.owns() {
		return pass() // its slots move first: rebalance
	}
	if w.lastOfVictim(s) || w.victim(s) && w.followed(m) != nil && s.slotsOf() == 0 {
		return pass() // retireDrained: its replicas leave with it
	}
	if w.second(s, m) {
		return pass() // the slots move to another shard first
	}
	if d, decided := w.needed(m); decided {
		return d, true
	}
	if m.pod.Deleting {
		return stopping(m)
	}
	if served := w.Now.Sub(m.LeavingSince); 0 <= served && served < parting {
		return wait(ClientsMoving, m.Name, "node %s leaves, and goes on for %s so that clients learn where to go", m.Name, parting)
	}
	return act(RetiringNodes, "stopping node "+m.Name, []Action{{Kind: StopPod, Node: m.Name, Shard: s.index, ID: m.id, Force: m.pod.HostNotReady}})
}

// lastOfVictim is whether a shard that is to go has slots and not a node to spare:
// it is not made whole any more, so that those it has stay until it is drained.
func (w *world) lastOfVictim(s *shard) bool {
	return w.victim(s) && s.primary != nil && s.primary.owns() && s.healthy() < w.want()
}

// second is whether a node has a copy of what a primary still serves that is to go as
// well, in a shard that nobody asked to go: all of its nodes were deleted one by one.
func (w *world) second(s *shard, m *member) bool {
	return !w.victim(s) && !s.present() && s.primary != nil && s.primary.owns() && m.synced(s.primary)
}

func stopping(m *member) (Decision, bool) {
	if m.Deleting {
		return wait(NodeDeleting, m.Name, "node %s is being deleted, and its pod is stopping", m.Name)
	}
	return wait(PodStopping, m.Name, "pod %s is stopping", m.Name)
}

// followed is the first replica of the server that does not leave, nil if there is
// none.
func (w *world) followed(m *member) *member {
	for _, r := range w.live {
		if !r.leaving() && r.follows(m.id) {
			return r
		}
	}
	return nil
}

// followersFirst orders the nodes of a shard so that whoever dies behind one of
// them leaves no replica that stays without its primary.
func (w *world) followersFirst(actions []Action) {
	slices.SortStableFunc(actions, func(a, b Action) int { return len(w.followers(a.ID)) - len(w.followers(b.ID)) })
}

// needed says who still depends on a node that leaves.
func (w *world) needed(m *member) (Decision, bool) {
	if o := w.ownerOf(m.id); o != nil {
		return wait(ViewsDiffer, m.Name, "node %s leaves, but other nodes still take it for the owner of slots %s", m.Name, o.slots)
	}
	if r := w.followed(m); r != nil {
		return wait(StillFollowed, r.Name, "node %s leaves, but replica %s still follows it", m.Name, r.Name)
	}
	if w.heir(m) {
		return wait(FailoverPending, m.Name, "node %s leaves, but its data is the last of its shard", m.Name)
	}
	return pass()
}

// resolved stops all planned change where no node can be made.
func resolved(w *world) (Decision, bool) {
	if w.Unresolved == nil {
		return pass()
	}
	return wait(w.Unresolved.Reason, "", "%s", w.Unresolved.Message)
}

// retireDrained marks the nodes of a shard that is to go and has no slot left.
func retireDrained(w *world) (Decision, bool) {
	for _, s := range w.victims {
		if s.slotsOf() > 0 {
			continue
		}
		if jobs := w.activeJobs(); len(jobs) > 0 {
			return w.waitForJobs(jobs)
		}
		var actions []Action
		for _, m := range s.members {
			if m.Lifecycle != topology.Leaving {
				actions = append(actions, Action{Kind: MarkLeaving, Node: m.Name, ID: m.id, Shard: s.index})
			}
		}
		w.followersFirst(actions)
		if d, decided := act(RetiringShard, "shard "+itoa(s.index)+" has no slot left: retiring its last "+plural(len(actions), "node"), actions); decided {
			return d, true
		}
	}
	return pass()
}

// addShards makes the nodes of shards that are wanted and do not exist. They
// take the lowest indices that no node has.
func addShards(w *world) (Decision, bool) {
	used := map[int]bool{}
	for _, s := range w.shards {
		used[s.index] = true
	}
	missing := w.Desired.Shards - len(w.kept()) - len(w.victims)
	var actions []Action
	for index := 0; missing > 0; index++ {
		if used[index] {
			continue
		}
		missing--
		for range w.want() {
			actions = append(actions, Action{Kind: CreateNode, Shard: index})
		}
	}
	return act(AddingShards, "creating "+plural(len(actions), "node")+" of new shards", actions)
}
