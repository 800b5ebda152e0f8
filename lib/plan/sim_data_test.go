package plan

import (
	"github.com/valkey-menu/valkey-menu/lib/slots"
)

// refusal is what a server says that refuses a command.
type refusal string

func (r refusal) Error() string { return "the server refuses: " + string(r) }

func errRefused(text string) error { return refusal(text) }

// serving is the process that clients write a slot to, nil if none takes writes:
// among those that say that they own it the one with the highest epoch. Clients
// are where the operator is; those of a single shard are everywhere.
func (s *sim) serving(slot int, single bool) *proc {
	var best *proc
	for _, p := range s.procs {
		if p.slots.Has(slot) && (p.running() || !p.void) && (best == nil || p.epoch > best.epoch) {
			best = p
		}
	}
	if best == nil || !best.running() {
		return nil // its successor is still to come
	}
	if !single && (best.host.island != 0 || best.minority()) || !best.covers() {
		return nil
	}
	return best
}

// covers is whether the process knows an owner of every slot: without, a server
// refuses all requests (cluster-require-full-coverage, which is on by default).
func (p *proc) covers() bool {
	known := p.slots
	for _, q := range p.peers {
		known = known.Or(q.slots)
	}
	return known == slots.All()
}

// minority is whether the process hears of too few owners to go on serving.
func (p *proc) minority() bool {
	heard := 1
	for _, q := range p.peers {
		if !q.slots.Empty() && !q.suspected && q.failedAt == 0 {
			heard++
		}
	}
	return 2*heard <= p.owners()
}

// write lets clients write a key of each probe.
func (s *sim) write() {
	single := s.voters() <= 1
	for k := range probes {
		p := s.serving(probe(k), single)
		if p == nil {
			continue
		}
		if p.data[k] < s.acked[k] {
			s.broken("an acknowledged write of slot %d is lost: %s has %d of %d", probe(k), p.name, p.data[k], s.acked[k])
			return
		}
		p.data[k]++
		p.offset += 10
		s.acked[k] = p.data[k]
	}
	for _, p := range s.procs { // clients on its side of a parting write too, and lose it
		if p.running() && p.owns() && p.host.island != 0 && !single && !p.minority() {
			p.offset += 100
		}
	}
}

// followNew makes b a replica of the id and begins its synchronisation.
func (s *sim) followNew(b *proc, id string) {
	b.primary, b.slots, b.linkUp, b.syncedAt, b.electAt = id, slots.Set{}, false, 0, 0
	b.version++
	b.table++
}

// replicate lets replicas catch up with their primaries.
func (s *sim) replicate() {
	for _, r := range s.procs {
		if !r.running() || r.primary == "" {
			continue
		}
		p, q := s.proc(r.primary), r.peer(r.primary)
		if p == nil || q == nil || q.addr != p.addr || !reach(r, p) {
			r.linkUp = false
			continue
		}
		r.group = p.group
		if !r.linkUp {
			whole := r.history != p.history && (r.history != p.former || r.offset > p.formerEnd || p.backlog == 0)
			if whole && r.offset > 0 && r.syncedAt == 0 && s.rng.IntN(2) == 0 {
				r.data, r.offset = [probes]int{}, 0 // it has begun to load the other's data
			}
			if r.syncedAt == 0 {
				r.syncedAt = s.now + s.rng.Int64N(2500)
			}
			if s.now < r.syncedAt {
				continue
			}
			if r.former = ""; !whole && r.history != p.history {
				r.former, r.formerEnd = p.former, p.formerEnd
			}
			r.linkUp, r.linked, r.syncedAt, r.history = true, true, 0, p.history
			r.data, r.offset, r.functions = p.data, max(p.offset, 1), p.functions
			continue
		}
		if s.rng.IntN(5) > 0 {
			r.data, r.offset, r.functions = p.data, max(p.offset, 1), p.functions
		}
	}
}
