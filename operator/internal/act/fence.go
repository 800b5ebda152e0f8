package act

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
)

// hasEnded is whether the kubelet has reported the end of a node's process, which
// never starts again.
func hasEnded(p *Pass, name string) bool {
	n, _ := p.World.Node(name)
	seen, known := n.Pod.Get()
	return known && seen.Terminated
}

// fenced asks the API server itself whether the process of a node can still be at
// work: its container has ended, its pod is gone, or its host is not Ready. Only
// the first is proof by itself. A server without a node has no pod.
func (a *Actor) fenced(ctx context.Context, p *Pass, name string) (ended bool, err error) {
	if name == "" {
		return false, nil
	}
	if hasEnded(p, name) {
		return true, nil
	}
	var pod corev1.Pod
	err = a.Live.Get(ctx, client.ObjectKey{Namespace: p.Cluster.Namespace, Name: name}, &pod)
	if apierrors.IsNotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if observe.Pod(&pod).Terminated {
		node := p.World.Nodes[name]
		return node != nil && metav1.IsControlledBy(&pod, node), nil // another's end proves nothing
	}
	var host corev1.Node
	err = a.Live.Get(ctx, client.ObjectKey{Name: pod.Spec.NodeName}, &host)
	switch {
	case apierrors.IsNotFound(err):
		return false, nil
	case err != nil:
		return false, err
	case observe.HostReady(&host):
		return false, superseded("the process of node %s may be at work: its container has not ended and its host is Ready", name)
	}
	return false, nil
}
