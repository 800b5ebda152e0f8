//go:build e2e

package act

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/slots"
)

// TestGoesWithoutSlots: a node leaves, and its pod goes, while its server serves
// nothing. One whose word on that is not to be had any more may have become a primary.
func TestGoesWithoutSlots(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "free", "owner", "lost", "replaced", "woken")
	f.own("woken", slots.Between(2, 2))
	f.hang("woken")
	p := f.look()
	f.own("owner", slots.Between(1, 1))
	f.kill("lost")
	f.tell("replaced", "CLUSTER", "RESET", "HARD")
	f.wake("woken")
	for _, kind := range []plan.ActionKind{plan.MarkLeaving, plan.StopPod} {
		f.refuses(p, f.action(kind, "owner", ""), "node owner serves slots 1")
		f.refuses(p, f.action(kind, "lost", ""), "the server of node lost answered a moment ago and does not now")
		f.refuses(p, f.action(kind, "replaced", ""), "the server of node replaced answered a moment ago and does not now")
		f.refuses(p, f.action(kind, "woken", ""), "node woken serves slots 2")
		f.does(p, f.action(kind, "free", ""))
	}
	if f.node("free").Spec.Lifecycle != v1alpha1.LifecycleLeaving || f.pod("free") != nil {
		t.Error("the node without slots did not leave, or its pod is there")
	}
	p = f.look()
	for _, kind := range []plan.ActionKind{plan.MarkLeaving, plan.StopPod} {
		f.does(p, f.action(kind, "lost", "")) // decided in the knowledge that it is silent
	}
}
