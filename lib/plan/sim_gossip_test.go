package plan

import "github.com/valkey-menu/valkey-menu/lib/slots"

// gossip lets every pair of processes that can talk exchange what they know, now
// and then.
func (s *sim) gossip() {
	for _, p := range s.procs {
		if !p.running() {
			continue
		}
		for addr, until := range p.meeting {
			if until < s.now {
				delete(p.meeting, addr)
			}
		}
		for _, addr := range sortedKeys(p.meeting) {
			if other := s.at(addr); other != nil && other != p && reach(p, other) {
				s.learn(p, other)
				s.learn(other, p)
				delete(p.meeting, addr)
			}
		}
	}
	often := 7 // of ten times
	if s.now < s.slowGossip {
		often = 1
	}
	for i, a := range s.procs {
		for _, b := range s.procs[i+1:] {
			if reach(a, b) && s.rng.IntN(10) < often {
				s.exchange(a, b)
			}
		}
	}
}

// learn makes p know another one whom it has met.
func (s *sim) learn(p, other *proc) {
	if q := p.peer(other.id); q != nil {
		q.addr = other.addr
		return
	}
	p.table++
	p.peers = append(p.peers, &peer{id: other.id, name: other.name, addr: other.addr, pong: s.now, seen: -1})
}

// exchange is a ping and its pong, if there is a link in either direction.
func (s *sim) exchange(a, b *proc) {
	qa, qb := b.peer(a.id), a.peer(b.id)
	if (qa == nil || qa.addr != a.addr) && (qb == nil || qb.addr != b.addr) {
		return
	}
	s.hear(a, b)
	s.hear(b, a)
}

// hear is b getting a's packet. One from a stranger is ignored, but a running
// stranger that knows b is learnt again once its ban is over.
func (s *sim) hear(a, b *proc) {
	q := b.peer(a.id)
	if q == nil {
		if b.banned[a.id] < s.now && b.banned[a.id] > 0 {
			delete(b.banned, a.id)
			s.learn(b, a)
		}
		return
	}
	q.addr, q.pong, q.suspected = a.addr, s.now, false
	if q.failedAt > 0 && (a.slots.Empty() || s.now-q.failedAt > 2*timeout) {
		q.failedAt = 0
	}
	b.current = max(b.current, a.current)
	if q.seen != a.version || q.table != b.table {
		q.seen = a.version // it may learn better meanwhile
		s.header(a, b, q)
		q.table = b.table
	}
	for _, third := range a.peers { // what it tells of others
		if third.id != b.id && b.peer(third.id) == nil && b.banned[third.id] < s.now {
			if len(b.meeting) < 8 {
				b.meeting[third.addr] = s.now + timeout
			}
		}
	}
}

func (s *sim) header(a, b *proc, q *peer) {
	q.epoch = a.epoch
	if a.primary != "" {
		if owner := s.proc(a.primary); owner != nil {
			q.epoch = owner.epoch
		}
		if q.primary == "" {
			b.table++
		}
		q.primary, q.slots = a.primary, slots.Set{}
		s.updateOf(a, b)
		if b.primary == a.id { // no chains
			s.followNew(b, a.primary)
		}
		return
	}
	q.primary = ""
	if b.primary == "" && a.epoch == b.epoch && b.id < a.id && a.epoch > 0 {
		b.current++
		b.epoch = b.current
		b.version++
	}
	s.claim(b, a.id, a.group, a.epoch, a.slots)
}

// updateOf is b telling a replica of newer slots of its primary than it claims for
// it, as servers do (UPDATE messages, 9.1.2).
func (s *sim) updateOf(a, b *proc) {
	its, known := a.peer(a.primary), b.peer(a.primary)
	if its != nil && known != nil && known.epoch > its.epoch && its.slots != known.slots {
		its.epoch = known.epoch
		s.claim(a, its.id, "", known.epoch, known.slots)
		a.version++
	}
	for _, o := range b.peers { // of whoever took them from its primary
		if its == nil || o.epoch <= its.epoch || o.slots.And(its.slots).Empty() || a.peer(o.id) == nil || s.proc(o.id) == nil {
			continue
		}
		s.claim(a, o.id, s.proc(o.id).group, o.epoch, o.slots)
		a.version++
		return
	}
}

// claim is b hearing that the server of the id serves slots with an epoch.
func (s *sim) claim(b *proc, id, group string, epoch int64, claimed slots.Set) {
	q := b.peer(id)
	free := slots.All().Without(b.slots)
	lost := false
	if both := claimed.And(b.slots); !both.Empty() {
		if b.epoch < epoch {
			b.slots = b.slots.Without(both)
			b.version++
			q.slots = q.slots.Or(both)
			lost = b.slots.Empty()
		} else if b.epoch > epoch {
			if other := s.proc(id); other != nil && reach(b, other) && other.peer(b.id) != nil {
				s.claim(other, b.id, b.group, b.epoch, b.slots)
			}
		}
	}
	for _, o := range b.peers {
		if o.id == id {
			continue
		}
		both := claimed.And(o.slots)
		free = free.Without(o.slots)
		if both.Empty() {
			continue
		}
		switch {
		case o.epoch < epoch:
			o.slots = o.slots.Without(both)
			q.slots = q.slots.Or(both)
			b.table++
			if o.slots.Empty() && b.primary == o.id && b.group == group {
				s.followNew(b, id)
			}
		case o.epoch > epoch:
			if other := s.proc(id); other != nil && reach(b, other) && other.peer(o.id) != nil {
				s.claim(other, o.id, "", o.epoch, o.slots)
			}
		}
	}
	q.slots = q.slots.Or(claimed.And(free))
	if lost && b.group == group && b.primary == "" {
		s.followNew(b, id)
	}
}

// judge is each process making up its mind on whom it has not heard of.
func (s *sim) judge() {
	for _, v := range s.procs {
		if !v.running() {
			continue
		}
		for _, q := range v.peers {
			// Somebody else answers at its address: the viewer takes the address out (flag
			// noaddr, 9.1.2).
			if other := s.at(q.addr); other != nil && other.id != q.id && reach(v, other) {
				q.addr = ""
				s.count("fault address lost")
			}
			if s.now-q.pong <= timeout {
				continue
			}
			q.suspected = true
			if q.failedAt == 0 && s.agreeOnFailure(v, q) {
				q.failedAt = s.now
				for _, other := range s.procs {
					if oq := other.peer(q.id); oq != nil && reach(v, other) && oq.failedAt == 0 {
						oq.failedAt = s.now
					}
				}
			}
		}
	}
}

func (s *sim) agreeOnFailure(v *proc, q *peer) bool {
	n := 0
	if v.owns() {
		n++
	}
	for _, vq := range v.peers {
		if other := s.proc(vq.id); !vq.slots.Empty() && other != nil && vq.id != q.id && reach(v, other) {
			if oq := other.peer(q.id); oq != nil && (oq.suspected || oq.failedAt > 0) {
				n++
			}
		}
	}
	return n >= v.owners()/2+1
}
