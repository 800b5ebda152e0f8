package plan

import (
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// forgetDeparted has every server that answers forget one that serves no more,
// all in one pass: a single one that remembers would bring it back. Never while
// it owns slots, since the voters need their memory of it, never while a replica
// follows it, never before it is fenced. Both forms of the fence count: who owns
// no slot accepts no write.
func forgetDeparted(w *world) (Decision, bool) { return patiently(w.departed(), w.forget) }

// departed are the ids that servers know and that no server has which answers,
// in order.
func (w *world) departed() []string {
	var ids []string
	for _, viewer := range w.live {
		for i := range viewer.server.Peers {
			p := &viewer.server.Peers[i]
			if m := w.byID[p.ID]; !p.Handshake && (m == nil || m.server == nil) && !slices.Contains(ids, p.ID) {
				ids = append(ids, p.ID)
			}
		}
	}
	slices.Sort(ids)
	return ids
}

func (w *world) forget(id string) (Decision, bool) {
	if w.ownerOf(id) != nil {
		return pass()
	}
	title, name := "server "+id, ""
	m := w.byID[id]
	if m != nil {
		title, name = "node "+m.Name, m.Name
	}
	form, why := w.fenceOf(id)
	switch {
	case form == unfenced && (m == nil || !m.leaving()):
		return pass() // it may come back: shardsWhole or noForeignPeers name it
	case form == unfenced && w.hung(m):
		return act(RetiringNodes, title+" leaves, and its server has hung for long: stopping it", []Action{{Kind: StopPod, Node: m.Name, Shard: m.Shard, ID: m.id}})
	case form == unfenced:
		return wait(DepartedNotFenced, name, "%s departed, but is not forgotten yet: %s", title, why)
	}
	if d, decided := w.released(id, title, name, w.enough(form)); decided {
		return d, true
	}
	actions := w.forgets(id, name)
	return act(ForgettingNodes, "forgetting "+title+", which serves no more, at "+plural(len(actions), "node"), actions)
}

// hung is whether a node that leaves has a process that nobody has heard of for two
// node timeouts, and that has nothing which is still needed: no slot is known to be
// its own, and it is not the copy of a lost owner's.
func (w *world) hung(m *member) bool {
	if m.condition != silent || !m.pod.Running || m.pod.Deleting || m.pod.HostNotReady || w.followed(m) != nil || !w.cutOff(m) {
		return false
	}
	copied := false
	w.peers(m.id, func(_ *member, p *topology.Peer) {
		o := w.ownerOf(p.PrimaryID)
		copied = copied || o != nil && !o.alive()
	})
	return !copied
}

// released waits for the replicas of a departed server to follow another one. In
// a shard without slots there is none to follow, and nobody elects one: a replica
// takes over.
func (w *world) released(id, title, name string, fenced bool) (Decision, bool) {
	for _, r := range w.live {
		if !r.follows(id) || r.leaving() {
			continue
		}
		if s := w.shard(r.Shard); fenced && s.primary == nil && r.peer(id) != nil && r.peer(id).Slots.Empty() {
			return act(TakingOver, "replica "+r.Name+" takes over from "+title+", which is gone: shard "+itoa(s.index)+" has no slot, so that nobody elects it",
				[]Action{failOverTo(TakeOver, s, r, id, name)})
		}
		return wait(StillFollowed, r.Name, "%s departed, but is not forgotten yet: node %s still follows it", title, r.Name)
	}
	return pass()
}

// forgets is one action for each server that knows the id, but for replicas of it
// that leave too: a server refuses to forget its primary (Valkey 9.1.2).
func (w *world) forgets(id, name string) []Action {
	var actions []Action
	w.peers(id, func(viewer *member, _ *topology.Peer) {
		if viewer.follows(id) {
			return
		}
		actions = append(actions, Action{Kind: Forget, Node: viewer.Name, ID: viewer.id, Peer: name, PeerID: id})
	})
	return actions
}
