package act

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// markLeaving marks a node as one that leaves. One that serves slots stays.
func (a *Actor) markLeaving(ctx context.Context, p *Pass, action plan.Action) error {
	seen := p.World.Nodes[action.Node]
	if seen == nil {
		return superseded("node %s was not seen", action.Node)
	}
	if seen.Spec.Lifecycle == v1alpha1.LifecycleLeaving || seen.DeletionTimestamp != nil {
		return nil
	}
	if err := ownsNothing(ctx, p, action); err != nil {
		return err
	}
	leaving := seen.DeepCopy()
	leaving.Spec.Lifecycle = v1alpha1.LifecycleLeaving
	metav1.SetMetaDataAnnotation(&leaving.ObjectMeta, names.AnnotationLeavingSince, a.Now().UTC().Format(time.RFC3339Nano))
	return a.Client.Patch(ctx, leaving, client.MergeFromWithOptions(seen, client.MergeFromWithOptimisticLock{}))
}
