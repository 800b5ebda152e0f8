package act

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// TestCreationBeginsAndEnds: what is created is fixed at its beginning, and edits
// count again at its end.
func TestCreationBeginsAndEnds(t *testing.T) {
	w := newWorld(t)
	p := w.look()
	p.State, p.Cluster.Spec.Shards = "", 3
	w.does(p, plan.Action{Kind: plan.Snapshot})
	p.Cluster.Spec.Shards = 5
	if p.State != v1alpha1.StateCreating || p.TargetSpec == nil || p.TargetSpec.Shards != 3 {
		t.Errorf("after the snapshot: state %q, target %+v, want Creating of 3 shards", p.State, p.TargetSpec)
	}
	w.does(p, plan.Action{Kind: plan.Activate})
	if p.State != v1alpha1.StateActive || p.TargetSpec != nil {
		t.Errorf("after the activation: state %q, target %+v, want Active without one", p.State, p.TargetSpec)
	}
	if len(w.writes) > 0 {
		t.Errorf("the API server was written to: %v", w.writes)
	}
}
