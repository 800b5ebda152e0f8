package controller

import (
	"context"
	"errors"
	"maps"
	"slices"

	policyv1 "k8s.io/api/policy/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/apply"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
	"github.com/valkey-menu/valkey-menu/operator/internal/settings"
)

// budgets keeps one disruption budget a shard, and none where none is asked for.
// They follow what the servers say, so that the copies of a shard are not evicted
// one after the other.
func (c *Cluster) budgets(ctx context.Context, p *pass) error {
	if p.seen.Paused {
		return nil
	}
	var budgets []*policyv1.PodDisruptionBudget
	if c.Settings.PodDisruptionBudgets == settings.BudgetsPerShard {
		budgets = p.budgets(c.shape(p))
	}
	var errs []error
	for _, b := range budgets {
		result, err := c.Apply.Object(ctx, b, p.owner())
		if result == apply.Applied {
			failpoint.Reached(failpoint.ApplyBudget)
		}
		errs = append(errs, p.mend(err))
	}
	_, err := c.Apply.Prune(ctx, client.ObjectKeyFromObject(p.Cluster), p.owner(), budgets)
	return errors.Join(append(errs, err)...)
}

// budgets are those of the shards that there are: a shard that is drained leaves
// a gap in the indices. Before there are any it is those that there will be.
func (p *pass) budgets(shape *resolve.Cluster) []*policyv1.PodDisruptionBudget {
	spec := p.spec()
	shards := map[int]bool{}
	for _, n := range p.World.View.Nodes {
		if n.Lifecycle != topology.Leaving {
			shards[n.Shard] = true
		}
	}
	if len(shards) == 0 || spec.ReplicasPerShard == 0 {
		return render.Budgets(shape, int(spec.Shards), int(spec.ReplicasPerShard))
	}
	var budgets []*policyv1.PodDisruptionBudget
	for _, shard := range slices.Sorted(maps.Keys(shards)) {
		budgets = append(budgets, render.Budget(shape, shard, plan.LeastPods(p.World.View, shard, int(spec.ReplicasPerShard))))
	}
	return budgets
}
