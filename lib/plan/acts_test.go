package plan

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// TestActs changes facts of a settled cluster and demands what is done.
func TestActs(t *testing.T) {
	cases := map[string]struct {
		change     func(*Input)
		wantReason Reason
		want       string // of the first action
	}{
		"its process ended":         {both(unreachable(2), processEnded(2)), ForcingFailover, "ForceFailOver"},
		"its host is being drained": {inPod(2, func(p *topology.Pod) { p.Deleting = true }), HandingOver, "FailOver"},
		"a replica ended":           {both(unreachable(3), processEnded(3)), ForgettingNodes, "Forget"},
		"no quorum":                 {both(unreachable(0), processEnded(0), unreachable(2), processEnded(2)), TakingOver, "TakeOver"},
		"both of a shard ended":     {both(unreachable(2), processEnded(2), unreachable(3), processEnded(3)), ForgettingNodes, "Forget"},
		"more replicas":             {func(in *Input) { in.Desired.ReplicasPerShard = 2 }, ReplacingNodes, "CreateNode"},
		"fewer replicas":            {func(in *Input) { in.Desired.ReplicasPerShard = 0 }, SheddingReplicas, "MarkLeaving"},
		"more shards":               {func(in *Input) { in.Desired.Shards = 4 }, AddingShards, "CreateNode"},
		"fewer shards":              {func(in *Input) { in.Desired.Shards = 2 }, MovingSlots, "MoveSlots"},
		"an outdated node":          {func(in *Input) { in.View.Nodes[1].Outdated = []string{"spec.image"} }, Surging, "CreateNode"},
		"an outdated node that never ran": {both(unreachable(1), func(in *Input) {
			in.View.Nodes[1].Lifecycle, in.View.Nodes[1].Outdated = topology.Joining, []string{"spec.image"}
			inPod(1, func(p *topology.Pod) { p.Running = false })(in)
		}), DroppingStuckNode, "MarkLeaving"},
		"another address": {both(inServer(1, func(s *topology.Server) { s.Peers[1].Connected = false }),
			inPod(0, func(p *topology.Pod) { p.Address = "10.9.9.9" })), HealingAddresses, "Meet"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in := settled(t, Desired{3, 1})
			c.change(&in)
			got := Next(in)
			if got.Verb != Act || got.Reason != c.wantReason || string(got.Actions[0].Kind) != c.want {
				t.Errorf("got %s %s: %s, want %s because of %s", got.Verb, got.Reason, got.Message, c.want, c.wantReason)
			}
		})
	}
}

// TestUnresolved: without a recipe a replacement copies the failed node, and
// nothing else is made.
func TestUnresolved(t *testing.T) {
	cause := &Cause{Reason: "ConfigNotFound", Message: `ValkeyConfig "x" not found`}
	for name, c := range map[string]struct {
		change func(*Input)
		want   string
	}{
		"forming":         {func(in *Input) { *in = Input{Desired: Desired{1, 0}, State: StateCreating} }, "wait ConfigNotFound"},
		"a failed node":   {both(unreachable(3), processEnded(3), forgotten(3)), "act ReplacingNodes, a copy"},
		"more shards":     {func(in *Input) { in.Desired.Shards = 4 }, "wait ConfigNotFound"},
		"more replicas":   {func(in *Input) { in.Desired.ReplicasPerShard = 2 }, "wait ClusterNotOK"},
		"an outdated one": {func(in *Input) { in.View.Nodes[1].Outdated = []string{"x"} }, "wait ConfigNotFound"},
		"fewer shards":    {func(in *Input) { in.Desired.Shards = 2 }, "wait ConfigNotFound"},
	} {
		t.Run(name, func(t *testing.T) {
			in := settled(t, Desired{3, 1})
			c.change(&in)
			in.Unresolved = cause
			d := Next(in)
			got := fmt.Sprintf("%s %s", d.Verb, d.Reason)
			if len(d.Actions) > 0 && d.Actions[0].CopyOf == in.View.Nodes[3].Name {
				got += ", a copy"
			}
			if got != c.want {
				t.Errorf("got %s (%s), want %s", got, d.Message, c.want)
			}
		})
	}
}

// forgotten removes a node from what the others know.
func forgotten(node int) func(*Input) {
	return func(in *Input) {
		for i := range in.View.Nodes {
			if i != node && in.View.Nodes[i].Server.Known() {
				inServer(i, func(s *topology.Server) {
					s.Peers = slices.DeleteFunc(s.Peers, func(p topology.Peer) bool { return strings.HasPrefix(p.Hostname, in.View.Nodes[node].Name+".") })
				})(in)
			}
		}
	}
}

func TestOrderOfNodesDoesNotMatter(t *testing.T) {
	in := settled(t, Desired{4, 1})
	in.Desired.Shards = 3
	want := Next(in)
	slices.Reverse(in.View.Nodes)
	if got := Next(in); !reflect.DeepEqual(got, want) {
		t.Errorf("reversed nodes give %+v, want %+v", got, want)
	}
}

// TestFormedBefore: a cluster that comes back from Invalid is not formed anew,
// whatever became of its shape meanwhile.
func TestFormedBefore(t *testing.T) {
	in := settled(t, Desired{2, 1})
	in.State, in.Desired, in.View.Nodes[0].Lifecycle = StateCreating, Desired{3, 1}, topology.Joining
	if got := Next(in); got.Verb != Act || got.Actions[0].Kind != Activate {
		t.Errorf("got %+v, want the cluster to be activated", got)
	}
}

// TestPausedAndWell: a pause hides nothing of a cluster that lacks nothing.
func TestPausedAndWell(t *testing.T) {
	in := settled(t, Desired{2, 1})
	in.Paused = true
	if got := Next(in); got.Verb != Done {
		t.Errorf("got %+v, want done", got)
	}
}
