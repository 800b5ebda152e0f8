package plan

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// settled is a cluster that lacks nothing, and what is seen of it.
func settled(t *testing.T, d Desired) Input {
	t.Helper()
	s := newSim(1, d)
	s.formed()
	for range 20 {
		s.tick(1000)
	}
	in := s.input()
	slices.SortFunc(in.View.Nodes, func(a, b topology.Node) int { return cmp.Compare(a.Name, b.Name) })
	if got := Next(in); got.Verb != Done {
		t.Fatalf("the cluster is not settled: %+v", got)
	}
	return in
}

// inPod changes what is seen of a node's pod, inServer of its server.
func inPod(node int, change func(*topology.Pod)) func(*Input) {
	return func(in *Input) {
		p, _ := in.View.Nodes[node].Pod.Get()
		change(&p)
		in.View.Nodes[node].Pod = topology.Known(p)
	}
}

func inServer(node int, change func(*topology.Server)) func(*Input) {
	return func(in *Input) {
		s, _ := in.View.Nodes[node].Server.Get()
		s.Peers = slices.Clone(s.Peers)
		change(&s)
		in.View.Nodes[node].Server = topology.Known(s)
	}
}

func unreachable(node int) func(*Input) {
	return func(in *Input) { in.View.Nodes[node].Server = topology.Unknown[topology.Server]("connection refused") }
}

func both(changes ...func(*Input)) func(*Input) {
	return func(in *Input) {
		for _, change := range changes {
			change(in)
		}
	}
}

// TestWaits changes facts of a settled cluster and demands the wait that names
// them, and that nothing is done. Node 0 is the primary of shard 0, node 1 its
// replica, node 2 the primary of shard 1.
func TestWaits(t *testing.T) {
	cases := map[string]struct {
		change      func(*Input)
		wantReason  Reason
		wantMessage string
	}{
		"paused": {func(in *Input) { in.Paused, in.State = true, StateNew }, Paused, "the next step would be: writing down"},
		"pod unknown": {func(in *Input) { in.View.Nodes[1].Pod = topology.Unknown[topology.Pod]("listing pods: timeout") },
			PodUnknown, "is not seen: listing pods: timeout"},
		"server silent":  {unreachable(1), ServerUnreachable, "does not answer: connection refused"},
		"a lost link":    {inServer(1, func(s *topology.Server) { s.Peers[1].Connected = false }), ViewsDiffer, "has no link to node"},
		"a failed peer":  {inServer(1, func(s *topology.Server) { s.Peers[1].Health = topology.HealthFailed }), ViewsDiffer, "has no link to node"},
		"out of sync":    {inServer(1, func(s *topology.Server) { s.Replication.LinkUp = false }), ReplicaSyncing, "is not in sync"},
		"a bad verdict":  {inServer(1, func(s *topology.Server) { s.Cluster.OK = false }), ClusterNotOK, "does not see a healthy cluster"},
		"slots lost":     {inServer(1, func(s *topology.Server) { s.Cluster.SlotsAssigned = 16383 }), ClusterNotOK, "sees 16383 of 16384 slots"},
		"an open slot":   {inServer(0, func(s *topology.Server) { s.Peers[0].Open = []topology.OpenSlot{{Slot: 93}} }), SlotsOpen, "slot 93 of node"},
		"a stranger":     {stranger(topology.Known(true)), ForeignPeer, "server x9 belongs to no node"},
		"an unasked one": {stranger(topology.Unknown[bool]("no route")), ForeignPeer, "it may still answer"},
		"a primary nobody reaches, doubted by nobody":  {unreachable(2), ServerUnreachable, "does not answer"},
		"a primary that runs but is suspected":         {both(unreachable(2), suspect(2, topology.HealthSuspected)), FailoverPending, "waiting for auto-failover: not every primary takes"},
		"a primary that failed a short while ago":      {both(unreachable(2), suspect(2, topology.HealthFailed)), FailoverPending, "waiting for auto-failover: shard 1"},
		"a lost primary whose replica does not answer": {both(unreachable(2), processEnded(2), unreachable(3), func(in *Input) { in.Desired.ReplicasPerShard = 0 }), ServerUnreachable, "may have a copy of its data"},
		"a disputed slot": {inServer(1, func(s *topology.Server) {
			s.Peers[0].Slots = slots.Between(0, 3)
			s.Peers[0].Role = topology.RolePrimary
		}),
			SlotsDisputed, "both serve slots 0-3"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in := settled(t, Desired{3, 1})
			c.change(&in)
			got := Next(in)
			if got.Verb != Wait || got.Reason != c.wantReason || !strings.Contains(got.Message, c.wantMessage) || got.Actions != nil {
				t.Errorf("got %s %s: %s, want a wait because of %s that says %q", got.Verb, got.Reason, got.Message, c.wantReason, c.wantMessage)
			}
		})
	}
}

// stranger makes a node know a server that belongs to no node.
func stranger(answers topology.Fact[bool]) func(*Input) {
	return func(in *Input) {
		inServer(1, func(s *topology.Server) {
			s.Peers = append(s.Peers, topology.Peer{ID: "x9", Role: topology.RolePrimary, Connected: true, Health: topology.HealthOK})
		})(in)
		in.View.Answers = map[string]topology.Fact[bool]{"x9": answers}
	}
}

// processEnded has the kubelet report the end of a node's server, and the others have
// lost their links to it.
func processEnded(node int) func(*Input) {
	return both(inPod(node, func(p *topology.Pod) { p.Running, p.Terminated = false, true }), suspect(node, topology.HealthOK))
}

// suspect has all others judge a node's server.
func suspect(node int, health topology.Health) func(*Input) {
	return func(in *Input) {
		id := in.View.Nodes[node].ID
		for i := range in.View.Nodes {
			if !in.View.Nodes[i].Server.Known() || i == node {
				continue
			}
			inServer(i, func(s *topology.Server) {
				for j := range s.Peers {
					if s.Peers[j].ID == id || strings.HasPrefix(s.Peers[j].Hostname, in.View.Nodes[node].Name+".") {
						s.Peers[j].Connected, s.Peers[j].Health = false, health
					}
				}
			})(in)
		}
	}
}
