package plan

import (
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// assignFree gives slots that no server knows an owner of to the shards that
// have none; if there is no such shard, to all. What a server that does not
// answer knows might differ, so that all must be heard.
func assignFree(w *world) (Decision, bool) {
	free := w.free()
	if free.Empty() || len(w.live) == 0 {
		return pass()
	}
	for _, m := range w.members {
		switch {
		case m.condition == silent && !w.follower(m):
			return wait(ServerUnreachable, m.Name, "slots %s have no owner, but the server of node %s, which may own some, does not answer: %s", free, m.Name, m.Server.Why())
		case m.condition == lost && !w.enough(secondForm):
			return wait(OldPrimaryNotFenced, m.Name, "slots %s have no owner, but the server of node %s, which may own them, may still accept writes: %s", free, m.Name, onlyItsEnd)
		}
	}
	if d, decided := w.takeBack(free); decided {
		return d, true
	}
	heirs, d, waits := w.recipients()
	if waits {
		return d, true
	}
	if len(heirs) == 0 {
		return pass()
	}
	for _, s := range heirs {
		if d, decided := w.copyFunctions(s.primary); decided {
			return d, true
		}
	}
	var actions []Action
	var losses []Loss
	for i, s := range heirs {
		share := free.First((free.Len() + len(heirs) - i - 1) / (len(heirs) - i))
		free = free.Without(share)
		if !share.Empty() {
			actions = append(actions, Action{Kind: AssignSlots, Node: s.primary.Name, ID: s.primary.id, Shard: s.index, Slots: share})
			losses = append(losses, Loss{Shard: s.index, Slots: share})
		}
	}
	d, decided := act(AssigningSlots, "assigning free slots to "+plural(len(actions), "shard")+": they start empty", actions)
	d.Losses = losses
	return d, decided
}

// follower is whether a server that does not answer to this program is a replica of
// an owner that does, as of a short while ago in the eyes of all others: it has no
// slot.
func (w *world) follower(m *member) bool {
	seen, follows := false, true
	w.peers(m.id, func(viewer *member, p *topology.Peer) {
		seen = true
		o := w.ownerOf(p.PrimaryID)
		recent := w.Now.UnixMilli()-p.PongReceived < w.NodeTimeout.Milliseconds()
		follows = follows && p.Role == topology.RoleReplica && p.Health == topology.HealthOK && recent && o != nil && o.alive()
	})
	return seen && follows
}

// takeBack gives free slots to the server that others still take for their owner:
// it moved them to one that is lost and forgotten, and not all heard of it. To
// anybody else they would be busy.
func (w *world) takeBack(free slots.Set) (Decision, bool) {
	var actions []Action
	var losses []Loss
	for _, m := range w.live {
		claimed := slots.Set{}
		w.peers(m.id, func(_ *member, p *topology.Peer) { claimed = claimed.Or(p.Slots) })
		if claimed = claimed.And(free); !claimed.Empty() && m.primary() {
			free = free.Without(claimed)
			actions = append(actions, Action{Kind: AssignSlots, Node: m.Name, ID: m.id, Shard: m.Shard, Slots: claimed})
			losses = append(losses, Loss{Shard: m.Shard, Slots: claimed})
		}
	}
	d, decided := act(AssigningSlots, "assigning free slots to "+plural(len(actions), "node")+" that others take for their owner", actions)
	d.Losses = losses
	return d, decided
}

// recipients are the shards that get free slots. A shard without slots whose
// first node is about to run is worth a wait; one whose pod cannot run is not.
func (w *world) recipients() ([]*shard, Decision, bool) {
	var empty, all []*shard
	for _, s := range w.kept() {
		if s.primary != nil && (s.primary.leaving() || !w.agreed(s.primary)) {
			d, waits := wait(ViewsDiffer, s.primary.Name, "slots have no owner, and not every node knows node %s as a primary yet", s.primary.Name)
			return nil, d, waits
		}
		if s.primary != nil {
			all = append(all, s)
		}
		if s.slotsOf() > 0 {
			continue
		}
		if s.primary != nil {
			empty = append(empty, s)
			continue
		}
		for _, m := range s.members {
			if m.stays() && m.condition == starting && m.pod.Blocked == "" {
				d, waits := wait(PodStarting, m.Name, "slots have no owner: they wait for node %s of shard %d, which is starting", m.Name, s.index)
				return nil, d, waits
			}
		}
	}
	if len(empty) > 0 {
		return empty, Decision{}, false
	}
	return all, Decision{}, false
}

// agreed reports whether every server that answers knows the member as a primary
// with the slots that it says.
func (w *world) agreed(m *member) bool {
	for _, viewer := range w.live {
		if viewer.leaving() {
			continue
		}
		p := viewer.peer(m.id)
		if p == nil || p.Role != topology.RolePrimary || p.Slots != m.self.Slots {
			return false
		}
	}
	return true
}

// copyFunctions gives a primary without slots the function libraries of one that
// has some: they do not travel with slots (Valkey 9.1.2), so that calls would
// fail there.
func (w *world) copyFunctions(to *member) (Decision, bool) {
	if to.owns() {
		return pass()
	}
	from := w.functionSource()
	if from == nil {
		return pass() // nobody has any
	}
	want, known := from.server.Functions.Get()
	if !known {
		return wait(ServerUnreachable, from.Name, "the functions of node %s are not known: %s", from.Name, from.server.Functions.Why())
	}
	have, known := to.server.Functions.Get()
	if !known {
		return wait(ServerUnreachable, to.Name, "the functions of node %s are not known: %s", to.Name, to.server.Functions.Why())
	}
	if want == have {
		return pass()
	}
	return act(CopyingFunctions, "copying the functions of node "+from.Name+" to node "+to.Name+" before it gets its first slot",
		[]Action{{Kind: CopyFunctions, Node: to.Name, ID: to.id, Peer: from.Name, PeerID: from.id, Shard: to.Shard}})
}

// functionSource is a live owner of slots; if there is none left, any server that
// has functions, or of which it is not known.
func (w *world) functionSource() *member {
	for i := range w.owners {
		if o := &w.owners[i]; o.alive() {
			return o.m
		}
	}
	var unknown *member
	for _, m := range w.live {
		digest, known := m.server.Functions.Get()
		if known && digest != "" {
			return m
		}
		if !known {
			unknown = m
		}
	}
	return unknown
}

// noDispute stops where two nodes each say that they serve the same slot: one of
// them is about to learn better, and which one is for the epochs to decide.
func noDispute(w *world) (Decision, bool) {
	taken := slots.Set{}
	for _, m := range w.live {
		if both := taken.And(m.self.Slots); !both.Empty() {
			return wait(SlotsDisputed, m.Name, "node %s and another one both serve slots %s", m.Name, both)
		}
		taken = taken.Or(m.self.Slots)
	}
	return pass()
}
