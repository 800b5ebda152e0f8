package controller

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/act"
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
		return c.remove(ctx, &cluster)
	}
	if added, err := c.Apply.AddFinalizer(ctx, &cluster, names.FinalizerCluster); err != nil || added {
		failpoint.Reached(failpoint.AddFinalizer)
		return c.result(ctx, err, again)
	}
	p := c.newPass(&cluster)
	err := c.run(ctx, p)
	c.rolls.met(request.NamespacedName)
	err = errors.Join(err, c.conclude(ctx, p, err))
	return c.result(ctx, err, c.pace.next(request.NamespacedName, p.seen.Decision, p.spreading, c.Now()))
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

// decide asks for the next step. A roll that would begin needs a place.
func (c *Cluster) decide(ctx context.Context, p *pass) error {
	in, name := p.planInput(), client.ObjectKeyFromObject(p.Cluster)
	p.seen.Decision = plan.Next(in)
	over := p.seen.Paused || !slices.ContainsFunc(in.View.Nodes, func(n topology.Node) bool { return len(n.Outdated) > 0 })
	c.rolls.saw(name, plan.RollUnderWay(in), over)
	if p.seen.Decision.Reason != plan.Surging || p.seen.Decision.Verb != plan.Act {
		return nil
	}
	all, err := c.everyCluster(ctx)
	in.RollHeld = c.rolls.begin(name, all)
	if err != nil {
		in.RollHeld = "the other clusters are not known"
	}
	if in.RollHeld != "" {
		p.seen.Decision = plan.Next(in)
	}
	return err
}

// together is how many actions of a decision are carried out at the same time.
const together = 8

// act carries out the actions of a decision side by side: the plan puts only such
// into one decision. Nodes alone are made one after the other, since each draws a
// name. One that fails keeps none of the others from being done.
func (c *Cluster) act(ctx context.Context, p *pass) error {
	actor := act.Actor{Client: c.Client, Live: c.Live, Random: c.Random, Now: c.Now}
	limit := make(chan struct{}, together)
	if actions := p.seen.Decision.Actions; len(actions) > 0 && actions[0].Kind == plan.CreateNode {
		limit = make(chan struct{}, 1)
	}
	errs := make([]error, len(p.seen.Decision.Actions))
	var work sync.WaitGroup
	for i, action := range p.seen.Decision.Actions {
		limit <- struct{}{}
		work.Go(func() {
			defer func() { <-limit }()
			err := actor.Do(ctx, &p.Pass, action)
			c.tellAction(ctx, p, action, err)
			if !errors.Is(err, act.ErrSuperseded) {
				errs[i] = err
			}
			if err == nil {
				p.acted.Store(true)
			}
		})
	}
	work.Wait()
	if p.acted.Load() {
		p.losses(c.Now())
	}
	return errors.Join(errs...)
}
