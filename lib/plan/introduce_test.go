package plan

import (
	"testing"

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
