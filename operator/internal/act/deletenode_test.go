package act

import (
	"errors"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
)

var deleteA = plan.Action{Kind: plan.DeleteNode, Node: "a"}

// noFinalizer lets the object go as soon as it is deleted.
func noFinalizer(n *v1alpha1.ValkeyNode) { n.Finalizers = nil }

// TestDeleteNode: a node goes whose pod is gone, also if somebody else's has its name.
func TestDeleteNode(t *testing.T) {
	for name, w := range map[string]*world{"no pod": newWorld(t, node("a", noFinalizer)), "foreign pod": newWorld(t, node("a", noFinalizer), pod("a", foreign))} {
		p := w.look()
		w.does(p, deleteA)
		if w.node("a") != nil {
			t.Errorf("%s: the node is there", name)
		}
		w.does(p, deleteA) // again does no harm
	}
}

func TestDeleteNodeRefuses(t *testing.T) {
	cases := map[string]struct {
		before, after func(w *world)
		why           string
	}{
		"being deleted": {before: func(w *world) { w.must(w.api.Delete(w.Context(), w.node("a"))) }, why: "node a is being deleted"},
		// The cache may lag behind the node loop, which makes pods.
		"a pod": {after: func(w *world) { w.must(w.api.Create(w.Context(), pod("a"))) }, why: "the pod of node a is there"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, node("a"))
			if c.before != nil {
				c.before(w)
			}
			p := w.look()
			if c.after != nil {
				c.after(w)
			}
			w.refuses(p, deleteA, c.why)
		})
	}
}

// TestDeleteNodeOfAnotherUID: a node of the same name is another node.
func TestDeleteNodeOfAnotherUID(t *testing.T) {
	w := newWorld(t, node("a", noFinalizer))
	p := w.look()
	w.must(w.api.Delete(t.Context(), w.node("a")))
	w.must(w.api.Create(t.Context(), node("a", func(n *v1alpha1.ValkeyNode) { n.UID = "another" })))
	w.refuses(p, deleteA, "the UID in the precondition is another")
}

// TestDeleteNodeUnasked: whether there is a pod is not known, which is not none.
func TestDeleteNodeUnasked(t *testing.T) {
	w := newWorld(t, node("a"))
	p := w.look()
	w.away = errors.New("away")
	if err := w.actor.Do(t.Context(), p, deleteA); !errors.Is(err, w.away) || len(w.writes) > 0 {
		t.Errorf("%v, wrote %v; want the error alone", err, w.writes)
	}
}
