package plan

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// TestMeetingHoldsUpNobody: a new server answers, its bus does not, so that the
// handshake with it does not end. Who has departed elsewhere is forgotten meanwhile.
func TestMeetingHoldsUpNobody(t *testing.T) {
	for name, c := range map[string]struct {
		address string // with which all servers shake hands
		want    Reason
	}{"under way": {"10.9.9.9", ForgettingNodes}, "with somebody else": {"10.8.8.8", MeetingNodes}} {
		t.Run(name, func(t *testing.T) {
			in := settled(t, Desired{3, 1})
			for i := range in.View.Nodes {
				inServer(i, func(s *topology.Server) {
					s.Peers = append(s.Peers, topology.Peer{ID: "handshake", Handshake: true, Address: c.address, Role: topology.RoleUnknown, Health: topology.HealthOK})
				})(&in)
			}
			in.View.Nodes = append(in.View.Nodes, topology.Node{
				Name: "c-fffff", Shard: 2, Lifecycle: topology.Joining,
				Pod: topology.Known(topology.Pod{Exists: true, Made: true, Running: true, Address: "10.9.9.9"}),
				Server: topology.Known(topology.Server{
					ID: "new", Keys: topology.Known(int64(0)), Functions: topology.Known(""), Replication: topology.Replication{Role: topology.RolePrimary},
					Peers: []topology.Peer{{ID: "new", Myself: true, Role: topology.RolePrimary, Health: topology.HealthOK, Connected: true}},
				}),
			})
			both(unreachable(3), processEnded(3))(&in)
			if got := Next(in); got.Reason != c.want {
				t.Errorf("got %s %s: %s, want %s", got.Verb, got.Reason, got.Message, c.want)
			}
		})
	}
}

// TestStrangersAreIntroduced: those whom the seed knows do not wait for gossip to tell
// them of each other. A pass introduces as many pairs as there are servers, each
// server in two of them, and never one that goes, that the seed has not met or that
// shakes hands.
func TestStrangersAreIntroduced(t *testing.T) {
	const strangers = 23 // and the seed
	in := strangersOf(strangers + 1)
	got := Next(in)
	if got.Reason != MeetingNodes || got.Message != "introducing 23 pairs of nodes to each other" || len(got.Actions) != strangers {
		t.Fatalf("got %s %s: %s, %d actions", got.Verb, got.Reason, got.Message, len(got.Actions))
	}
	times, pairs := map[string]int{}, map[string]bool{}
	for _, a := range got.Actions {
		times[a.Node]++
		times[a.Peer]++
		pairs[a.Node+a.Peer], pairs[a.Peer+a.Node] = true, true
	}
	for _, n := range in.View.Nodes[1:] {
		if times[n.Name] != 2 {
			t.Errorf("node %s is introduced to %d others, want 2", n.Name, times[n.Name])
		}
	}
	if times[in.View.Nodes[0].Name] != 0 || len(pairs) != 2*strangers {
		t.Errorf("%d ordered pairs, the seed in %d: %v", len(pairs), times[in.View.Nodes[0].Name], got.Actions)
	}
}

// TestStrangersUntilAllKnowAll: pass after pass introduces other pairs, until none is
// left, whether the number of servers is odd or even.
func TestStrangersUntilAllKnowAll(t *testing.T) {
	for _, servers := range []int{3, 4, 5, 6, 7, 24} {
		in := strangersOf(servers)
		strangers := servers - 1
		passes, pairs := 0, 0
		for ; Next(in).Reason == MeetingNodes; passes++ {
			for _, a := range Next(in).Actions {
				know(&in, a.ID, a.PeerID)
				pairs++
			}
		}
		if want := strangers * (strangers - 1) / 2; pairs != want || passes != (want+strangers-1)/strangers {
			t.Errorf("%d servers: %d pairs in %d passes, want %d", servers, pairs, passes, want)
		}
	}
}

func TestWhoIsNotIntroduced(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Input)
		want   []Action // all but the pair of the second and the third
	}{
		"shakes hands": {inServer(1, func(s *topology.Server) {
			s.Peers = append(s.Peers, topology.Peer{ID: "handshake", Handshake: true, Address: "10.0.0.2", Role: topology.RoleUnknown})
		}), nil},
		"is shaken hands with": {inServer(2, func(s *topology.Server) {
			s.Peers = append(s.Peers, topology.Peer{ID: "handshake", Handshake: true, Address: "10.0.0.1", Role: topology.RoleUnknown})
		}), nil},
		"goes": {func(in *Input) { in.State, in.View.Nodes[2].Deleting = StateActive, true }, nil},
		"the seed shakes hands with it": {inServer(0, func(s *topology.Server) {
			s.Peers[2] = topology.Peer{ID: "handshake", Handshake: true, Address: peerOf(2).Address, Role: topology.RoleUnknown}
		}), nil},
		"has not heard of the seed": {both(
			inServer(0, func(s *topology.Server) {
				s.Peers = append(s.Peers, topology.Peer{ID: "handshake", Handshake: true, Address: peerOf(2).Address, Role: topology.RoleUnknown})
			}),
			inServer(2, func(s *topology.Server) { s.Peers = s.Peers[:1] })), nil},
		"one way is known": {inServer(1, func(s *topology.Server) {
			s.Peers = append(s.Peers, peerOf(2))
		}), []Action{{Kind: Meet, Node: nodeName(1), ID: serverID(1), Peer: nodeName(2), PeerID: serverID(2)}}},
	} {
		t.Run(name, func(t *testing.T) {
			in := strangersOf(3)
			c.change(&in)
			got := Next(in)
			if got.Reason != MeetingNodes {
				got.Actions = nil
			}
			if !slices.Equal(got.Actions, c.want) {
				t.Errorf("got %s %s: %s, %v, want %v", got.Verb, got.Reason, got.Message, got.Actions, c.want)
			}
		})
	}
}

// strangersOf is a cluster that forms, of servers of which each knows the first one,
// and the first all.
func strangersOf(servers int) Input {
	in := Input{State: StateCreating, Desired: Desired{Shards: servers, ReplicasPerShard: 0}, Now: time.Unix(1_000_000_000, 0)}
	for i := range servers {
		in.View.Nodes = append(in.View.Nodes, topology.Node{
			Name: nodeName(i), Shard: i, Lifecycle: topology.Joining,
			Pod: topology.Known(topology.Pod{Exists: true, Made: true, Running: true, Address: peerOf(i).Address}),
			Server: topology.Known(topology.Server{
				ID: serverID(i), Keys: topology.Known(int64(0)), Functions: topology.Known(""), Replication: topology.Replication{Role: topology.RolePrimary},
				Cluster: topology.ClusterInfo{MyEpoch: int64(i + 1), CurrentEpoch: int64(servers)},
				Peers:   []topology.Peer{{ID: serverID(i), Myself: true, Role: topology.RolePrimary, Health: topology.HealthOK, Connected: true}},
			}),
		})
		if i > 0 {
			know(&in, serverID(0), serverID(i))
		}
	}
	return in
}

func nodeName(i int) string { return fmt.Sprintf("c-%05x", i) }

func serverID(i int) string { return fmt.Sprintf("server-%d", i) }

func peerOf(i int) topology.Peer {
	return topology.Peer{ID: serverID(i), Address: fmt.Sprintf("10.0.0.%d", i), Role: topology.RolePrimary, Health: topology.HealthOK, Connected: true}
}

// know has two servers know each other.
func know(in *Input, a, b string) {
	for i := range in.View.Nodes {
		inServer(i, func(s *topology.Server) {
			for j := range in.View.Nodes {
				if (s.ID == a && serverID(j) == b || s.ID == b && serverID(j) == a) && !slices.ContainsFunc(s.Peers, func(p topology.Peer) bool { return p.ID == serverID(j) }) {
					s.Peers = append(s.Peers, peerOf(j))
				}
			}
		})(in)
	}
}
