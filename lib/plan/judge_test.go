package plan

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// TestConditions: what is known of a process from its pod, its host, and those
// who know its server. Node 2 is the primary of shard 1.
func TestConditions(t *testing.T) {
	gone := inPod(2, func(p *topology.Pod) { *p = topology.Pod{Made: true} })
	answers := func(fact topology.Fact[bool]) func(*Input) {
		return func(in *Input) {
			in.View.Answers = map[string]topology.Fact[bool]{}
			s, _ := in.View.Nodes[0].Server.Get()
			for _, p := range s.Peers {
				in.View.Answers[p.ID] = fact
			}
		}
	}
	notReady := inPod(2, func(p *topology.Pod) { p.HostNotReady = true })
	later := func(d time.Duration) func(*Input) { return func(in *Input) { in.Now = in.Now.Add(d) } }
	cases := map[string]struct {
		change func(*Input)
		want   condition
	}{
		"it answers":                         {func(*Input) {}, alive},
		"it does not":                        {unreachable(2), silent},
		"the kubelet says that it ended":     {both(unreachable(2), processEnded(2)), ended},
		"its pod is gone":                    {both(unreachable(2), gone, suspect(2, topology.HealthOK), answers(topology.Known(false))), ended},
		"its pod is gone, it answers":        {both(unreachable(2), gone, answers(topology.Known(true))), silent},
		"its pod is gone, nobody asked":      {both(unreachable(2), gone, answers(topology.Unknown[bool]("no route"))), silent},
		"its pod is gone, others reach it":   {both(unreachable(2), gone, answers(topology.Known(false))), silent},
		"its pod is gone, nobody knows it":   {both(unreachable(2), gone, forgotten(2)), ended},
		"its host is not Ready":              {both(unreachable(2), notReady), silent},
		"and was not heard of for a while":   {both(unreachable(2), notReady, later(12*time.Second)), lost},
		"it was not heard of on a good host": {both(unreachable(2), later(time.Minute)), silent},
		"its pod is about to run":            {both(unreachable(2), inPod(2, func(p *topology.Pod) { p.Running = false })), starting},
		"its pod is to be made": {both(unreachable(2), func(in *Input) {
			in.View.Nodes[2].Lifecycle = topology.Joining
			in.View.Nodes[2].Pod = topology.Known(topology.Pod{})
		}), starting},
		"its pod was made and is gone while it joins": {both(unreachable(2), gone, forgotten(2), func(in *Input) { in.View.Nodes[2].Lifecycle = topology.Joining }), ended},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in := settled(t, Desired{3, 1})
			in.NodeTimeout = 5 * time.Second
			c.change(&in)
			w := newWorld(in)
			i := slices.IndexFunc(w.members, func(m *member) bool { return m.Name == in.View.Nodes[2].Name })
			if got := w.members[i].condition; got != c.want {
				t.Errorf("got condition %d, want %d", got, c.want)
			}
		})
	}
}

// TestWitness: a server that has met nobody says nothing about a host.
func TestWitness(t *testing.T) {
	in := settled(t, Desired{1, 1})
	both(unreachable(0), inPod(0, func(p *topology.Pod) { p.HostNotReady = true }), forgotten(0))(&in)
	in.Now = in.Now.Add(time.Hour)
	if got := newWorld(in).members[0].condition; got != silent {
		t.Errorf("got condition %d, want silent", got)
	}
}

// TestVictims: which shards a scale-in gives up, in which order.
func TestVictims(t *testing.T) {
	cases := map[string]struct {
		slots  []int // of the shards
		broken int   // shard whose replica is out of sync, -1 for none
		shards int
		want   string
	}{
		"the highest of equals":      {[]int{4096, 4096, 4096, 4096}, -1, 3, "[3]"},
		"the fewest slots":           {[]int{5462, 5461, 5461}, -1, 1, "[2 1]"},
		"the unhealthy one":          {[]int{4096, 4096, 4096, 4096}, 1, 3, "[1]"},
		"a half drained one goes on": {[]int{5000, 5000, 5000, 1384}, 1, 3, "[3]"},
		"an empty one first":         {[]int{6000, 0, 6000, 4384}, 2, 2, "[1 2]"},
		"none":                       {[]int{8192, 8192}, -1, 2, "[]"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s := newSim(1, Desired{len(c.slots), 1})
			s.formed()
			from := 0
			for i, n := range c.slots {
				set := rangeOf(from, n)
				from += n
				owner := s.procs[2*i]
				owner.slots = set
				for _, p := range s.procs {
					if q := p.peer(owner.id); q != nil {
						q.slots = set
					}
				}
			}
			if c.broken >= 0 {
				s.procs[2*c.broken+1].linkUp = false
			}
			s.desired.Shards = c.shards
			var got []int
			for _, v := range newWorld(s.input()).victims {
				got = append(got, v.index)
			}
			if fmt.Sprint(got) != c.want {
				t.Errorf("got %v, want %s", got, c.want)
			}
		})
	}
}

func rangeOf(first, n int) slots.Set { return slots.Between(first, first+n-1) }
