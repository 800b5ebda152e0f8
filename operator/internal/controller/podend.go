package controller

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
)

// removalGrace is the grace period, in seconds, of pods whose cluster goes: there is
// nobody to hand a shard over to.
const removalGrace = int64(1)

// podOf returns the pod that the node controls, as the API server has it now, or
// nil if there is none.
func (l *Loops) podOf(ctx context.Context, node *v1alpha1.ValkeyNode) (*corev1.Pod, error) {
	var pod corev1.Pod
	err := l.Live.Get(ctx, client.ObjectKeyFromObject(node), &pod)
	if err != nil || !metav1.IsControlledBy(&pod, node) {
		return nil, client.IgnoreNotFound(err)
	}
	return &pod, nil
}

// endPod has a pod whose cluster goes end within removalGrace, also one that was told
// to end with its own grace period. Of a container that the kubelet stops already the
// kubelet takes no shorter time any more (1.36).
func (l *Loops) endPod(ctx context.Context, pod *corev1.Pod) error {
	if grace := pod.DeletionGracePeriodSeconds; pod.DeletionTimestamp != nil && grace != nil && *grace <= removalGrace {
		return nil
	}
	err := l.Client.Delete(ctx, pod, client.Preconditions{UID: &pod.UID}, client.GracePeriodSeconds(removalGrace))
	if err == nil {
		failpoint.Reached(failpoint.RemovePod)
	}
	return client.IgnoreNotFound(err)
}
