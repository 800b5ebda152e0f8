package controller

import (
	"context"
	"errors"
	"fmt"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/operator/internal/access"
	"github.com/valkey-menu/valkey-menu/operator/internal/apply"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

// podDue is whether the node's pod is still to be made.
func podDue(node *v1alpha1.ValkeyNode) bool {
	return node.Annotations[names.AnnotationPodMade] == "" && node.Spec.Lifecycle == v1alpha1.LifecycleJoining
}

// pod makes the pod of a joining node once. That it was made is marked on the
// node, so that a pod which is gone is never made again: it would be another
// server under the name of the lost one. One that cannot be made yet is looked at
// again after a while.
func (n *Node) pod(ctx context.Context, node *v1alpha1.ValkeyNode, cluster *v1alpha1.ValkeyCluster, owner metav1.OwnerReference) (time.Duration, error) {
	unfit, err := n.unfit(ctx, node)
	if err != nil {
		return 0, err
	}
	if unfit != "" {
		return patient, n.writeRefusal(ctx, node, "no pod is made: "+unfit)
	}
	return 0, n.makePod(ctx, node, cluster, owner)
}

// unfit is why the node's TLS Secret must not reach a server yet: a server that
// began with a certificate which the operator cannot verify could be told nothing,
// not even to read a better one. For a Secret that is missing the kubelet waits.
func (n *Node) unfit(ctx context.Context, node *v1alpha1.ValkeyNode) (string, error) {
	if node.Spec.TLSSecret == "" {
		return "", nil
	}
	secret := access.ReadTLS(ctx, n.Live, node.Namespace, node.Spec.TLSSecret)
	if secret.Err != nil || !secret.Found {
		return "", secret.Err
	}
	return secret.Unfit(node.Spec.ClusterName, node.Namespace, n.Settings.Options.ClusterDomain, n.Now()), nil
}

func (n *Node) makePod(ctx context.Context, node *v1alpha1.ValkeyNode, cluster *v1alpha1.ValkeyCluster, owner metav1.OwnerReference) error {
	pod, err := render.Pod(node, n.Settings.Options, annotationsOf(cluster))
	if err != nil {
		return errors.Join(err, n.tellRefusal(ctx, node, err))
	}
	render.Own(pod, owner)
	made, err := n.Apply.Create(ctx, pod)
	if told := n.tellRefusal(ctx, node, err); err != nil || told != nil {
		return errors.Join(err, told)
	}
	failpoint.Reached(failpoint.CreatePod)
	if made {
		logging.FromContext(ctx).Info("creating Pod for node", "cluster_name", cluster.Name, "pod", pod.Name, "node", node.Name)
	}
	if _, err := n.annotate(ctx, node, names.AnnotationPodMade, "true"); err != nil {
		return fmt.Errorf("marking ValkeyNode %q: %w", node.Namespace+"/"+node.Name, err)
	}
	failpoint.Reached(failpoint.MarkPod)
	return nil
}

// maxRefusal bounds what is repeated of the API server's words, in bytes.
const maxRefusal = 1024

// tellRefusal writes on a node why its ConfigMap or pod cannot be made, a quota or a
// policy for example.
func (n *Node) tellRefusal(ctx context.Context, node *v1alpha1.ValkeyNode, err error) error {
	words := ""
	if refused(err) {
		words = err.Error()
	}
	return n.writeRefusal(ctx, node, words)
}

// refused reports whether an object cannot be made before something else changes.
func refused(err error) bool {
	var recipe *render.Error
	return errors.As(err, &recipe) || errors.Is(err, apply.ErrForeign) || errors.Is(err, apply.ErrTooLarge) ||
		apierrors.IsForbidden(err) || apierrors.IsInvalid(err) || apierrors.IsRequestEntityTooLargeError(err)
}

// writeRefusal writes on the node why it has no pod: the cluster's conditions and
// Events repeat it. Once the pod was made, it is the pod that tells.
func (n *Node) writeRefusal(ctx context.Context, node *v1alpha1.ValkeyNode, words string) error {
	words = status.Bound(words, maxRefusal)
	if !podDue(node) || node.Annotations[names.AnnotationPodRefused] == words {
		return nil
	}
	told, err := n.annotate(ctx, node, names.AnnotationPodRefused, words)
	if err != nil {
		return client.IgnoreNotFound(err)
	}
	failpoint.Reached(failpoint.MarkRefusal)
	told.DeepCopyInto(node)
	return nil
}

func annotationsOf(cluster *v1alpha1.ValkeyCluster) map[string]string {
	annotations := make(map[string]string, len(cluster.Spec.PodAnnotations))
	for key, value := range cluster.Spec.PodAnnotations {
		annotations[key] = string(value)
	}
	return annotations
}
