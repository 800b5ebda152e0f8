package act

import (
	"context"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// snapshot fixes what creation works towards. The status is written at the end
// of the pass; nothing else is done in it.
func (*Actor) snapshot(_ context.Context, p *Pass, _ plan.Action) error {
	p.State, p.TargetSpec = v1alpha1.StateCreating, p.Cluster.Spec.DeepCopy()
	return nil
}

// activate ends the creation: later edits of the spec count from now on.
func (*Actor) activate(_ context.Context, p *Pass, _ plan.Action) error {
	p.State, p.TargetSpec = v1alpha1.StateActive, nil
	return nil
}
