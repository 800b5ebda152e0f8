package act

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

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
