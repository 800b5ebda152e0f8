package plan

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// owns changes what everybody, or the one viewer if not -1, takes for a node's slots.
func owns(viewer, node int, owned slots.Set) func(*Input) {
	return func(in *Input) {
		owner, _ := in.View.Nodes[node].Server.Get()
		for i := range in.View.Nodes {
			if viewer >= 0 && i != viewer {
				continue
			}
			inServer(i, func(s *topology.Server) {
				for j := range s.Peers {
					if s.Peers[j].ID == owner.ID {
						s.Peers[j].Slots = owned
					}
				}
			})(in)
		}
	}
}

// TestHandOverTakesNothingBack: node 0 is the primary of shard 0, its pod is being
// deleted, node 1 is its replica; node 2 is the primary of shard 1.
func TestHandOverTakesNothingBack(t *testing.T) {
	deleting := inPod(0, func(p *topology.Pod) { p.Deleting = true })
	left := slots.Between(0, 99)
	moved := func(in *Input) {
		first, second := slots.Split(3)[0], slots.Split(3)[1]
		both(owns(-1, 0, first.Without(left)), owns(-1, 2, second.Or(left)))(in)
	}
	cases := map[string]struct {
		change func(*Input)
		want   Reason
	}{
		"all have heard":   {both(deleting, moved), HandingOver},
		"the heir has not": {both(deleting, moved, owns(1, 0, slots.Split(3)[0]), owns(1, 2, slots.Split(3)[1])), ViewsDiffer},
		"slots are on their way": {both(deleting, func(in *Input) {
			from, _ := in.View.Nodes[0].Server.Get()
			to, _ := in.View.Nodes[2].Server.Get()
			job := topology.Migration{Name: "j", Export: true, SourceID: from.ID, TargetID: to.ID, Slots: left, State: "replicating", Created: in.Now.Unix()}
			inServer(0, func(s *topology.Server) { s.Migrations = []topology.Migration{job} })(in)
		}), SlotsMoving},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in := settled(t, Desired{3, 1})
			c.change(&in)
			if got := Next(in); got.Reason != c.want {
				t.Errorf("got %s: %s, want %s", got.Reason, got.Message, c.want)
			}
		})
	}
}

// TestTwoOwnersInAShard: both replicas of a lost primary were elected, each with
// the slots that it had heard of. A new replica comes, then all move to one of
// them.
func TestTwoOwnersInAShard(t *testing.T) {
	in := settled(t, Desired{2, 1})
	whole := slots.Split(2)[0]
	part := whole.Last(100)
	primary, _ := in.View.Nodes[0].Server.Get()
	second, _ := in.View.Nodes[1].Server.Get()
	for i := range in.View.Nodes {
		inServer(i, func(s *topology.Server) {
			for j := range s.Peers {
				if s.Peers[j].ID == second.ID {
					s.Peers[j].Role, s.Peers[j].PrimaryID = topology.RolePrimary, ""
				}
			}
		})(&in)
	}
	inServer(1, func(s *topology.Server) { s.Replication.Role = topology.RolePrimary })(&in)
	both(owns(-1, 0, whole.Without(part)), owns(-1, 1, part))(&in)
	got := Next(in)
	if got.Reason != ReplacingNodes || len(got.Actions) != 1 || got.Actions[0].Shard != 0 {
		t.Fatalf("got %s: %s, want a replica more", got.Reason, got.Message)
	}
	in.Desired.ReplicasPerShard = 0 // as if it had come
	got = Next(in)
	if got.Reason != MovingSlots || got.Actions[0].ID != second.ID || got.Actions[0].PeerID != primary.ID || got.Actions[0].Slots != part {
		t.Errorf("got %s: %s, want its slots to move to the primary", got.Reason, got.Message)
	}
}

// TestHandOverNeedsAMajority: of two primaries one has ended and the other is on its
// way out. One voter of two elects nobody, so that the one that has ended is taken
// over first.
func TestHandOverNeedsAMajority(t *testing.T) {
	for name, going := range map[string]func(*Input){
		"its pod is being deleted":        inPod(2, func(p *topology.Pod) { p.Deleting = true }),
		"its ValkeyNode is being deleted": func(in *Input) { in.View.Nodes[2].Deleting = true },
		"it was marked as leaving":        func(in *Input) { in.View.Nodes[2].Lifecycle = topology.Leaving },
	} {
		t.Run(name, func(t *testing.T) {
			in := settled(t, Desired{2, 1})
			both(unreachable(0), processEnded(0), going)(&in)
			if got := Next(in); got.Reason != TakingOver || got.Actions[0].Node != in.View.Nodes[1].Name {
				t.Errorf("got %s: %s, want %s to take over", got.Reason, got.Message, in.View.Nodes[1].Name)
			}
		})
	}
}

// TestWaitingHandOverHoldsUpNoOther: of two primaries whose pods are being deleted
// the first has slots on their way.
func TestWaitingHandOverHoldsUpNoOther(t *testing.T) {
	in := settled(t, Desired{3, 1})
	from, _ := in.View.Nodes[0].Server.Get()
	to, _ := in.View.Nodes[4].Server.Get()
	deleting := func(p *topology.Pod) { p.Deleting = true }
	both(inPod(0, deleting), inPod(2, deleting), inServer(0, func(s *topology.Server) {
		s.Migrations = []topology.Migration{{Name: "j", Export: true, SourceID: from.ID, TargetID: to.ID, State: "replicating", Created: in.Now.Unix()}}
	}))(&in)
	if got := Next(in); got.Reason != HandingOver || got.Actions[0].Node != in.View.Nodes[3].Name {
		t.Errorf("got %s: %s, want shard 1 to go over", got.Reason, got.Message)
	}
}
