//go:build e2e

package act

import (
	"fmt"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// TestMoveSlots: from a to b. A migration to c does not end while c stands still.
func TestMoveSlots(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "a", "b", "c")
	f.meet("a", "b", "c")
	f.own("a", slots.Between(0, 16000))
	f.own("b", slots.Between(16001, 16383))
	move := f.action(plan.MoveSlots, "a", "b")
	move.Slots = slots.Between(0, 9)
	p := f.look()

	f.hang("c")
	for from, why := range map[string]string{"a": "node a does not serve all of slots 0-9, or has a migration under way", "b": "node b is no primary, or has a migration under way"} {
		slot := fmt.Sprint(f.says(from).Myself().Slots.Lowest())
		f.tell(from, "CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", slot, slot, "NODE", f.ids["c"])
		f.refuses(p, move, why)
		f.tell(from, "CLUSTER", "CANCELSLOTMIGRATIONS")
	}
	f.wake("c")

	f.disown("a", slots.Between(9, 9))
	f.refuses(p, move, "node a does not serve all of slots 0-9")
	f.own("a", slots.Between(9, 9))

	f.does(p, move)
	f.until("the migration", "b", func(s topology.Server) bool { return s.Myself().Slots == slots.Between(16001, 16383).Or(move.Slots) })
	f.until("the news of it", "a", func(s topology.Server) bool { return s.Myself().Slots == slots.Between(10, 16000) && !migrates(s) })
	f.refuses(p, move, "node a does not serve all of slots 0-9")

	f.disown("b", f.says("b").Myself().Slots)
	f.follow("b", "a")
	move.Slots = slots.Between(20, 29)
	f.refuses(p, move, "node b is no primary")
}
