package act

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// A kind without a doer would be planned and never done.
func TestEveryKindIsDone(t *testing.T) {
	all := new(Actor).doers()
	for _, kind := range plan.ActionKinds() {
		if all[kind] == nil {
			t.Errorf("nothing carries out %s", kind)
		}
	}
	if len(all) != len(plan.ActionKinds()) {
		t.Errorf("%d doers for %d kinds", len(all), len(plan.ActionKinds()))
	}
}
