package plan

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// TestShedBesideADrain: one replica too many, and the pod of one is being deleted
// already. That one counts as none, and is the one to go.
func TestShedBesideADrain(t *testing.T) {
	for going := 1; going <= 2; going++ {
		in := settled(t, Desired{3, 2})
		in.Desired.ReplicasPerShard = 1
		inPod(going, func(p *topology.Pod) { p.Deleting = true })(&in)
		if got := Next(in); got.Reason != SheddingReplicas || got.Actions[0].Node != in.View.Nodes[going].Name {
			t.Errorf("got %s: %s, want %s to go", got.Reason, got.Message, in.View.Nodes[going].Name)
		}
	}
}

// TestRollBesideADrain: no node of a shard is retired while the pod of another one is
// being deleted.
func TestRollBesideADrain(t *testing.T) {
	in := settled(t, Desired{3, 2})
	in.Desired.ReplicasPerShard = 1
	in.View.Nodes[0].Outdated = []string{"spec.image"} // the third of its shard has come
	inPod(2, func(p *topology.Pod) { p.Deleting = true })(&in)
	if got := Next(in); got.Reason != PodStopping || got.Object != in.View.Nodes[2].Name {
		t.Errorf("got %s %s: %s, want to wait for pod %s", got.Verb, got.Reason, got.Message, in.View.Nodes[2].Name)
	}
}

// TestForeignFinalizer: a node that somebody else's finalizer keeps is on its way
// out, and holds up nobody.
func TestForeignFinalizer(t *testing.T) {
	in := settled(t, Desired{3, 1})
	in.View.Nodes[3].Deleting = true
	both(unreachable(3), forgotten(3), inPod(3, func(p *topology.Pod) { *p = topology.Pod{Made: true} }))(&in)
	in.View.Nodes = append(in.View.Nodes, topology.Node{
		Name: "c-fffff", Shard: 1, Lifecycle: topology.Joining, Server: topology.Unknown[topology.Server]("its pod does not run"),
		Pod: topology.Known(topology.Pod{Exists: true, Made: true}),
	})
	if got := Next(in); got.Reason != PodStarting || got.Object != "c-fffff" {
		t.Errorf("got %s %s: %s, want to wait for its successor", got.Verb, got.Reason, got.Message)
	}
}
