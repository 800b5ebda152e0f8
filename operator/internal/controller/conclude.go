package controller

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
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
	before, after := p.Cluster.Status, p.status()
	if p.seen.Looked { // else what was counted before is the best that is known
		c.count(p, after)
		c.beat(ctx, p, after)
	}
	wrote, err := c.writeStatus(ctx, p.Cluster, after)
	if err != nil || !wrote {
		return err
	}
	for _, a := range p.unwritten {
		c.done(ctx, p, a)
	}
	c.tellChange(ctx, p, before, after)
	return nil
}

// writeStatus writes the status of a cluster if it changed, and reports whether it
// did. Somebody else's write since the cluster was read is a conflict.
func (c *Cluster) writeStatus(ctx context.Context, cluster *v1alpha1.ValkeyCluster, after v1alpha1.ValkeyClusterStatus) (bool, error) {
	if equality.Semantic.DeepEqual(cluster.Status, after) {
		return false, nil
	}
	changed := cluster.DeepCopy()
	changed.Status = after
	patch := client.MergeFromWithOptions(cluster, client.MergeFromWithOptimisticLock{})
	if err := client.IgnoreNotFound(c.Client.Status().Patch(ctx, changed, patch)); err != nil {
		return false, fmt.Errorf("writing the status: %w", err)
	}
	failpoint.Reached(failpoint.WriteStatus)
	return true, nil
}
