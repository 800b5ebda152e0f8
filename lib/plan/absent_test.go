package plan

import (
	"strings"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

func idOf(in *Input, node int) string {
	s, _ := in.View.Nodes[node].Server.Get()
	return s.ID
}

// everywhere changes how each server that answers sees the one with the id.
func everywhere(id string, change func(*topology.Peer)) func(*Input) {
	return func(in *Input) {
		for i := range in.View.Nodes {
			if !in.View.Nodes[i].Server.Known() {
				continue
			}
			inServer(i, func(s *topology.Server) {
				for j := range s.Peers {
					if s.Peers[j].ID == id {
						change(&s.Peers[j])
					}
				}
			})(in)
		}
	}
}

func unheard(id string, since time.Duration) func(*Input) {
	return func(in *Input) {
		everywhere(id, func(p *topology.Peer) {
			p.Health, p.Connected, p.PongReceived = topology.HealthFailed, false, in.Now.Add(-since).UnixMilli()
		})(in)
	}
}

// TestAddressTakenOut: a lost server whose address was given to another one is known
// without one by all (9.1.2). Nobody answers as that server, so that it is replaced.
func TestAddressTakenOut(t *testing.T) {
	cases := map[string]struct {
		shape Desired
		node  int
		want  Reason
	}{
		"a replica":                 {Desired{3, 1}, 3, ForgettingNodes},
		"a primary":                 {Desired{3, 1}, 2, ForcingFailover},
		"a primary without replica": {Desired{3, 0}, 1, LosingData},
		"the only shard's primary":  {Desired{1, 1}, 0, TakingOver},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in := settled(t, c.shape)
			id := idOf(&in, c.node)
			both(unreachable(c.node), inPod(c.node, func(p *topology.Pod) { *p = topology.Pod{Made: true} }), unheard(id, 6*time.Second),
				everywhere(id, func(p *topology.Peer) { p.Address, p.NoAddress = "", true }))(&in)
			in.View.Answers = map[string]topology.Fact[bool]{id: topology.Known(false)}
			if got := Next(in); got.Verb != Act || got.Reason != c.want {
				t.Errorf("got %s %s: %s, want %s", got.Verb, got.Reason, got.Message, c.want)
			}
		})
	}
}

// parted is shard 0 of three with two replicas: its primary, node 0, is cut off from
// the other servers alone; node 1 was elected in its place, with an epoch above, and
// does not answer; node 2 follows that one.
func parted(t *testing.T) Input {
	t.Helper()
	in := settled(t, Desired{3, 2})
	old, heir := idOf(&in, 0), idOf(&in, 1)
	for i := 1; i < len(in.View.Nodes); i++ {
		inServer(i, func(s *topology.Server) {
			for j := range s.Peers {
				switch p := &s.Peers[j]; p.ID {
				case old:
					p.Health, p.Connected, p.Slots = topology.HealthFailed, false, slots.Set{}
				case heir:
					p.Role, p.PrimaryID, p.Slots, p.ConfigEpoch = topology.RolePrimary, "", slots.Split(3)[0], 9
				case idOf(&in, 2):
					p.PrimaryID = heir
				}
			}
		})(&in)
	}
	unreachable(1)(&in)
	return in
}

// TestStalePrimaryHidesNobody: what a server says that was cut off does not count
// above what others say of its successor, as long as that one may live, or a copy.
func TestStalePrimaryHidesNobody(t *testing.T) {
	cases := map[string]struct {
		change func(*Input)
		reason Reason
		node   int // of the first action
	}{
		"the successor has ended":                 {processEnded(1), ForcingFailover, 2},
		"only this program does not reach it":     {func(*Input) {}, ServerUnreachable, -1},
		"its copy does not answer: not forgotten": {both(processEnded(1), unreachable(2)), ReplacingNodes, -1},
		"it has ended with all copies: forgotten": {both(processEnded(1), unreachable(2), processEnded(2)), ForgettingNodes, -1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in := parted(t)
			c.change(&in)
			got := Next(in)
			if got.Reason != c.reason {
				t.Errorf("got %s %s: %s, want %s", got.Verb, got.Reason, got.Message, c.reason)
			}
			if c.node >= 0 && (len(got.Actions) == 0 || got.Actions[0].Node != in.View.Nodes[c.node].Name) {
				t.Errorf("got %+v, want node %d", got.Actions, c.node)
			}
		})
	}
}

// TestHeirOfAllSlots: a replica that has not heard yet of slots that its primary got
// is not promoted at once: they would stay with the dead one.
func TestHeirOfAllSlots(t *testing.T) {
	for name, c := range map[string]struct {
		since time.Duration
		want  Reason
	}{"a moment ago": {time.Second, ReplacingNodes}, "long ago": {11 * time.Second, ForcingFailover}} {
		t.Run(name, func(t *testing.T) {
			in := settled(t, Desired{3, 1})
			had, gained := slots.Split(3)[1], slots.Split(3)[0].Last(100)
			id, from := idOf(&in, 2), idOf(&in, 0)
			everywhere(id, func(p *topology.Peer) { p.Slots, p.ConfigEpoch = had.Or(gained), 9 })(&in)
			everywhere(from, func(p *topology.Peer) { p.Slots = p.Slots.Without(gained) })(&in)
			inServer(3, func(s *topology.Server) {
				for j := range s.Peers {
					if s.Peers[j].ID == id {
						s.Peers[j].Slots, s.Peers[j].ConfigEpoch = had, 2
					}
				}
			})(&in)
			both(unreachable(2), processEnded(2), unheard(id, c.since))(&in)
			if got := Next(in); got.Reason != c.want {
				t.Errorf("got %s %s: %s, want %s", got.Verb, got.Reason, got.Message, c.want)
			}
		})
	}
}

// TestHistories: a primary that was cut off and is back has a higher offset than the
// replica in sync, in the history that ended with the election of its successor. The
// replica came to that by a stretch of the stream, or by a whole snapshot, which
// leaves no trace of the former history (9.1.2: zeros).
func TestHistories(t *testing.T) {
	zeros := strings.Repeat("0", 40)
	for name, c := range map[string]struct {
		primary bool
		former  string
	}{"part of the stream": {false, "a"}, "a snapshot": {true, zeros}} {
		t.Run(name, func(t *testing.T) {
			in := settled(t, Desired{3, 2})
			inServer(1, func(s *topology.Server) {
				s.Replication.LinkUp, s.Replication.FormerPrimary, s.Replication.Offset, s.Replication.ReplicationID, s.Replication.FormerID = false, c.primary, 9000, "a", zeros
			})(&in)
			inServer(2, func(s *topology.Server) {
				s.Replication.LinkUp, s.Replication.Offset, s.Replication.ReplicationID, s.Replication.FormerID = false, 8000, "b", c.former
			})(&in)
			both(unreachable(0), processEnded(0))(&in)
			got := Next(in)
			if got.Reason != ForcingFailover || got.Actions[0].Node != in.View.Nodes[2].Name {
				t.Errorf("got %s %s: %s, want node %s forced", got.Verb, got.Reason, got.Message, in.View.Nodes[2].Name)
			}
		})
	}
}

// TestOlderCopySilent: as TestOlderCopy, but the replica does not answer. Others
// know it as one of the primary before: nothing is given up while it may live.
func TestOlderCopySilent(t *testing.T) {
	in := parted(t)
	old := idOf(&in, 0)
	everywhere(idOf(&in, 2), func(p *topology.Peer) { p.PrimaryID, p.Health, p.Connected = old, topology.HealthFailed, false })(&in)
	both(processEnded(1), unreachable(0), processEnded(0), unreachable(2))(&in)
	got, decided := loseData(newWorld(in))
	if !decided || got.Reason != ServerUnreachable || got.Object != in.View.Nodes[2].Name {
		t.Errorf("got %s %s: %s, want to wait for node %s", got.Verb, got.Reason, got.Message, in.View.Nodes[2].Name)
	}
}

// TestHungServerThatLeaves is stopped once nobody has heard of it for long, unless it
// may have the last copy of something.
func TestHungServerThatLeaves(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Input)
		want   Reason
	}{
		"for long":             {func(*Input) {}, RetiringNodes},
		"for a moment":         {nil, DepartedNotFenced},
		"it stops already":     {inPod(2, func(p *topology.Pod) { p.Deleting = true }), DepartedNotFenced},
		"its primary has died": {both(unreachable(0), processEnded(0)), ReplacingNodes},
	} {
		t.Run(name, func(t *testing.T) {
			in := settled(t, Desired{3, 2})
			in.Desired.ReplicasPerShard = 1
			in.View.Nodes[2].Lifecycle = topology.Leaving
			id := idOf(&in, 2)
			both(unreachable(2), unheard(id, time.Minute))(&in)
			if c.change == nil {
				c.change = unheard(id, time.Second)
			}
			c.change(&in)
			if got := Next(in); got.Reason != c.want {
				t.Errorf("got %s %s: %s, want %s", got.Verb, got.Reason, got.Message, c.want)
			}
		})
	}
}

// TestOlderCopy: a replica that follows a primary which was replaced, and does not
// know it, has the best copy once the successor is lost: nothing is given up.
func TestOlderCopy(t *testing.T) {
	in := parted(t)
	old := idOf(&in, 0)
	inServer(2, func(s *topology.Server) {
		for j := range s.Peers {
			switch p := &s.Peers[j]; p.ID {
			case old:
				p.Slots, p.ConfigEpoch = slots.Split(3)[0], 1
			case s.ID:
				p.PrimaryID = old
			default:
				if p.ConfigEpoch == 9 {
					p.Role, p.PrimaryID, p.Slots, p.ConfigEpoch = topology.RoleReplica, old, slots.Set{}, 1
				}
			}
		}
	})(&in)
	both(processEnded(1), unreachable(0), processEnded(0))(&in)
	if got := Next(in); got.Reason != ReplacingNodes {
		t.Errorf("got %s %s: %s, want %s", got.Verb, got.Reason, got.Message, ReplacingNodes)
	}
}
