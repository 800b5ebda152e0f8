package plan

import (
	"fmt"

	"github.com/valkey-menu/valkey-menu/lib/slots"
)

// elections lets the replicas of failed primaries stand for election.
func (s *sim) elections() {
	for _, r := range s.procs {
		if !r.running() || r.primary == "" || r.offset == 0 {
			continue
		}
		q := r.peer(r.primary)
		if q == nil || q.slots.Empty() {
			continue
		}
		if q.failedAt == 0 && !r.force || s.lazy && !r.force {
			r.electAt = 0
			continue
		}
		switch {
		case r.electAt == 0 && !r.force:
			rank := int64(0)
			for _, other := range s.procs {
				if other.primary == r.primary && other.offset > r.offset && reach(r, other) {
					rank++
				}
			}
			r.electAt = s.now + 500 + s.rng.Int64N(500) + 1000*rank
		case r.force || s.now >= r.electAt:
			s.stand(r, q)
			r.electAt, r.force = s.now+4*timeout, false
		}
	}
}

func (s *sim) stand(r *proc, old *peer) {
	r.current++
	votes := 0
	for _, q := range r.peers {
		if v := s.proc(q.id); v != nil && v != r && v.owns() && reach(r, v) && s.grants(v, r, old) {
			votes++
		}
	}
	s.count("fault election")
	if votes < r.owners()/2+1 {
		return
	}
	if old.failedAt > 0 && !r.force || r.force && r.forcedUnseen {
		s.concedeTo(r, old.slots) // an isolated primary's last writes, those of one that has just come back, or a choice among few
	}
	s.promote(r, old, r.current)
}

// grants is a vote: once an epoch, once in two timeouts for a primary's replicas,
// for a primary that the voter knows, and not against a newer claim to its slots.
func (s *sim) grants(v, r *proc, old *peer) bool {
	known, candidate := v.peer(old.id), v.peer(r.id)
	if known == nil || candidate == nil || v.lastVote >= r.current || v.current > r.current {
		return false
	}
	if !r.force && known.failedAt == 0 || s.now-v.voted[old.id] < 2*timeout && v.voted[old.id] > 0 {
		return false
	}
	if known.epoch > old.epoch && !known.slots.And(old.slots).Empty() {
		return false
	}
	if v.slots.And(old.slots) != (slots.Set{}) && v.epoch > old.epoch {
		return false
	}
	v.lastVote, v.current, v.voted[old.id] = r.current, r.current, s.now
	return true
}

// promote makes r the primary in place of the one it follows.
func (s *sim) promote(r *proc, old *peer, epoch int64) {
	s.note("    %s is promoted in place of %s with epoch %d", r.name, old.name, epoch)
	r.slots, old.slots = r.slots.Or(old.slots), slots.Set{}
	r.primary, r.epoch, r.linkUp, r.electAt, r.force = "", epoch, false, 0, false
	r.linked, r.backlog = false, s.rng.IntN(3) // without one, whoever follows takes a whole snapshot
	r.former, r.formerEnd, r.history = r.history, r.offset, fmt.Sprintf("%s at %d", r.name, epoch)
	r.current = max(r.current, epoch)
	r.version++
	r.table++
	s.promotions[r.name]++
	for _, other := range s.procs {
		if other != r && reach(r, other) {
			s.exchange(r, other)
		}
	}
}

// takeOver is CLUSTER FAILOVER TAKEOVER.
func (s *sim) takeOver(r *proc, old *peer) {
	r.current = max(r.current, r.epoch)
	for _, q := range r.peers {
		r.current = max(r.current, q.epoch)
	}
	r.current++
	if p := s.proc(old.id); p != nil && p.alive {
		s.concedeTo(r, old.slots)
	}
	s.promote(r, old, r.current)
}

// handOver is CLUSTER FAILOVER with both ends at work.
func (s *sim) handOver(r *proc) error {
	p, q := s.proc(r.primary), r.peer(r.primary)
	if p == nil || q == nil || !r.linkUp {
		return errRefused("Master is down or failed, please use CLUSTER FAILOVER FORCE")
	}
	if !reach(r, p) {
		return nil // it times out
	}
	if s.rng.IntN(12) == 0 {
		s.count("fault failover times out")
		return nil
	}
	r.current++
	votes := 0
	for _, v := range s.procs {
		if v != r && v.owns() && reach(r, v) && v.peer(r.id) != nil && v.peer(p.id) != nil || v == p {
			votes++
			v.current = max(v.current, r.current)
		}
	}
	if votes < r.owners()/2+1 {
		return nil
	}
	r.data, r.offset = p.data, p.offset // writes are paused until both are level
	s.promote(r, q, r.current)
	return nil
}

// concedeTo lowers what was acknowledged for slots to what one process has.
func (s *sim) concedeTo(r *proc, in slots.Set) {
	for k := range probes {
		if in.Has(probe(k)) {
			s.acked[k] = min(s.acked[k], r.data[k])
		}
	}
}

// concedeSilent lowers what was acknowledged for the slots of a lost primary to
// what the best replica has that answers: for others the operator has waited.
func (s *sim) concedeSilent(old *peer) {
	for k := range probes {
		if !old.slots.Has(probe(k)) {
			continue
		}
		best := 0
		for _, p := range s.procs {
			if stale := p.slots.Has(probe(k)) && p.epoch < old.epoch; s.answers(p) && p.claims(probe(k)) && !stale {
				best = max(best, p.data[k])
			}
		}
		s.acked[k] = min(s.acked[k], best)
	}
}

// claims is whether the process says that it owns the slot, or that the one it
// follows does.
func (p *proc) claims(slot int) bool {
	q := p.peer(p.primary)
	return p.slots.Has(slot) || q != nil && q.slots.Has(slot)
}
