package controller

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
)

// noteEnd writes on a node that its pod's container has ended, as soon as the
// kubelet says so. It never starts again, and the pod's object, the proof that the
// others may forget the server at once, may be gone before the next look at the
// whole cluster.
func (n *Node) noteEnd(ctx context.Context, node *v1alpha1.ValkeyNode) error {
	if node.Annotations[names.AnnotationPodEnded] != "" {
		return nil
	}
	var pod corev1.Pod
	if err := n.Client.Get(ctx, client.ObjectKeyFromObject(node), &pod); err != nil {
		return client.IgnoreNotFound(err)
	}
	facts := observe.Pod(&pod)
	if !metav1.IsControlledBy(&pod, node) || !facts.Terminated {
		return nil
	}
	noted, err := n.annotate(ctx, node, names.AnnotationPodEnded, time.UnixMilli(facts.EndedAt).UTC().Format(time.RFC3339))
	if err != nil {
		return client.IgnoreNotFound(fmt.Errorf("noting the end of the pod of ValkeyNode %q: %w", node.Namespace+"/"+node.Name, err))
	}
	failpoint.Reached(failpoint.MarkEnd)
	noted.DeepCopyInto(node)
	return nil
}
