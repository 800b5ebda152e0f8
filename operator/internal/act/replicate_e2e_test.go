//go:build e2e

package act

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// TestReplicate: a owns slots, b is the one that shall follow, e nobody knows.
func TestReplicate(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "a", "b", "c", "d", "e")
	f.meet("a", "b", "c", "d")
	f.own("a", slots.Between(0, 100))
	replicate := func(primary string) plan.Action { return f.action(plan.Replicate, "b", primary) }
	follows := func(primary string) {
		t.Helper()
		if got := f.says("b").Myself(); got.Role != topology.RoleReplica || got.PrimaryID != f.ids[primary] {
			t.Errorf("b is %+v, want a replica of %s", got, primary)
		}
	}
	p := f.look()
	f.own("b", slots.Between(200, 200))
	f.refuses(p, replicate("a"), "node b serves slots 200")
	f.disown("b", slots.Between(200, 200))
	f.refuses(p, replicate("e"), "node b does not know node e as a primary")
	f.follow("c", "a")
	f.refuses(p, replicate("c"), "node b does not know node c as a primary")

	f.does(p, replicate("a"))
	follows("a")
	f.synced("b")
	f.refuses(p, replicate("a"), "node b follows node a")

	// The replica of an owner that answers may go elsewhere, and that of a lost server
	// that owned nothing.
	f.does(f.look(), replicate("d"))
	follows("d")
	p = f.look()
	f.kill("d")
	f.does(p, replicate("a"))
	follows("a")
}

// TestReplicateKeepsTheLastCopy: the replica of an owner of slots that does not
// answer, or may not, has the last copy.
func TestReplicateKeepsTheLastCopy(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "a", "b", "c")
	f.meet("a", "b", "c")
	f.own("a", slots.Between(0, 100))
	f.follow("b", "a")
	replicate := f.action(plan.Replicate, "b", "c")
	const why = "node b may have the last copy of slots 0-100"
	hung, lost := f.look(), f.look()
	f.hang("a")
	f.refuses(hung, replicate, why)
	f.wake("a")
	f.kill("a")
	f.refuses(lost, replicate, why)
	f.refuses(f.look(), replicate, why)
}
