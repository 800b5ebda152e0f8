package controller

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
)

// removalGrace is the grace period, in seconds, of pods whose cluster goes: there is
// nobody to hand a shard over to.
const removalGrace = int64(1)

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
