package plan

import (
	"fmt"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// form forms a cluster from nothing and returns how many passes did something; the
// others waited for pods and gossip.
func form(t *testing.T, s *sim) int {
	t.Helper()
	s.state = StateNew
	acting := 0
	for range 200 {
		d := s.pass()
		if d.Verb == Act {
			acting++
		}
		if d.Verb == Done {
			s.well()
			if s.failure != "" {
				t.Fatalf("%s\n%s", s.failure, s.text())
			}
			return acting
		}
		s.tick(1000)
		if s.failure != "" {
			t.Fatalf("%s\n%s", s.failure, s.text())
		}
	}
	t.Fatalf("no cluster after 200 passes\n%s", s.text())
	return 0
}

// TestForming forms shapes, each shard with one range of slots and every node
// with a config epoch of its own.
func TestForming(t *testing.T) {
	for _, d := range []Desired{{1, 0}, {1, 1}, {2, 0}, {3, 1}, {4, 2}, {12, 1}} {
		t.Run(fmt.Sprintf("%dx%d", d.Shards, d.ReplicasPerShard), func(t *testing.T) {
			for seed := range uint64(3) {
				s := newSim(seed, d)
				s.verbose = true
				form(t, s)
				epochs := map[int64]bool{}
				for _, p := range s.procs {
					if p.owns() && len(p.slots.Ranges()) != 1 {
						t.Errorf("%s has slots %s, want one range", p.name, p.slots)
					}
					if p.epoch == 0 || epochs[p.epoch] {
						t.Errorf("%s has epoch %d, want one of its own", p.name, p.epoch)
					}
					epochs[p.epoch] = true
				}
			}
		})
	}
}

// TestFormingManyNodes: steps that disturb nobody are done for all nodes at once.
func TestFormingManyNodes(t *testing.T) {
	s := newSim(1, Desired{15, 1})
	s.verbose = true
	if acting := form(t, s); acting > 20 {
		t.Errorf("forming 30 nodes took %d steps, want at most 20", acting)
	}
}

// TestFormingGoesOn: what dies or is deleted while a cluster forms is replaced.
func TestFormingGoesOn(t *testing.T) {
	harm := map[string]func(*sim, *simNode){
		"process": (*sim).killNode,
		"pod":     func(s *sim, n *simNode) { s.stopPod(n, true, 0) },
		"node":    func(_ *sim, n *simNode) { n.deleting = true },
	}
	for name, do := range harm {
		t.Run(name, func(t *testing.T) {
			for pass := range 14 {
				s := newSim(uint64(pass), Desired{2, 1})
				s.verbose = true
				for range pass {
					s.pass()
					s.tick(1000)
				}
				if n := s.anyNode(nil); n != nil {
					do(s, n)
				}
				s.run(nil)
				if s.failure != "" {
					t.Fatalf("after pass %d: %s\n%s", pass, s.failure, s.text())
				}
			}
		})
	}
}

// TestHostLostBeforeTheFirstMeeting: nobody can miss a server that nobody has met. It
// has no data, so that its host's word is enough and another one is made.
func TestHostLostBeforeTheFirstMeeting(t *testing.T) {
	s := newSim(1, Desired{3, 1})
	s.verbose = true
	running := func() (n int) {
		for _, p := range s.procs {
			if len(p.peers) > 0 {
				t.Fatal("they have met")
			}
			n++
		}
		return n
	}
	for running() < 5 {
		s.pass()
		s.tick(100)
	}
	h := s.procs[0].host
	h.up, h.troubled = false, s.now
	for range 100 {
		if s.pass().Verb == Done {
			return
		}
		s.tick(1000)
	}
	t.Errorf("no cluster after 100 s\n%s", s.text())
}

// TestAssigningFragments gives what is free to a shard that has none, whatever
// ranges it is made of.
func TestAssigningFragments(t *testing.T) {
	s := newSim(1, Desired{3, 0})
	s.formed()
	s.tick(1000)
	lost := slots.Between(5, 7).Or(slots.Between(100, 100)).Or(s.procs[2].slots)
	for _, p := range s.procs {
		p.slots = p.slots.Without(lost)
		for _, q := range p.peers {
			q.slots = q.slots.Without(lost)
		}
	}
	s.acked = [probes]int{}
	for _, p := range s.procs {
		p.data = [probes]int{}
	}
	in := s.input()
	d := Next(in)
	if d.Reason != AssigningSlots || len(d.Actions) != 1 || d.Actions[0].Slots != lost || d.Actions[0].Node != s.procs[2].name || len(d.Losses) != 1 || d.Losses[0].Slots != lost {
		t.Errorf("got %s %s with %d actions and losses %v, want slots %s for %s", d.Reason, d.Message, len(d.Actions), d.Losses, lost, s.procs[2].name)
	}
	in.View.Nodes[0].Server = topology.Unknown[topology.Server]("timeout")
	if d := Next(in); d.Reason != ServerUnreachable {
		t.Errorf("got %s: %s, want a wait for the server that may own some", d.Reason, d.Message)
	}
}
