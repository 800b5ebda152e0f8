package fault

import (
	"context"
	"fmt"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cluster"
)

// API are the faults that need nothing but an API server, so that they work on
// any cluster.
type API struct {
	client kubernetes.Interface
}

// Connect reaches the cluster of a kubeconfig.
func Connect(kubeconfig string) (*API, error) {
	client, err := cluster.ClientOf(kubeconfig)
	if err != nil {
		return nil, err
	}
	return &API{client: client}, nil
}

// DeletePod deletes a pod; now without a grace period, as when an administrator forces it.
func (a *API) DeletePod(ctx context.Context, reference string, now bool) error {
	namespace, name, ok := strings.Cut(reference, "/")
	if !ok {
		return fmt.Errorf("deleting pod %q: it is written NAMESPACE/NAME", reference)
	}
	options := metav1.DeleteOptions{}
	if now {
		options.GracePeriodSeconds = new(int64)
	}
	if err := a.client.CoreV1().Pods(namespace).Delete(ctx, name, options); err != nil {
		return fmt.Errorf("deleting pod %q: %w", reference, err)
	}
	return nil
}

// Cordon makes a node unschedulable, or schedulable again.
func (a *API) Cordon(ctx context.Context, node string, unschedulable bool) error {
	patch := fmt.Appendf(nil, `{"spec":{"unschedulable":%t}}`, unschedulable)
	_, err := a.client.CoreV1().Nodes().Patch(ctx, node, "application/merge-patch+json", patch, metav1.PatchOptions{})
	if err != nil {
		return fmt.Errorf("changing node %q: %w", node, err)
	}
	return nil
}
