package plan

import "github.com/valkey-menu/valkey-menu/lib/slots"

// later runs f once the time has come; a run is not over before.
func (s *sim) later(ms int64, f func()) { s.due = append(s.due, deferred{s.now + ms, f}) }

func (s *sim) anyNode(qualifies func(*simNode) bool) *simNode {
	var all []*simNode
	for _, n := range s.nodes {
		if p := s.process(n); p != nil && p.running() && (qualifies == nil || qualifies(n)) {
			all = append(all, n)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[s.rng.IntN(len(all))]
}

func (s *sim) killNode(n *simNode) {
	if n != nil {
		s.note("  ! the process of %s is killed", n.name)
		s.kill(n.pod.proc, false)
	}
}

func (s *sim) isPrimary(n *simNode) bool { return s.process(n).owns() }

// eachOf does something to all running nodes that qualify.
func (s *sim) eachOf(qualifies func(*simNode) bool, do func(*simNode)) {
	for _, n := range append([]*simNode(nil), s.nodes...) {
		if p := s.process(n); p != nil && p.running() && qualifies(n) {
			do(n)
		}
	}
}

// edits are what people do to the cluster.
func edits() []fault {
	return []fault{
		{"edit shards", func(s *sim) {
			s.desired.Shards = 1 + s.rng.IntN(4)
			s.note("  ! shards: %d", s.desired.Shards)
		}},
		{"double the shards", func(s *sim) {
			s.desired.Shards = 2 * (1 + s.rng.IntN(2))
			s.note("  ! shards: %d", s.desired.Shards)
		}},
		{"edit replicas", func(s *sim) {
			s.desired.ReplicasPerShard = s.rng.IntN(3)
			s.note("  ! replicasPerShard: %d", s.desired.ReplicasPerShard)
		}},
		{"roll", func(s *sim) {
			s.revisions++
			s.revision = s.revisions
			s.note("  ! revision %d", s.revision)
		}},
		{"no roll may begin", func(s *sim) {
			s.note("  ! no roll may begin")
			s.rollHeld = true
			s.later(10_000+s.rng.Int64N(30_000), func() { s.rollHeld = false })
		}},
		{"roll to what cannot be scheduled", func(s *sim) { s.badRevision(s.unschedulable) }},
		{"roll to what crashes", func(s *sim) { s.badRevision(s.crashing) }},
		{"unresolved", func(s *sim) {
			s.note("  ! a reference does not resolve")
			s.unresolved = true
			s.later(10_000+s.rng.Int64N(30_000), func() { s.unresolved = false })
		}},
		{"pause", func(s *sim) {
			s.note("  ! paused")
			s.paused = true
			s.later(4000, func() { s.paused = false })
		}},
	}
}

func (s *sim) badRevision(kind map[int]bool) {
	old := s.revision
	for s.unschedulable[old] || s.crashing[old] {
		old--
	}
	s.revisions++
	s.revision = s.revisions
	kind[s.revision] = true
	s.note("  ! revision %d, which cannot run", s.revision)
	s.later(5000+s.rng.Int64N(30_000), func() {
		s.note("  ! back to revision %d", old)
		s.revision = old
	})
}

// loseHost takes a host down, or cuts it off from everything.
func (s *sim) loseHost(cut bool, ms int64) {
	h := s.hosts[s.rng.IntN(len(s.hosts))]
	if n := s.anyNode(s.isPrimary); n != nil && s.rng.IntN(3) > 0 {
		h = n.pod.host
	}
	if h.troubled > 0 {
		return
	}
	s.note("  ! host %s is gone (cut off: %t)", h.name, cut)
	h.troubled = s.now
	if cut {
		h.cut, h.island = true, 2
	} else {
		h.up = false
		s.concede(slots.All(), (*proc).running)
	}
	s.later(ms, func() {
		s.note("  ! host %s is back", h.name)
		s.hostBack(h)
	})
}

// partPrimary parts the servers of a primary's host from the others until another
// one is elected, which is killed: while they are parted, or at the moment when the
// former primary follows it.
func (s *sim) partPrimary(back bool) {
	n := s.anyNode(s.isPrimary)
	if n == nil || n.pod.host.troubled > 0 || n.pod.host.island != 0 {
		return
	}
	old, h := n.pod.proc, n.pod.host
	had := old.slots
	s.note("  ! the servers of host %s are parted from the others", h.name)
	h.island = 1
	heal := s.now + 25_000
	var watch func()
	watch = func() {
		heir := s.anyNode(func(m *simNode) bool { return m.pod.proc != old && m.pod.proc.slots.And(had) == had && m.pod.host != h })
		switch {
		case heir == nil && s.now < heal:
			s.later(500, watch)
			return
		case heir == nil:
		case back:
			h.island = min(h.island, 0)
			if old.primary != heir.pod.proc.id && s.now < heal {
				s.later(500, watch)
				return
			}
			s.killNode(heir)
		default:
			s.killNode(heir)
			s.later(20_000, func() { h.island = min(h.island, 0) })
			return
		}
		h.island = min(h.island, 0)
	}
	s.later(500, watch)
}

// stranger is a server of nobody's that was met by hand and ends later.
func (s *sim) stranger() {
	n := s.anyNode(s.isPrimary)
	if n == nil {
		return
	}
	p := s.newProc("stranger", n.pod.host)
	s.note("  ! a stranger joins")
	s.learn(n.pod.proc, p)
	s.learn(p, n.pod.proc)
	s.later(15_000, func() { s.kill(p, false) })
}
