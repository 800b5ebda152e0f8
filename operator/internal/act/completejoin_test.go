package act

import (
	"testing"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

func joinedWith(joinType string) func(*v1alpha1.ValkeyNode) {
	return func(n *v1alpha1.ValkeyNode) {
		n.Spec.Lifecycle, n.Labels = v1alpha1.LifecycleJoining, map[string]string{names.LabelJoinType: joinType}
	}
}

// TestCompleteJoin: a node that has joined is active, known by the id of its server,
// and carries no word of a new shard.
func TestCompleteJoin(t *testing.T) {
	for joinType, want := range map[string]string{names.JoinPrimary: names.JoinPrimary, names.JoinReplica: names.JoinReplica, names.JoinShard: ""} {
		w := newWorld(t, node("a", joinedWith(joinType)))
		p := w.look()
		p.World.View.Nodes[0].Server = topology.Known(topology.Server{ID: "id of a"})
		w.does(p, plan.Action{Kind: plan.CompleteJoin, Node: "a"})
		n := w.node("a")
		if n.Spec.Lifecycle != v1alpha1.LifecycleActive || n.Annotations[names.AnnotationServerID] != "id of a" || n.Labels[names.LabelJoinType] != want {
			t.Errorf("join type %q: %s, labels %v, annotations %v", joinType, n.Spec.Lifecycle, n.Labels, n.Annotations)
		}
		w.refuses(p, plan.Action{Kind: plan.CompleteJoin, Node: "a"}, "object was modified")
		w.refuses(w.look(), plan.Action{Kind: plan.CompleteJoin, Node: "a"}, "is not joining")
	}
}

func TestCompleteJoinRefuses(t *testing.T) {
	complete := plan.Action{Kind: plan.CompleteJoin, Node: "a"}
	cases := map[string]struct {
		lifecycle v1alpha1.Lifecycle
		// before and after the look
		before, after func(w *world)
		why           string
	}{
		"joined":  {lifecycle: v1alpha1.LifecycleActive, why: "is not joining"},
		"leaving": {lifecycle: v1alpha1.LifecycleLeaving, why: "is not joining"},
		"being deleted": {
			lifecycle: v1alpha1.LifecycleJoining, why: "is not joining",
			before: func(w *world) { w.must(w.api.Delete(w.Context(), w.node("a"))) },
		},
		"changed meanwhile": {lifecycle: v1alpha1.LifecycleJoining, after: touch, why: "object was modified"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, node("a", lifecycle(c.lifecycle)))
			if c.before != nil {
				c.before(w)
			}
			p := w.look()
			if c.after != nil {
				c.after(w)
			}
			w.refuses(p, complete, c.why)
		})
	}
}

// touch has somebody else change node a.
func touch(w *world) {
	n := w.node("a")
	changed := n.DeepCopy()
	changed.Labels = map[string]string{"somebody": "else"}
	w.must(w.api.Patch(w.Context(), changed, client.MergeFrom(n)))
}
