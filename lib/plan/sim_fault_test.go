package plan

// fault is one thing that goes wrong, or that a person does. It may come back
// later to set things right.
type fault struct {
	name string
	do   func(*sim)
}

func faults() []fault {
	return []fault{
		{"kill a process", func(s *sim) { s.killNode(s.anyNode(nil)) }},
		{"kill a primary", func(s *sim) { s.killNode(s.anyNode(s.isPrimary)) }},
		{"delete a pod", func(s *sim) {
			if n := s.anyNode(nil); n != nil {
				s.note("  ! the pod of %s is deleted", n.name)
				s.stopPod(n, false, 300+s.rng.Int64N(3000))
			}
		}},
		{"delete a pod by force", func(s *sim) {
			if n := s.anyNode(func(n *simNode) bool { return !n.pod.host.cut }); n != nil {
				s.note("  ! the pod of %s is deleted by force", n.name)
				s.stopPod(n, true, s.rng.Int64N(4000))
			}
		}},
		{"delete a pending pod", func(s *sim) {
			for _, n := range s.nodes {
				if n.pod != nil && n.pod.proc == nil {
					s.note("  ! the pending pod of %s is deleted", n.name)
					n.pod = nil
					return
				}
			}
		}},
		{"delete a ValkeyNode", func(s *sim) {
			if n := s.anyNode(nil); n != nil {
				s.note("  ! ValkeyNode %s is deleted", n.name)
				n.deleting = true
			}
		}},
		{"delete a primary's ValkeyNode and kill the others", func(s *sim) {
			n := s.anyNode(s.isPrimary)
			if n == nil || s.voters() > 3 {
				return
			}
			s.note("  ! ValkeyNode %s is deleted", n.name)
			n.deleting = true
			s.eachOf(func(m *simNode) bool { return m != n && s.isPrimary(m) }, s.killNode)
		}},
		{"kill a shard", func(s *sim) {
			if n := s.anyNode(nil); n != nil {
				s.eachOf(func(m *simNode) bool { return m.shard == n.shard }, s.killNode)
			}
		}},
		{"kill most primaries", func(s *sim) {
			left := (s.voters() + 2) / 2
			s.eachOf(s.isPrimary, func(n *simNode) {
				if left--; left >= 0 {
					s.killNode(n)
				}
			})
		}},
		{"kill all", func(s *sim) { s.eachOf(func(*simNode) bool { return true }, s.killNode) }},
		{"kill a primary whose replicas are slow", func(s *sim) {
			n := s.anyNode(s.isPrimary)
			if n == nil {
				return
			}
			s.eachOf(func(m *simNode) bool { return m.shard == n.shard }, func(m *simNode) { m.pod.proc.slowUntil = s.now + 3000 + s.rng.Int64N(20_000) })
			s.killNode(n)
		}},
		{"kill a primary while a replica is parted", func(s *sim) {
			n := s.anyNode(s.isPrimary)
			if n == nil {
				return
			}
			m := s.anyNode(func(m *simNode) bool {
				return m.shard == n.shard && m.pod.host != n.pod.host && m.pod.host.troubled == 0
			})
			if m == nil {
				return
			}
			h := m.pod.host
			h.island = 1
			s.later(25_000, func() { h.island = min(h.island, 0) })
			s.killNode(n)
		}},
		{"kill the successor of a parted primary", func(s *sim) { s.partPrimary(false) }},
		{"kill the successor of a primary that is back", func(s *sim) { s.partPrimary(true) }},
		{"kill all but a slow one", func(s *sim) {
			n := s.anyNode(s.isPrimary)
			if n == nil {
				return
			}
			n.pod.proc.slowUntil = s.now + 20_000
			s.eachOf(func(m *simNode) bool { return m != n }, s.killNode)
		}},
		{"replicas do not stand for election", func(s *sim) {
			s.note("  ! replicas do not stand for election")
			s.lazy = true
			s.later(60_000, func() { s.lazy = false })
			s.loseHost(s.rng.IntN(2) == 0, 40_000)
		}},
		{"lose a host", func(s *sim) { s.loseHost(false, 10_000+s.rng.Int64N(50_000)) }},
		{"cut off a host", func(s *sim) { s.loseHost(true, 5000+s.rng.Int64N(60_000)) }},
		{"cut off the host of a primary", func(s *sim) { s.loseHost(true, 30_000) }},
		{"cut off a host for long", func(s *sim) { s.loseHost(true, 60_000) }},
		{"part the servers", func(s *sim) {
			h := s.hosts[s.rng.IntN(len(s.hosts))]
			if h.troubled > 0 {
				return
			}
			s.note("  ! the servers of host %s are parted from the others", h.name)
			h.island = 1
			s.later(2000+s.rng.Int64N(25_000), func() { h.island = min(h.island, 0) })
		}},
		{"slow server", func(s *sim) {
			if n := s.anyNode(nil); n != nil {
				s.note("  ! the server of %s is slow", n.name)
				n.pod.proc.slowUntil = s.now + 1000 + s.rng.Int64N(15_000)
			}
		}},
		{"all addresses change", func(s *sim) {
			s.note("  ! all addresses change")
			for _, p := range s.procs {
				if p.alive {
					s.started++
					p.addr = "10.1.0." + itoa(s.started)
				}
			}
		}},
		{"no pod can be scheduled", func(s *sim) {
			s.note("  ! no pod can be scheduled")
			s.full = true
			s.later(5000+s.rng.Int64N(40_000), func() { s.full = false })
		}},
		{"pods are not listed", func(s *sim) {
			s.blind = true
			s.later(2000, func() { s.blind = false })
		}},
		{"slot is open", func(s *sim) {
			if n := s.anyNode(s.isPrimary); n != nil {
				p := n.pod.proc
				p.openSlot = true
				s.later(20_000, func() { p.openSlot = false })
			}
		}},
		{"a stranger joins", (*sim).stranger},
		{"the source of a migration ends as it succeeds", func(s *sim) {
			s.migration = "source ends"
			s.desired.Shards += 1 - 2*(s.desired.Shards/3)
			s.later(25_000, func() { s.migration = "" })
		}},
		{"migrations fail", func(s *sim) {
			s.migration = []string{"noperm", "protocol", "flush", "cancel", "stall"}[s.rng.IntN(5)]
			s.note("  ! migrations meet %s", s.migration)
			s.desired.Shards += 1 - 2*(s.desired.Shards/3)
			s.later(25_000, func() { s.migration = "" })
		}},
	}
}
