package act

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// deleteNode deletes a node whose pod is gone.
func (a *Actor) deleteNode(ctx context.Context, p *Pass, action plan.Action) error {
	node := p.World.Nodes[action.Node]
	if node == nil || node.DeletionTimestamp != nil {
		return superseded("node %s is being deleted", action.Node)
	}
	pod, err := a.podOf(ctx, p, action.Node)
	if err != nil {
		return err
	}
	if pod != nil {
		return superseded("the pod of node %s is there", action.Node)
	}
	return client.IgnoreNotFound(a.Client.Delete(ctx, node, client.Preconditions{UID: &node.UID}))
}
