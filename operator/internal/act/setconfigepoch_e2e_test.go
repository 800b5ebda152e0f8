//go:build e2e

package act

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/plan"
)

func TestSetConfigEpoch(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "a", "b", "c")
	p, set := f.look(), f.action(plan.SetConfigEpoch, "a", "")
	set.Epoch = 7
	f.does(p, set)
	if got := f.says("a").Cluster.MyEpoch; got != 7 {
		t.Errorf("the epoch is %d, want 7", got)
	}
	f.refuses(p, set, "has epoch 7")

	// One of two that met has given itself an epoch, the other one has none.
	f.meet("b", "c")
	for _, name := range []string{"b", "c"} {
		f.refuses(p, f.action(plan.SetConfigEpoch, name, ""), "node "+name+" has met others")
	}
}
