package plan

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// TestLeastPods: node 0 is the primary of shard 0, node 1 its replica.
func TestLeastPods(t *testing.T) {
	more := func(linkUp bool) func(*Input) {
		return func(in *Input) {
			n := in.View.Nodes[1]
			n.Name = "c-more"
			in.View.Nodes = append(in.View.Nodes, n)
			inServer(len(in.View.Nodes)-1, func(s *topology.Server) { s.Replication.LinkUp = linkUp })(in)
		}
	}
	cases := map[string]struct {
		change func(*Input)
		want   int
	}{
		"all in sync":                 {func(*Input) {}, 1},
		"the replica loads":           {inServer(1, func(s *topology.Server) { s.Replication.LinkUp = false }), 2},
		"the replica does not answer": {unreachable(1), 2},
		"nobody answers":              {both(unreachable(0), unreachable(1)), 2},
		"its pod is not seen":         {func(in *Input) { in.View.Nodes[1].Pod = topology.Unknown[topology.Pod]("timeout") }, 1},
		"its pod is gone":             {both(unreachable(1), inPod(1, func(p *topology.Pod) { *p = topology.Pod{} })), 1},
		"its pod is being deleted":    {inPod(1, func(p *topology.Pod) { p.Deleting = true }), 1},
		"a roll, the new one loads":   {more(false), 2},
		"a roll, the new one is in":   {more(true), 2},
		"one of three leaves":         {both(more(true), func(in *Input) { in.View.Nodes[1].Lifecycle = topology.Leaving }), 2},
	}
	for name, c := range cases {
		in := settled(t, Desired{3, 1})
		c.change(&in)
		if got := LeastPods(in.View, 0, 1); got != c.want {
			t.Errorf("%s: %d pods have to stay, want %d", name, got, c.want)
		}
	}
}
