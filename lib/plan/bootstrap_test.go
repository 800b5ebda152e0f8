package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// form runs an operator that may die after any single action, and demands what
// must hold after each step.
func form(t *testing.T, seed uint64, d Desired, happened map[string]int) {
	t.Helper()
	f := newFake(seed, d)
	bound := 120 + 12*d.Shards*(d.ReplicasPerShard+1)
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("%dx%d seed %d: %s\n%s", d.Shards, d.ReplicasPerShard, seed, fmt.Sprintf(format, args...), strings.Join(f.log, "\n"))
	}
	for pass := 0; ; pass++ {
		decision := Next(Input{Desired: d, State: f.state, View: f.view()})
		f.log = append(f.log, fmt.Sprintf("%3d %s %s: %s", pass, decision.Verb, decision.Reason, decision.Message))
		happened[string(decision.Reason)]++
		if decision.Reason == "" || decision.Message == "" || (decision.Verb == Act) != (len(decision.Actions) > 0) {
			fail("the decision is ambiguous: %+v", decision)
		}
		done := decision.Actions
		if len(done) > 1 {
			done = done[:1+f.rng.IntN(len(done))] // the operator dies behind one of them
		}
		for _, a := range done {
			happened[string(a.Kind)]++
			if err := f.apply(a); err != nil {
				fail("action refused: %v", err)
			}
		}
		checkInvariants(f, fail)
		if decision.Verb == Done {
			break
		}
		if pass > bound {
			fail("no cluster after %d passes", bound)
		}
		f.tick()
	}
	checkFormed(f, fail)
}

func checkInvariants(f *fake, fail func(string, ...any)) {
	taken, perShard := slots.Set{}, map[int]int{}
	for _, n := range f.nodes {
		if both := taken.And(n.slots); !both.Empty() {
			fail("slots %s have two owners", both)
		}
		taken = taken.Or(n.slots)
		if n.primary != "" && !n.slots.Empty() {
			fail("replica %s serves slots", n.name)
		}
		if perShard[n.shard]++; perShard[n.shard] > f.desired.ReplicasPerShard+1 || n.shard >= f.desired.Shards {
			fail("shard %d has a node too many", n.shard)
		}
	}
	if f.state == StateActive && taken != slots.All() {
		fail("active with %d slots", taken.Len())
	}
}

func checkFormed(f *fake, fail func(string, ...any)) {
	epochs, least, most := map[int64]bool{}, slots.Count, 0
	for _, n := range f.nodes {
		if n.lifecycle != topology.Active || n.epoch == 0 || epochs[n.epoch] {
			fail("node %s is %s with epoch %d", n.name, n.lifecycle, n.epoch)
		}
		epochs[n.epoch] = true
		if n.primary == "" {
			least, most = min(least, n.slots.Len()), max(most, n.slots.Len())
			if len(n.slots.Ranges()) != 1 {
				fail("shard %d has slots %s, want one range", n.shard, n.slots)
			}
		} else if p := f.byID(n.primary); p.shard != n.shard {
			fail("replica %s of shard %d follows shard %d", n.name, n.shard, p.shard)
		}
	}
	if len(f.nodes) != f.desired.Shards*(f.desired.ReplicasPerShard+1) || most-least > 1 {
		fail("%d nodes, shares from %d to %d slots", len(f.nodes), least, most)
	}
}

func TestFormingFromAnyPoint(t *testing.T) {
	happened := map[string]int{}
	for _, d := range []Desired{{1, 0}, {1, 1}, {2, 0}, {3, 1}, {4, 2}, {12, 1}} {
		t.Run(fmt.Sprintf("%dx%d", d.Shards, d.ReplicasPerShard), func(t *testing.T) {
			for seed := range uint64(240 / (d.Shards * (d.ReplicasPerShard + 1))) {
				form(t, seed, d, happened)
			}
		})
	}
	for _, kind := range ActionKinds() {
		if happened[string(kind)] == 0 {
			t.Errorf("action %s never happened", kind)
		}
	}
	for _, reason := range []Reason{
		Snapshotting, CreatingNodes, SettingEpochs, MeetingNodes, AssigningSlots, AttachingReplicas, CompletingJoins, Activating,
		PodStarting, ServerUnreachable, ViewsDiffer, ReplicaSyncing, Ready,
	} {
		if happened[string(reason)] == 0 {
			t.Errorf("reason %s never occurred", reason)
		}
	}
}

// formed is a cluster in its final state and what is seen of it.
func formed(t *testing.T, d Desired) Input {
	t.Helper()
	f := newFake(1, d)
	for range 500 {
		decision := Next(Input{Desired: d, State: f.state, View: f.view()})
		for _, a := range decision.Actions {
			if err := f.apply(a); err != nil {
				t.Fatal(err)
			}
		}
		f.tick()
	}
	in := Input{Desired: d, State: f.state}
	for _, n := range f.nodes {
		in.View.Nodes = append(in.View.Nodes, topology.Node{
			Name: n.name, Shard: n.shard, Lifecycle: n.lifecycle,
			Pod:    topology.Known(topology.Pod{Exists: true, Address: "10.0.0.1", Running: true}),
			Server: topology.Known(f.server(n)),
		})
	}
	if got := Next(in); got.Verb != Done {
		t.Fatalf("the cluster is not formed: %+v", got)
	}
	return in
}

// TestWaits changes one fact of a formed cluster and demands the wait that names
// it, and that nothing is done.
func TestWaits(t *testing.T) {
	pod := func(change func(*topology.Pod)) func(*Input) {
		return func(in *Input) {
			p, _ := in.View.Nodes[1].Pod.Get()
			change(&p)
			in.View.Nodes[1].Pod = topology.Known(p)
		}
	}
	server := func(change func(*topology.Server)) func(*Input) {
		return func(in *Input) {
			s, _ := in.View.Nodes[1].Server.Get()
			s.Peers = slices.Clone(s.Peers)
			change(&s)
			in.View.Nodes[1].Server = topology.Known(s)
		}
	}
	cases := map[string]struct {
		change      func(*Input)
		wantReason  Reason
		wantMessage string
	}{
		"paused": {func(in *Input) { in.Paused, in.State = true, StateNew }, Paused, "the next step would be: writing down"},
		"pod unknown": {func(in *Input) { in.View.Nodes[1].Pod = topology.Unknown[topology.Pod]("listing pods: timeout") },
			PodUnknown, "is not seen: listing pods: timeout"},
		"pod gone":        {pod(func(p *topology.Pod) { *p = topology.Pod{} }), PodMissing, "is not there"},
		"pod ended":       {pod(func(p *topology.Pod) { p.Terminated, p.Running = true, false }), PodTerminated, "has ended"},
		"pod starting":    {pod(func(p *topology.Pod) { p.Running = false }), PodStarting, "is starting"},
		"pod unscheduled": {pod(func(p *topology.Pod) { p.Reason, p.Blocked = "Unschedulable", "0/3 nodes are available" }), PodBlocked, "Unschedulable: 0/3 nodes are available"},
		"server silent": {func(in *Input) { in.View.Nodes[1].Server = topology.Unknown[topology.Server]("connection refused") },
			ServerUnreachable, "does not answer: connection refused"},
		"a stranger": {server(func(s *topology.Server) {
			s.Peers = append(s.Peers, topology.Peer{ID: "x9", Role: topology.RolePrimary})
		}), ForeignPeer, "server x9 at an unknown address"},
		"a lost link":    {server(func(s *topology.Server) { s.Peers[1].Connected = false }), ViewsDiffer, "has no link to node"},
		"a failed peer":  {server(func(s *topology.Server) { s.Peers[1].Health = topology.HealthFailed }), ViewsDiffer, "has no link to node"},
		"an unknown one": {server(func(s *topology.Server) { s.Peers = s.Peers[:1] }), ViewsDiffer, "does not know node"},
		"out of sync":    {server(func(s *topology.Server) { s.Replication.LinkUp = false }), ReplicaSyncing, "is not in sync"},
		"a bad verdict":  {server(func(s *topology.Server) { s.Cluster.OK = false }), ClusterNotOK, "does not see a healthy cluster"},
		"too few shards": {server(func(s *topology.Server) { s.Cluster.Size = 2 }), ClusterNotOK, "sees 2 shards with slots, want 3"},
		"slots lost":     {server(func(s *topology.Server) { s.Cluster.SlotsAssigned = 16383 }), ClusterNotOK, "sees 16383 of 16384 slots"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in := formed(t, Desired{3, 1})
			c.change(&in)
			got := Next(in)
			if got.Verb != Wait || got.Reason != c.wantReason || !strings.Contains(got.Message, c.wantMessage) || got.Actions != nil {
				t.Errorf("got %+v, want a wait because of %s that says %q", got, c.wantReason, c.wantMessage)
			}
		})
	}
}

// TestTwoOwners hands a slot to a second primary.
func TestTwoOwners(t *testing.T) {
	in := formed(t, Desired{3, 0})
	for i := range in.View.Nodes {
		s, _ := in.View.Nodes[i].Server.Get()
		s.Peers = slices.Clone(s.Peers)
		for j, p := range s.Peers {
			if other, _ := in.View.Nodes[1].Server.Get(); p.ID == other.ID {
				s.Peers[j].Slots = p.Slots.Or(slots.Between(0, 3))
			}
		}
		in.View.Nodes[i].Server = topology.Known(s)
	}
	if got := Next(in); got.Verb != Wait || got.Reason != SlotsDisputed || !strings.Contains(got.Message, "slots 0-3") {
		t.Errorf("got %+v, want a wait because slots 0-3 are disputed", got)
	}
}

// TestDeletedNodeIsNotReplacedEarly: two nodes of one place would both count.
func TestDeletedNodeIsNotReplacedEarly(t *testing.T) {
	in := formed(t, Desired{2, 1})
	in.State = StateCreating
	in.View.Nodes[0].Deleting = true
	in.View.Nodes[1].Lifecycle = topology.Joining
	if got := Next(in); got.Verb != Wait || got.Reason != NodeDeleting || got.Object != in.View.Nodes[0].Name {
		t.Errorf("got %+v, want a wait for the deleted node", got)
	}
}

// TestPausedAndWell: a pause hides nothing of a cluster that lacks nothing.
func TestPausedAndWell(t *testing.T) {
	in := formed(t, Desired{2, 1})
	in.Paused = true
	if got := Next(in); got.Verb != Done {
		t.Errorf("got %+v, want done", got)
	}
}

// TestFormedBefore: a cluster that comes back from Invalid is not formed anew,
// whatever became of its shape meanwhile.
func TestFormedBefore(t *testing.T) {
	in := formed(t, Desired{2, 1})
	in.State, in.Desired = StateCreating, Desired{3, 1}
	if got := Next(in); got.Verb != Act || got.Actions[0].Kind != Activate {
		t.Errorf("got %+v, want the cluster to be activated", got)
	}
}

// TestUnresolved: without a recipe no node is made, and what exists goes on.
func TestUnresolved(t *testing.T) {
	cause := &Cause{Reason: "ConfigNotFound", Message: `ValkeyConfig "x" not found`}
	in := Input{Desired: Desired{1, 0}, State: StateCreating, Unresolved: cause}
	if got := Next(in); got.Verb != Wait || got.Reason != cause.Reason || got.Message != cause.Message {
		t.Errorf("got %+v, want a wait for the config", got)
	}
	in = formed(t, Desired{1, 1})
	in.State, in.Unresolved, in.View.Nodes[0].Lifecycle = StateCreating, cause, topology.Joining
	if got := Next(in); got.Verb != Act || got.Reason != CompletingJoins {
		t.Errorf("got %+v, want the join to be completed", got)
	}
}

func TestOrderOfNodesDoesNotMatter(t *testing.T) {
	in := formed(t, Desired{4, 1})
	in.State, in.View.Nodes[3].Lifecycle = StateCreating, topology.Joining
	want := Next(in)
	slices.Reverse(in.View.Nodes)
	if got := Next(in); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("reversed nodes give %+v, want %+v", got, want)
	}
}
