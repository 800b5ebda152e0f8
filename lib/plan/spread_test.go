package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// at puts the pods of nodes on hosts: "z1/a" is host a in zone z1.
func at(places ...string) func(*Input) {
	return func(in *Input) {
		for i, place := range places {
			inPod(i, func(p *topology.Pod) {
				zone, host, zoned := strings.Cut(place, "/")
				if p.Host = place; zoned {
					p.Zone, p.Host = zone, host
				}
			})(in)
		}
	}
}

// TestPrimariesAreSpread: nodes 0, 2 and 4 are the primaries of three shards. A new
// cluster hands one over before it serves; one that was formed is left as it is.
func TestPrimariesAreSpread(t *testing.T) {
	forming := func(in *Input) {
		in.State = StateCreating
		for i := range in.View.Nodes {
			in.View.Nodes[i].Lifecycle = topology.Joining
		}
	}
	cases := map[string]struct {
		places []string // of primary and replica of each shard
		change func(*Input)
		want   string // who takes over from whom, else the reason
	}{
		"on hosts of their own":          {[]string{"a", "b", "b", "c", "c", "a"}, forming, "CompletingJoins"},
		"two on one host":                {[]string{"a", "b", "a", "c", "b", "c"}, forming, "3 from 2"},
		"two, one of which has a choice": {[]string{"a", "b", "b", "c", "a", "c"}, forming, "5 from 4"},
		"all in one place":               {[]string{"a", "a", "a", "a", "a", "a"}, forming, "CompletingJoins"},
		"two hosts":                      {[]string{"a", "b", "a", "b", "a", "b"}, forming, "1 from 0"},
		"two in one zone":                {[]string{"z1/a", "z2/c", "z1/b", "z3/d", "z2/c", "z3/d"}, forming, "3 from 2"},
		"one zone, two on one host":      {[]string{"z1/a", "z1/b", "z1/a", "z1/c", "z1/b", "z1/c"}, forming, "3 from 2"},
		"the other pod is to go": {
			[]string{"a", "b", "a", "c", "b", "b"}, both(forming, inPod(3, func(p *topology.Pod) { p.Deleting = true })), "CompletingJoins",
		},
		"formed": {[]string{"a", "b", "a", "c", "b", "c"}, func(*Input) {}, "Ready"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in := settled(t, Desired{3, 1})
			at(c.places...)(&in)
			c.change(&in)
			d := Next(in)
			got := string(d.Reason)
			if d.Reason == SpreadingPrimaries {
				index := func(name string) int {
					return slices.IndexFunc(in.View.Nodes, func(n topology.Node) bool { return n.Name == name })
				}
				got = fmt.Sprintf("%d from %d", index(d.Actions[0].Node), index(d.Actions[0].Peer))
			}
			if got != c.want {
				t.Errorf("got %s (%s), want %s", got, d.Message, c.want)
			}
		})
	}
}

// TestFormingSpreads: no host has two of three primaries, whoever starts first.
func TestFormingSpreads(t *testing.T) {
	handed := 0
	for seed := range uint64(60) {
		s := newSim(seed, Desired{3, 1})
		s.hosts = s.hosts[:3]
		s.verbose = true
		form(t, s)
		on := map[string]int{}
		for _, n := range s.nodes {
			if n.pod.proc.owns() {
				on[n.pod.host.name]++
			}
		}
		if len(on) != 3 {
			t.Errorf("seed %d: the primaries are on %v\n%s", seed, on, s.text())
		}
		if strings.Contains(s.text(), "SpreadingPrimaries") {
			handed++
		}
	}
	if handed == 0 || handed == 60 {
		t.Errorf("%d of 60 clusters handed a shard over, want some", handed)
	}
}

// TestSuccessorsAreSpread: of two replicas in sync, the one takes over in whose zone
// and on whose host fewer others are, also if the other one has more data.
func TestSuccessorsAreSpread(t *testing.T) {
	leaves := inPod(0, func(p *topology.Pod) { p.Deleting = true })
	ahead := inServer(1, func(s *topology.Server) { s.Replication.Offset = 1 << 40 })
	for name, c := range map[string]struct {
		places []string // of the three nodes of each shard
		change func(*Input)
		want   int
	}{
		"no difference":  {[]string{"a", "b", "c", "d", "e", "f", "g", "h", "i"}, leaves, 1},
		"a host":         {[]string{"a", "b", "c", "b", "e", "f", "d", "h", "i"}, both(leaves, ahead), 2},
		"a zone":         {[]string{"z1/a", "z2/b", "z3/c", "z2/x", "z1/e", "z3/f", "z1/g", "z2/h", "z3/i"}, both(leaves, ahead), 2},
		"nobody is told": {[]string{"", "", "", "", "", "", "", "", ""}, both(leaves, ahead), 1},
	} {
		t.Run(name, func(t *testing.T) {
			in := settled(t, Desired{3, 2})
			at(c.places...)(&in)
			c.change(&in)
			if d := Next(in); d.Reason != HandingOver || d.Actions[0].Node != in.View.Nodes[c.want].Name {
				t.Errorf("got %s: %s, want node %s", d.Reason, d.Message, in.View.Nodes[c.want].Name)
			}
		})
	}
}
