package act

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

func resolved() *resolve.Cluster {
	c := &resolve.Cluster{Namespace: namespace, Name: "cache", Config: &resolve.Config{}}
	c.Config.Image.Ref = "valkey/valkey:9.1.3"
	return c
}

func inShard(shard int32) func(*v1alpha1.ValkeyNode) {
	return func(n *v1alpha1.ValkeyNode) { n.Spec.ShardIndex = shard }
}

// TestCreateNode: the first node of a shard joins as its primary, in a formed cluster
// with the shard, and every further one, also of the same pass, as a replica.
func TestCreateNode(t *testing.T) {
	for state, first := range map[v1alpha1.ClusterState]string{v1alpha1.StateCreating: names.JoinPrimary, v1alpha1.StateActive: names.JoinShard} {
		w := newWorld(t, node("cache-seen", inShard(7)))
		w.actor.Random = bytes.NewReader([]byte{0xab, 0xcd, 0xef, 1, 2, 3, 4, 5, 6})
		p := w.look()
		p.State, p.Resolved = state, resolved()
		for _, c := range []struct {
			shard          int
			name, joinType string
		}{{1, "cache-abcde", first}, {1, "cache-01020", names.JoinReplica}, {7, "cache-04050", names.JoinReplica}} {
			w.does(p, plan.Action{Kind: plan.CreateNode, Shard: c.shard})
			n := w.node(c.name)
			if n == nil {
				t.Fatalf("%s: node %s was not made", state, c.name)
			}
			if got := n.Labels[names.LabelJoinType]; got != c.joinType || n.Spec.Lifecycle != v1alpha1.LifecycleJoining || int(n.Spec.ShardIndex) != c.shard {
				t.Errorf("%s: node %s is %s in shard %d, join type %q, want %q", state, n.Name, n.Spec.Lifecycle, n.Spec.ShardIndex, got, c.joinType)
			}
			if len(n.OwnerReferences) != 1 || n.OwnerReferences[0].UID != "cluster" || n.Spec.Image != "valkey/valkey:9.1.3" || !slices.Contains(n.Finalizers, names.FinalizerNode) {
				t.Errorf("%s: node %s is %+v", state, n.Name, n)
			}
		}
	}
}

// TestCreateNodeLikeAnother: without anything that resolves a lost node is replaced by
// its like.
func TestCreateNodeLikeAnother(t *testing.T) {
	w := newWorld(t, node("cache-lost"))
	w.actor.Random = bytes.NewReader([]byte{0xab, 0xcd, 0xef})
	w.does(w.look(), plan.Action{Kind: plan.CreateNode, CopyOf: "cache-lost"})
	if n := w.node("cache-abcde"); n == nil || n.Spec.Image != "valkey/valkey:9.1.2" || n.Spec.Lifecycle != v1alpha1.LifecycleJoining {
		t.Errorf("the like of it is %+v", n)
	}
}

// TestCreateNodeDrawsAgain: a name that is taken is drawn again, and not for ever.
func TestCreateNodeDrawsAgain(t *testing.T) {
	w := newWorld(t, node("cache-00000"))
	p := w.look()
	p.Resolved = resolved()
	w.actor.Random = bytes.NewReader([]byte{0, 0, 0, 0, 0, 0, 0xab, 0xcd, 0xef})
	w.does(p, plan.Action{Kind: plan.CreateNode})
	if w.node("cache-abcde") == nil {
		t.Error("the third draw made no node")
	}
	for name, random := range map[string]io.Reader{"8 tries gave names that exist": bytes.NewReader(make([]byte, 100)), "drawing a name: EOF": bytes.NewReader(nil)} {
		w.actor.Random = random
		if err := w.actor.Do(t.Context(), p, plan.Action{Kind: plan.CreateNode}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, want %s", err, name)
		}
	}
}

func TestCreateNodeRefuses(t *testing.T) {
	cases := map[string]struct {
		after  func(w *world)
		action plan.Action
		why    string
	}{
		// The cache does not show yet what was made before, or shows what is gone.
		"one more is there":  {after: func(w *world) { w.must(w.api.Create(w.Context(), node("b"))) }, why: "1 nodes were seen, 2 are there"},
		"one fewer is there": {after: func(w *world) { w.must(w.api.Delete(w.Context(), w.node("a"))) }, why: "1 nodes were seen, 0 are there"},
		"another is there": {after: func(w *world) {
			w.must(errors.Join(w.api.Delete(w.Context(), w.node("a")), w.api.Create(w.Context(), node("b"))))
		}, why: "1 nodes were seen, 1 are there"},
		"the like of a node that is gone": {action: plan.Action{CopyOf: "x"}, why: "node x was not seen"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, node("a", noFinalizer))
			p := w.look()
			p.Resolved = resolved()
			if c.after != nil {
				c.after(w)
			}
			c.action.Kind = plan.CreateNode
			w.refuses(p, c.action, c.why)
		})
	}
}

// TestCreateNodeFails: what a person has to mend, and what cannot be asked, is an
// error, and nothing is made.
func TestCreateNodeFails(t *testing.T) {
	w := newWorld(t)
	p := w.look()
	if err := w.actor.Do(t.Context(), p, plan.Action{Kind: plan.CreateNode}); !errors.Is(err, errUnresolved) {
		t.Errorf("unresolved: %v", err)
	}
	p.Resolved, w.away = resolved(), errors.New("away")
	if err := w.actor.Do(t.Context(), p, plan.Action{Kind: plan.CreateNode}); !errors.Is(err, w.away) {
		t.Errorf("nodes that cannot be listed: %v", err)
	}
	w.away = nil
	p.Resolved.Config.Memory.Value = "2 gigs"
	if err := w.actor.Do(t.Context(), p, plan.Action{Kind: plan.CreateNode}); err == nil || errors.Is(err, ErrSuperseded) {
		t.Errorf("a recipe that cannot be rendered: %v", err)
	}
	var nodes v1alpha1.ValkeyNodeList
	if w.must(w.api.List(t.Context(), &nodes, client.InNamespace(namespace))); len(nodes.Items) > 0 {
		t.Errorf("nodes were made: %v", nodes.Items)
	}
}
