package observe

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// PodOf returns the pod that the node controls, or nil if there is none: another
// one of the node's name is not it.
func PodOf(ctx context.Context, r client.Reader, node *v1alpha1.ValkeyNode) (*corev1.Pod, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, client.ObjectKeyFromObject(node), &pod); err != nil || !metav1.IsControlledBy(&pod, node) {
		return nil, client.IgnoreNotFound(err)
	}
	return &pod, nil
}
