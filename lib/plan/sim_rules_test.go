package plan

import (
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// allowed judges a decision before it is carried out, with the eyes of somebody
// who sees all processes.
func (s *sim) allowed(d Decision) {
	if d.Reason == "" || d.Message == "" || (d.Verb == Act) != (len(d.Actions) > 0) {
		s.broken("the decision is ambiguous: %+v", d)
	}
	if s.paused && d.Verb == Act {
		s.broken("%s while paused", d.Reason)
	}
	planned := []Reason{AddingShards, Surging, RollingReplica, RollingPrimary, RetiringShard, MovingSlots}
	if s.unresolved && slices.Contains(planned, d.Reason) {
		s.broken("%s while a reference does not resolve", d.Reason)
	}
	shards := map[int]bool{}
	forgotten := map[string]bool{}
	for _, a := range d.Actions {
		if a.Kind != d.Actions[0].Kind {
			s.broken("a decision with actions of two kinds")
		}
		switch a.Kind {
		case FailOver, ForceFailOver, TakeOver:
			shards[a.Shard] = true
		case StopPod, MarkLeaving:
			if n := s.node(a.Node); n.joined && s.process(n) != nil && s.process(n).running() && !s.process(n).host.cut {
				shards[a.Shard] = true
			}
		case Forget:
			forgotten[a.PeerID] = true
		default:
		}
	}
	if len(shards) > 1 || len(forgotten) > 1 {
		s.broken("%d shards in motion, %d servers forgotten at once", len(shards), len(forgotten))
	}
	if d.Reason == Surging {
		s.allowedSurge(d.Actions[0].Shard)
	}
	for _, l := range d.Losses {
		s.allowedLoss(l)
	}
	for i, a := range d.Actions {
		s.allowedAction(a)
		for _, b := range d.Actions[:i] {
			if a.Kind == MoveSlots {
				s.allowedBeside(a, b.ID, b.PeerID)
			}
		}
	}
}

// allowedSurge demands that no other shard is being rolled.
func (s *sim) allowedSurge(shard int) {
	nodes, joining, outdated := map[int]int{}, map[int]bool{}, map[int]bool{}
	for _, n := range s.nodes {
		if p := s.process(n); n.lifecycle == topology.Leaving || n.deleting || n.pod != nil && p != nil && !p.running() {
			continue
		}
		nodes[n.shard]++
		joining[n.shard] = joining[n.shard] || n.lifecycle == topology.Joining
		outdated[n.shard] = outdated[n.shard] || n.revision != s.revision
	}
	if s.rollHeld && nodes[shard] == s.desired.ReplicasPerShard+1 && len(s.doomed) == 0 {
		s.broken("shard %d begins to roll while none may", shard)
	}
	for other, n := range nodes {
		if other != shard && joining[other] && outdated[other] && n > s.desired.ReplicasPerShard+1 {
			s.broken("shard %d surges while shard %d is being rolled", shard, other)
		}
	}
}

func (s *sim) process(n *simNode) *proc {
	if n == nil || n.pod == nil {
		return nil
	}
	return n.pod.proc
}

// allowedLoss demands that nobody whom the operator reaches has the data.
func (s *sim) allowedLoss(l Loss) {
	s.count("loss")
	for _, p := range s.procs {
		p.void = p.void || !s.answers(p)
	}
	for k := range probes {
		if !l.Slots.Has(probe(k)) {
			continue
		}
		for _, p := range s.procs {
			if s.unknowable(p) {
				s.kill(p, false)
			}
			if p.running() && s.copies(p, k) && p.data[k] > 0 && (!p.host.cut || s.voters() == 1) {
				s.broken("the data of slot %d is given up while %s has it", probe(k), p.name)
			}
		}
		s.acked[k] = 0
	}
}

func (s *sim) allowedAction(a Action) {
	n := s.node(a.Node)
	p := s.process(n)
	if p != nil && !p.running() {
		p = nil
	}
	switch a.Kind {
	case MarkLeaving, StopPod:
		if p == nil || p.host.cut {
			return
		}
		if s.received[a.Shard] && s.wholeShardLeaves(a.Shard) {
			s.broken("slots were moved to shard %d, which leaves", a.Shard)
		}
		if p.owns() {
			s.broken("%s of %s, which owns slots", a.Kind, a.Node)
		}
		s.targetKept(n, p, a.Kind)
	case DeleteNode:
		if n.pod != nil {
			s.broken("%s is deleted before its pod", a.Node)
		}
	case Forget:
		s.allowedForget(a)
	case Replicate:
		if old := s.proc(p.primary); old != nil && !old.running() && p.offset > 1 && !s.unowned(p).Empty() {
			s.broken("%s, which has the data of %s, is attached to %s", a.Node, old.name, a.Peer)
		}
		if to := s.proc(a.PeerID); !to.owns() && p.offset > 1 && p.data != [probes]int{} && p.primary != "" && to.data == [probes]int{} && s.lastCopy(p) {
			s.broken("%s, which has data, is attached to empty %s", a.Node, a.Peer)
		}
	case TakeOver, ForceFailOver:
		old := s.proc(a.PeerID)
		if old != nil && old.running() && a.Kind == TakeOver && (!s.fencedBySecondForm(old) || s.voters() == 1) {
			s.broken("%s takes over from %s, which runs", a.Node, old.name)
		}
	case MoveSlots:
		s.allowedMove(a)
	case AssignSlots:
		if s.functionsMissing(p) && !p.owns() {
			s.broken("%s is assigned slots without functions", a.Node)
		}
		for _, other := range s.procs {
			if len(other.peers) > 0 && other.running() && !other.host.cut && !other.slots.And(a.Slots).Empty() {
				s.broken("slots of %s are assigned to %s", other.name, a.Node)
			}
		}
		if s.state == StateCreating { // what it loses before it was ever Ready, with a host cut off, is not told
			s.concede(a.Slots, func(p *proc) bool { return p.running() && !p.host.cut })
		}
	default:
	}
}

// lastCopy is whether no running owner serves what a replica has.
func (s *sim) lastCopy(p *proc) bool {
	q := p.peer(p.primary)
	if q == nil {
		return false
	}
	old := s.proc(q.id)
	return old == nil || !old.running()
}
