package plan

import (
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// probes are the slots whose keys the simulator follows.
const probes = 8

func probe(k int) int { return k*slots.Count/probes + 866 }

// timeout is the node timeout of simulated servers, in milliseconds.
const timeout = 5000

// proc is a simulated server process.
type proc struct {
	id, name, addr string
	host           *host
	alive          bool
	slowUntil      int64 // the operator gets no answer until then

	epoch, current, lastVote int64
	primary                  string // id of the one it follows
	group                    string // Valkey's shard id
	slots                    slots.Set
	version                  int // of what it says of itself
	table                    int // version of what it knows of others
	peers                    []*peer
	meeting                  map[string]int64 // address to end of the handshake
	banned                   map[string]int64
	voted                    map[string]int64
	electAt                  int64
	force, forcedUnseen      bool

	data      [probes]int
	offset    int64
	history   string // Valkey's replication id
	linked    bool   // it was in sync with another one since it was a primary
	former    string // the one that it goes on from, up to the offset formerEnd
	formerEnd int64
	backlog   int // 0: it has none of the former history
	linkUp    bool
	syncedAt  int64
	functions string
	jobs      []*job
	openSlot  bool
	buffer    []topology.Peer
	void      bool // its data was given up
}

// peer is what a process knows of another one.
type peer struct {
	id, name, addr string
	primary        string
	slots          slots.Set
	epoch          int64
	pong           int64
	suspected      bool
	failedAt       int64 // 0 unless failed
	seen, table    int   // versions at the last exchange
}

func (p *proc) peer(id string) *peer {
	for _, q := range p.peers {
		if q.id == id {
			return q
		}
	}
	return nil
}

func (p *proc) drop(id string) {
	p.table++
	p.peers = slices.DeleteFunc(p.peers, func(q *peer) bool { return q.id == id })
}

// owners is how many processes with slots it knows, itself included.
func (p *proc) owners() int {
	n := 0
	if !p.slots.Empty() {
		n++
	}
	for _, q := range p.peers {
		if !q.slots.Empty() {
			n++
		}
	}
	return n
}

func (p *proc) owns() bool { return !p.slots.Empty() }

func (s *sim) proc(id string) *proc {
	for _, p := range s.procs {
		if p.id == id {
			return p
		}
	}
	return nil
}

// at is the process that listens at an address.
func (s *sim) at(addr string) *proc {
	for _, p := range s.procs {
		if p.alive && p.addr == addr && p.host.up {
			return p
		}
	}
	return nil
}

func (p *proc) running() bool { return p.alive && p.host.up }

// reach is whether two processes can talk.
func reach(a, b *proc) bool {
	return a.running() && b.running() && a.host.island == b.host.island
}

// answers is whether the operator can talk to the process.
func (s *sim) answers(p *proc) bool {
	return p != nil && p.running() && !p.host.cut && s.now >= p.slowUntil
}

// linked is whether p holds a link to the one it knows as q.
func (s *sim) linked(p *proc, q *peer) bool {
	other := s.proc(q.id)
	return other != nil && other.addr == q.addr && reach(p, other)
}

// kill ends a process. What dies with it unseen by any replica is lost, and
// nobody can be blamed for it, unless it was planned.
func (s *sim) kill(p *proc, planned bool) {
	if p == nil || !p.alive {
		return
	}
	p.alive = false
	s.freed = append(s.freed, p.addr)
	if !planned {
		s.concede(slots.All(), (*proc).running)
	}
}

// concede lowers what was acknowledged for the slots to what the best copy among
// those that count has.
func (s *sim) concede(of slots.Set, counts func(*proc) bool) {
	for k := range probes {
		best := 0
		for _, p := range s.procs {
			if counts(p) && s.copies(p, k) {
				best = max(best, p.data[k])
			}
		}
		if of.Has(probe(k)) {
			s.acked[k] = min(s.acked[k], best)
		}
	}
}

// copies is whether the process has a copy of the keys of a probe: it owns the
// slot, or follows the one that does.
func (s *sim) copies(p *proc, k int) bool {
	if p.slots.Has(probe(k)) {
		return true
	}
	if p.primary == "" {
		return false
	}
	owner := s.proc(p.primary)
	if owner != nil && p.history != owner.history && p.history == owner.former && p.offset > owner.formerEnd {
		return false // it went its own way, and has yet to begin anew
	}
	if owner != nil && (owner.running() || owner.slots.Has(probe(k))) {
		return owner.slots.Has(probe(k)) // what has left its primary is about to leave it too
	}
	q := p.peer(p.primary)
	return q != nil && q.slots.Has(probe(k))
}
