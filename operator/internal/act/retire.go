package act

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
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

// stopPod deletes the pod of a node. What has to be true is asked of the server
// itself, if it answers: it serves nothing. Force is for a host that does not
// report in, whose kubelet would be waited for in vain.
func (a *Actor) stopPod(ctx context.Context, p *Pass, action plan.Action) error {
	if err := ownsNothing(ctx, p, action); err != nil {
		return err
	}
	if action.Force {
		if _, err := a.fenced(ctx, p, action.Node); err != nil {
			return err
		}
	}
	pod, err := a.podOf(ctx, p, action.Node)
	if err != nil || pod == nil {
		return err
	}
	if pod.DeletionTimestamp != nil && !action.Force {
		return nil
	}
	options := []client.DeleteOption{client.Preconditions{UID: &pod.UID}}
	if action.Force {
		options = append(options, client.GracePeriodSeconds(0))
	}
	return client.IgnoreNotFound(a.Client.Delete(ctx, pod, options...))
}

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

// podOf asks the API server for the pod of a node; nil if it is gone.
func (a *Actor) podOf(ctx context.Context, p *Pass, name string) (*corev1.Pod, error) {
	var pod corev1.Pod
	err := a.Live.Get(ctx, client.ObjectKey{Namespace: p.Cluster.Namespace, Name: name}, &pod)
	node := p.World.Nodes[name]
	if apierrors.IsNotFound(err) || err == nil && (node == nil || !metav1.IsControlledBy(&pod, node)) {
		return nil, nil //nolint:nilnil // no pod is an answer
	}
	return &pod, err
}

// ownsNothing makes sure that the server of the node serves no slot: its data
// would go with it. One that answered a moment ago and does not any more, or is
// another one now, may have become a primary meanwhile.
func ownsNothing(ctx context.Context, p *Pass, action plan.Action) error {
	s, answers := ask(ctx, p, action.Node)
	if before, known := serverOf(p, action.Node); known && (!answers || s.ID != before.ID) {
		return superseded("the server of node %s answered a moment ago and does not now", action.Node)
	}
	if own := s.Myself().Slots; answers && !own.Empty() {
		return superseded("node %s serves slots %s", action.Node, own)
	}
	return nil
}
