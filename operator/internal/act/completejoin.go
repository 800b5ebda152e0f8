package act

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// completeJoin ends the joining of a node. A node that joined with a new shard
// loses the label that says so. The id of its server is written down: others know
// the server by it when it does not answer any more.
func (a *Actor) completeJoin(ctx context.Context, p *Pass, action plan.Action) error {
	seen := p.World.Nodes[action.Node]
	if seen == nil {
		return superseded("node %s was not seen", action.Node)
	}
	if seen.Spec.Lifecycle != v1alpha1.LifecycleJoining || seen.DeletionTimestamp != nil {
		return superseded("node %s is not joining", action.Node)
	}
	joined := seen.DeepCopy()
	joined.Spec.Lifecycle = v1alpha1.LifecycleActive
	if s, known := serverOf(p, action.Node); known {
		metav1.SetMetaDataAnnotation(&joined.ObjectMeta, names.AnnotationServerID, s.ID)
	}
	if joined.Labels[names.LabelJoinType] == names.JoinShard {
		delete(joined.Labels, names.LabelJoinType)
	}
	return a.Client.Patch(ctx, joined, client.MergeFromWithOptions(seen, client.MergeFromWithOptimisticLock{}))
}
