package controller

import (
	"context"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

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
	if err != nil {
		in.RollHeld = "the other clusters are not known"
	} else {
		in.RollHeld = c.rolls.begin(name, all)
	}
	if in.RollHeld != "" {
		p.seen.Decision = plan.Next(in)
	}
	return err
}

// everyCluster lists the clusters that are not being deleted.
func (l *Loops) everyCluster(ctx context.Context) ([]types.NamespacedName, error) {
	var list v1alpha1.ValkeyClusterList
	if err := l.Client.List(ctx, &list); err != nil {
		return nil, fmt.Errorf("listing clusters: %w", err)
	}
	var all []types.NamespacedName
	for i := range list.Items {
		if list.Items[i].DeletionTimestamp == nil {
			all = append(all, client.ObjectKeyFromObject(&list.Items[i]))
		}
	}
	return all, nil
}
