package plan

import (
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// unknowable is a process whose pod was deleted by force and whose address nobody
// is left to tell.
func (s *sim) unknowable(p *proc) bool {
	if s.doomedAt[p.id] == 0 || !p.alive {
		return false
	}
	for _, o := range s.procs {
		if s.answers(o) && o.peer(p.id) != nil {
			return false
		}
	}
	return true
}

// voters is how many slot owners somebody alive knows.
func (s *sim) voters() int {
	most := 0
	for _, p := range s.procs {
		if p.running() {
			most = max(most, p.owners())
		}
	}
	return most
}

// targetKept demands that a shard which stays has its target without the node.
func (s *sim) targetKept(n *simNode, p *proc, kind ActionKind) {
	if kind == StopPod && n.pod.terminated || !n.joined || s.wholeShardLeaves(n.shard) {
		return
	}
	left, serves := 0, false
	for _, m := range s.nodes {
		o := s.process(m)
		if m.shard != n.shard || o == nil || !o.running() || m.lifecycle == topology.Leaving && m != n || m.deleting {
			continue
		}
		in := o.owns() || o.primary != "" && o.linkUp
		if m == n {
			serves = in
		} else if in {
			left++
		}
	}
	if serves && left < s.desired.ReplicasPerShard+1 {
		s.broken("%s of %s leaves shard %d with %d nodes in sync", kind, n.name, n.shard, left)
	}
}

func (s *sim) wholeShardLeaves(shard int) bool {
	for _, n := range s.nodes {
		if p := s.process(n); n.shard == shard && p != nil && p.running() && p.owns() {
			return false
		}
	}
	return true
}

func (s *sim) allowedForget(a Action) {
	gone := s.proc(a.PeerID)
	if gone != nil && gone.running() && !gone.host.cut {
		s.broken("%s forgets %s, which runs", a.Node, gone.name)
	}
	for _, r := range s.procs {
		q := r.peer(a.PeerID)
		if r.running() && s.server(r.name) == r && r.primary == a.PeerID && r.offset > 0 && q != nil && !q.slots.Empty() {
			s.broken("%s forgets %s, which %s follows", a.Node, a.PeerID, r.name)
		}
	}
}

func (s *sim) allowedMove(a Action) {
	to := s.proc(a.PeerID)
	s.received[s.node(a.Peer).shard] = true
	inSync := 0
	for _, r := range s.procs {
		if r.running() && r.primary == to.id && r.linkUp {
			inSync++
		}
	}
	if inSync < s.desired.ReplicasPerShard {
		s.broken("slots move to %s, which has %d replicas in sync", to.name, inSync)
	}
	if n := s.node(a.Peer); n.lifecycle == topology.Leaving {
		s.broken("slots move to %s, which leaves", to.name)
	}
	for _, p := range s.procs {
		for _, j := range p.jobs {
			if p.running() && !j.state.Ended() {
				s.allowedBeside(a, j.source.id, j.target.id)
			}
		}
	}
}

// allowedBeside demands that a migration has no server in common with another one.
func (s *sim) allowedBeside(a Action, source, target string) {
	s.count("migrations at once")
	if slices.Contains([]string{source, target}, a.ID) || slices.Contains([]string{source, target}, a.PeerID) {
		s.broken("a second migration of %s or %s", a.Node, a.Peer)
	}
}

// invariants are what must hold after every step.
func (s *sim) invariants() {
	type claim struct {
		p     *proc
		slots slots.Set
	}
	var claims []claim
	for _, p := range s.procs {
		if !p.running() || !p.owns() || p.host.cut || len(p.peers) == 0 {
			continue
		}
		if p.primary != "" {
			s.broken("replica %s serves slots", p.name)
		}
		for _, c := range claims {
			if c.p.epoch == p.epoch && !c.slots.And(p.slots).Empty() {
				s.broken("slots %s have two owners of epoch %d", c.slots.And(p.slots), p.epoch)
			}
		}
		claims = append(claims, claim{p, p.slots})
	}
	moving := map[int]bool{}
	for _, n := range s.nodes {
		if p := s.process(n); n.joined && p != nil && p.running() && s.answers(p) && p.offset > 1 && n.pod.stopsAt > 0 && s.planned[n.name] {
			moving[n.shard] = true
		}
	}
	if len(moving) > 1 {
		s.broken("nodes of %d shards are stopped at once", len(moving))
	}
}

// fencedBySecondForm is whether a process is cut off for so long that it counts
// as fenced: its host is not Ready, and nobody who is not cut off himself has heard
// of it for two node timeouts.
func (s *sim) fencedBySecondForm(p *proc) bool {
	if !p.host.cut || s.ready(p.host) {
		return false
	}
	for _, o := range s.procs {
		if q := o.peer(p.id); q != nil && o.running() && !o.host.cut && s.now-q.pong < 2*timeout {
			return false
		}
	}
	return true
}

// unowned are the slots that a replica takes for its primary's and that nobody
// who runs owns, or only by a claim that its primary's has superseded.
func (s *sim) unowned(p *proc) slots.Set {
	q := p.peer(p.primary)
	if q == nil {
		return slots.Set{}
	}
	left := q.slots
	for _, o := range s.procs {
		if o.running() && o.epoch >= q.epoch {
			left = left.Without(o.slots)
		}
	}
	return left
}
