package plan

import (
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// well is what a cluster is that has nothing left to do.
func (s *sim) well() {
	served, shards, least, most := slots.Set{}, map[int]int{}, slots.Count, 0
	for _, n := range s.nodes {
		p := s.process(n)
		if p == nil || !p.running() || n.lifecycle != topology.Active || n.revision != s.revision {
			s.broken("%s is left over or not up to date", n.name)
			return
		}
		shards[n.shard]++
		if p.primary == "" {
			served = served.Or(p.slots)
			least, most = min(least, p.slots.Len()), max(most, p.slots.Len())
		} else if s.process(s.node(s.proc(p.primary).name)) == nil || s.node(s.proc(p.primary).name).shard != n.shard {
			s.broken("replica %s follows another shard", n.name)
		}
		if len(p.peers) != len(s.nodes)-1 {
			s.broken("%s knows %d others of %d", n.name, len(p.peers), len(s.nodes)-1)
		}
		if p.owns() && s.functionsMissing(p) {
			s.broken("%s lacks functions", n.name)
		}
	}
	if served != slots.All() || most-least > 1 {
		s.broken("%d slots are served, shares from %d to %d", served.Len(), least, most)
	}
	if len(shards) != s.desired.Shards {
		s.broken("%d shards, want %d", len(shards), s.desired.Shards)
	}
	for index, n := range shards {
		if n != s.desired.ReplicasPerShard+1 {
			s.broken("shard %d has %d nodes", index, n)
		}
	}
	if s.state != StateActive {
		s.broken("the cluster is %s", s.state)
	}
	s.kept()
}

// kept demands that whoever serves a probe has all that was acknowledged for it.
func (s *sim) kept() {
	for k := range probes {
		for _, n := range s.nodes {
			if p := s.process(n); p.slots.Has(probe(k)) && p.data[k] < s.acked[k] {
				s.broken("acknowledged writes of slot %d are lost: %s has %d of %d", probe(k), p.name, p.data[k], s.acked[k])
			}
		}
	}
}
