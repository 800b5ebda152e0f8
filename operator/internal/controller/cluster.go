package controller

import (
	"context"
	"errors"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
)

// Cluster is the loop over ValkeyClusters: the whole lifecycle of one.
type Cluster struct {
	*Loops
	pace  *pace
	rolls *rolls
}

// Reconcile makes one pass over one cluster.
func (c *Cluster) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	ctx = c.span(ctx, logging.TargetCluster, request)
	var cluster v1alpha1.ValkeyCluster
	if err := c.Client.Get(ctx, request.NamespacedName, &cluster); err != nil {
		if apierrors.IsNotFound(err) {
			c.pace.forget(request.NamespacedName)
			c.rolls.forget(request.NamespacedName)
			c.Metrics.Forget(request.Namespace, request.Name)
		}
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if cluster.DeletionTimestamp != nil {
		return c.remove(ctx, request, &cluster)
	}
	if added, err := c.Apply.AddFinalizer(ctx, &cluster, names.FinalizerCluster); err != nil || added {
		failpoint.Reached(failpoint.AddFinalizer)
		return c.result(ctx, request, err, again)
	}
	p := c.newPass(&cluster)
	err := c.run(ctx, p)
	c.rolls.met(request.NamespacedName)
	err = errors.Join(err, c.conclude(ctx, p, err))
	return c.result(ctx, request, err, c.pace.next(request.NamespacedName, p.seen.Decision, p.spreading, c.Now()))
}

// run takes a pass through its stages. What a person must mend is no error: it
// stands in the pass, and what it does not touch goes on.
func (c *Cluster) run(ctx context.Context, p *pass) error {
	if err := c.look(ctx, p); err != nil {
		return fmt.Errorf("looking: %w", err)
	}
	if err := c.gather(ctx, p); err != nil {
		return fmt.Errorf("gathering: %w", err)
	}
	if err := c.credentials(ctx, p); err != nil {
		return fmt.Errorf("reading the credentials: %w", err)
	}
	kept := c.maintain(ctx, p)
	c.ask(ctx, p)
	kept = errors.Join(kept, c.budgets(ctx, p), c.identify(ctx, p), c.nudge(ctx, p))
	if len(p.seen.TLSProblems) > 0 {
		c.rolls.forget(client.ObjectKeyFromObject(p.Cluster))
		return kept // an invalid cluster has no plan
	}
	decided := c.decide(ctx, p)
	// A Service or an annotation that cannot be written must not cost a failover.
	return errors.Join(kept, decided, c.act(ctx, p))
}
