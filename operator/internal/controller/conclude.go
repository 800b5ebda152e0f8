package controller

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

// conclude ends a pass: it writes the status, once and only if it changed, and
// tells of what changed.
func (c *Cluster) conclude(ctx context.Context, p *pass, failure error) error {
	passing := onlyConflicts(failure) || ctx.Err() != nil
	switch {
	case passing && p.seen.Decision.Verb == "" && len(p.seen.TLSProblems) == 0:
		return nil // the next pass, a moment from now, knows more
	case failure != nil && !passing:
		p.seen.Failure = failure.Error()
	}
	p.seen.State, p.seen.TargetSpec = p.State, p.TargetSpec
	before, after := p.Cluster.Status, status.Compute(p.seen)
	if p.seen.Looked { // else what was counted before is the best that is known
		c.count(p, after)
	}
	c.beat(ctx, p, after)
	if equality.Semantic.DeepEqual(before, after) {
		return nil
	}
	changed := p.Cluster.DeepCopy()
	changed.Status = after
	patch := client.MergeFromWithOptions(p.Cluster, client.MergeFromWithOptimisticLock{})
	if err := client.IgnoreNotFound(c.Client.Status().Patch(ctx, changed, patch)); err != nil {
		return fmt.Errorf("writing the status: %w", err)
	}
	failpoint.Reached(failpoint.WriteStatus)
	for _, a := range p.unwritten {
		c.done(ctx, p, a)
	}
	c.tellChange(ctx, p, before, after)
	return nil
}
