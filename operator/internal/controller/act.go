package controller

import (
	"context"
	"errors"
	"sync"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/operator/internal/act"
)

// maxActions is how many actions of a decision are carried out at the same time.
const maxActions = 8

// act carries out the actions of a decision side by side: the plan puts only such
// into one decision. Nodes alone are made one after the other, since each draws a
// name. One that fails keeps none of the others from being done.
func (c *Cluster) act(ctx context.Context, p *pass) error {
	actor := act.Actor{Client: c.Client, Live: c.Live, Random: c.Random, Now: c.Now}
	limit := make(chan struct{}, maxActions)
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
