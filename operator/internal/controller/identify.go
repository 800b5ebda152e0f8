package controller

import (
	"context"
	"errors"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
)

// identify writes the id of each server that answers on its node, where it is
// missing: nodes of another system's clusters have none. Without it nobody could
// say which server is meant once it does not answer any more.
func (c *Cluster) identify(ctx context.Context, p *pass) error {
	var errs []error
	for _, n := range p.World.View.Nodes {
		node := p.World.Nodes[n.Name]
		server, known := n.Server.Get()
		if !known || node.Spec.Lifecycle != v1alpha1.LifecycleActive || node.Annotations[names.AnnotationServerID] == server.ID {
			continue
		}
		_, err := c.annotate(ctx, node, names.AnnotationServerID, server.ID)
		if err == nil {
			failpoint.Reached(failpoint.MarkServer)
		}
		errs = append(errs, client.IgnoreNotFound(err))
	}
	return errors.Join(errs...)
}
