//go:build e2e

package act

import (
	"errors"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// TestFailOver: b is to take the place of a; c serves nothing.
func TestFailOver(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "a", "b", "c")
	f.meet("a", "b", "c")
	f.own("a", slots.All().Without(slots.Between(9, 9)))
	f.follow("b", "a")
	p, failOver := f.look(), f.action(plan.FailOver, "b", "a")

	// Promoted now, b would not take slot 9 over.
	f.deaf("b", true)
	f.tell("a", "CLUSTER", "ADDSLOTS", "9")
	f.refuses(p, failOver, "node b has not heard yet of all slots that left node a or came to it")
	f.deaf("b", false)
	f.heard("a")

	f.hang("c")
	f.tell("a", "CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", "5", "5", "NODE", f.ids["c"])
	f.refuses(p, failOver, "or has a migration under way")
	f.tell("a", "CLUSTER", "CANCELSLOTMIGRATIONS")
	f.wake("c")

	f.bar("b")
	f.refuses(p, failOver, "node b is no replica of node a that is in sync")
	f.letIn("b")

	f.follow("b", "c")
	f.refuses(p, failOver, "node b is no replica of node a that is in sync")
	f.follow("b", "a")

	f.does(p, failOver)
	if me := f.says("b").Myself(); me.Role != topology.RolePrimary || me.Slots != slots.All() {
		t.Errorf("b is %+v, want the primary of all slots", me)
	}
	f.until("a to follow b", "a", func(s topology.Server) bool { return s.Myself().PrimaryID == f.ids["b"] && s.Replication.LinkUp })
	f.refuses(p, failOver, "node a is a replica with 0 slots")

	f.disown("b", slots.All())
	f.refuses(p, f.action(plan.FailOver, "a", "b"), "node b is a primary with 0 slots")
}

// TestFailOverDoesNotComeAbout: the primary does not hear that it is to hand over, so
// that what the replica accepted is not done.
func TestFailOverDoesNotComeAbout(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "a", "b")
	f.meet("a", "b")
	f.own("a", slots.All())
	f.follow("b", "a")
	p := f.look()
	f.deaf("a", true)
	if err := f.actor.Do(t.Context(), p, f.action(plan.FailOver, "b", "a")); !errors.Is(err, errNotPromoted) || errors.Is(err, ErrSuperseded) {
		t.Errorf("%v, want that it is not promoted", err)
	}
	if role := f.says("b").Myself().Role; role != topology.RoleReplica {
		t.Errorf("b is a %s", role)
	}
}
