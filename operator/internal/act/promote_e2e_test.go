//go:build e2e

package act

import (
	"errors"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// leads demands that the server of a node is a primary with the slots.
func (f *fleet) leads(name string, want slots.Set) {
	f.Helper()
	if me := f.says(name).Myself(); me.Role != topology.RolePrimary || me.Slots != want {
		f.Errorf("%s is a %s with slots %s, want the primary of %s", name, me.Role, me.Slots, want)
	}
}

// newShard is a fleet in which b and c follow a, which owns all slots. Without a
// nobody has a vote.
func newShard(t *testing.T) *fleet {
	t.Helper()
	f := newFleet(t, "a", "b", "c")
	f.meet("a", "b", "c")
	f.own("a", slots.All())
	f.follow("b", "a")
	f.follow("c", "a")
	return f
}

// TestForceFailOver: the primaries that are left elect the replica. An election can
// take longer than it is waited for; then it is the next look's to see.
func TestForceFailOver(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "a", "b", "c", "d")
	f.meet("a", "b", "c", "d")
	thirds := slots.Split(3)
	for i, name := range []string{"a", "b", "c"} {
		f.own(name, thirds[i])
	}
	f.follow("d", "a")
	p := f.look()
	f.kill("a")
	err := f.actor.Do(t.Context(), p, f.action(plan.ForceFailOver, "d", "a"))
	if err != nil && !errors.Is(err, errNotPromoted) {
		t.Fatal(err)
	}
	if errors.Is(err, errNotPromoted) {
		f.until("the election", "d", func(s topology.Server) bool { return s.Myself().Role == topology.RolePrimary })
	}
	f.leads("d", thirds[0])
}

// TestForceFailOverWithoutVotes: that it was accepted is not that it was done.
func TestForceFailOverWithoutVotes(t *testing.T) {
	t.Parallel()
	f := newShard(t)
	p := f.look()
	f.kill("a")
	if err := f.actor.Do(t.Context(), p, f.action(plan.ForceFailOver, "b", "a")); !errors.Is(err, errNotPromoted) {
		t.Errorf("%v, want that it is not promoted", err)
	}
	if role := f.says("b").Myself().Role; role != topology.RoleReplica {
		t.Errorf("b is a %s", role)
	}
}

// TestTakeOver needs no vote, and the fence.
func TestTakeOver(t *testing.T) {
	t.Parallel()
	f := newShard(t)
	f.hostIs(corev1.ConditionFalse)
	p := f.look()
	f.kill("a")
	f.hostIs(corev1.ConditionTrue)
	takeOver := f.action(plan.TakeOver, "b", "a")
	f.refuses(p, takeOver, "the process of node a may be at work")
	f.hostIs(corev1.ConditionUnknown)
	f.does(p, takeOver)
	f.leads("b", slots.All())
	f.refuses(p, takeOver, "node b does not follow") // done twice is done once
}

// TestTakeOverWithoutSlots: a shard that serves nothing gets a primary too.
func TestTakeOverWithoutSlots(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "a", "b")
	f.meet("a", "b")
	f.follow("b", "a")
	f.kill("a")
	f.report("a")
	f.does(f.look(), f.action(plan.TakeOver, "b", "a"))
	f.leads("b", slots.Set{})
}

// TestPromoteWhileTheOldOneLives: two primaries would take writes for the same slots.
// Whoever says nothing may be at work.
func TestPromoteWhileTheOldOneLives(t *testing.T) {
	t.Parallel()
	f := newShard(t)
	force := f.action(plan.ForceFailOver, "b", "a")
	f.hang("a")
	p := f.look()
	f.refuses(p, force, "is unknown")
	f.wake("a")
	f.refuses(p, force, "the old primary a answers")

	// The same of a server that has no node any more.
	f.abandon("a")
	force.Peer = ""
	f.hang("a")
	p = f.look()
	f.refuses(p, force, "is unknown")
	f.wake("a")
	p.asked = nil // as a pass would have it that asks only now
	f.refuses(p, force, "answers at "+f.servers["a"].Address)
}

// TestPromoteAfterTheEnd: once the kubelet has reported the end of the old primary,
// whoever answers at its address is somebody else.
func TestPromoteAfterTheEnd(t *testing.T) {
	t.Parallel()
	f := newShard(t)
	p := f.look()
	f.report("a")
	f.refuses(p, f.action(plan.ForceFailOver, "b", "a"), "the old primary a answers") // no election was planned upon its end
	f.does(p, f.action(plan.TakeOver, "b", "a"))
	f.leads("b", slots.All())
}

// TestPromoteWhoFollowsAnother: what it has is another's data by now.
func TestPromoteWhoFollowsAnother(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "a", "b", "c")
	f.meet("a", "b", "c")
	f.own("a", slots.All())
	f.follow("b", "a")
	p := f.look()
	f.follow("b", "c")
	f.kill("a")
	f.refuses(p, f.action(plan.ForceFailOver, "b", "a"), "node b does not follow "+f.ids["a"]+" any more")
}
