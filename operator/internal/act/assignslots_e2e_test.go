//go:build e2e

package act

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/slots"
)

// TestAssignSlots: a and b know each other; c and d nobody knows, so that only they
// themselves say what they serve. They count once the cluster was formed.
func TestAssignSlots(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "a", "b", "c", "d")
	f.meet("a", "b")
	p := f.look()
	assign := func(node string, first, last int) plan.Action {
		action := f.action(plan.AssignSlots, node, "")
		action.Slots = slots.Between(first, last)
		return action
	}
	owns := func(want slots.Set) {
		t.Helper()
		if got := f.says("a").Myself().Slots; got != want {
			t.Errorf("node a serves slots %s, want %s", got, want)
		}
	}
	p.State = v1alpha1.StateCreating
	f.does(p, assign("a", 0, 10))
	owns(slots.Between(0, 10))
	f.refuses(p, assign("a", 0, 10), "slots 0-10 are served")

	f.own("b", slots.Between(50, 50))
	f.refuses(p, assign("a", 40, 60), "slots 50 are served")

	f.own("c", slots.Between(70, 70))
	p.State = v1alpha1.StateActive
	f.refuses(p, assign("a", 70, 80), "slots 70 are served")
	f.does(p, assign("a", 80, 90))
	p.State = v1alpha1.StateCreating
	f.does(p, assign("a", 70, 79))
	owns(slots.Between(0, 10).Or(slots.Between(70, 90)))

	f.kill("d")
	p.State = v1alpha1.StateActive
	f.refuses(p, assign("a", 100, 100), "node d answered a moment ago and does not now")
	f.does(f.look(), assign("a", 100, 100)) // decided in the knowledge that d is silent
	p.State = v1alpha1.StateCreating
	f.does(p, assign("a", 101, 101))
	owns(slots.Between(0, 10).Or(slots.Between(70, 90)).Or(slots.Between(100, 101)))

	f.disown("b", slots.Between(50, 50))
	f.follow("b", "a")
	f.refuses(p, assign("b", 200, 200), "node b is a replica")
}
