package act

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// TestMarkLeaving: that it leaves stands on the node, and since when.
func TestMarkLeaving(t *testing.T) {
	w, leave := newWorld(t, node("a")), plan.Action{Kind: plan.MarkLeaving, Node: "a"}
	stale := w.look()
	w.does(stale, leave)
	n := w.node("a")
	if since := n.Annotations[names.AnnotationLeavingSince]; n.Spec.Lifecycle != v1alpha1.LifecycleLeaving || since != "2026-01-31T12:00:00Z" {
		t.Errorf("the node is %s since %q", n.Spec.Lifecycle, since)
	}
	w.refuses(stale, leave, "object was modified")
}

// TestMarkLeavingOnce: a node that leaves, or goes, has nothing more written to it.
func TestMarkLeavingOnce(t *testing.T) {
	for name, before := range map[string]func(w *world){
		"leaves": func(w *world) { w.does(w.look(), plan.Action{Kind: plan.MarkLeaving, Node: "a"}) },
		"goes":   func(w *world) { w.must(w.api.Delete(w.Context(), w.node("a"))) },
	} {
		w := newWorld(t, node("a"))
		before(w)
		w.writes = nil
		w.does(w.look(), plan.Action{Kind: plan.MarkLeaving, Node: "a"})
		if len(w.writes) > 0 {
			t.Errorf("of a node that %s: %v", name, w.writes)
		}
	}
}
