package controller

import (
	"context"
	"errors"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/operator/internal/events"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
)

// Node is the loop over ValkeyNodes: it makes a node's ConfigMap and, once, its
// Pod. Whether a node lives or leaves is for the cluster's plan.
type Node struct{ *Loops }

// Reconcile makes one pass over one node.
func (n *Node) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	ctx = n.span(ctx, logging.TargetNode, request)
	var node v1alpha1.ValkeyNode
	if err := n.Client.Get(ctx, request.NamespacedName, &node); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	after := time.Duration(0)
	cluster, err := n.clusterOf(ctx, &node)
	if err == nil {
		err = n.noteEnd(ctx, &node)
	}
	switch {
	case err != nil:
	case node.DeletionTimestamp != nil:
		err = n.remove(ctx, &node, cluster)
	case cluster == nil || cluster.DeletionTimestamp != nil: // it goes with its cluster
	case paused(cluster):
	default:
		after, err = n.keep(ctx, &node, cluster)
	}
	return n.result(ctx, request, err, after)
}

// clusterOf returns the cluster that controls the node, or nil if that is gone:
// another cluster of the same name is not it.
func (n *Node) clusterOf(ctx context.Context, node *v1alpha1.ValkeyNode) (*v1alpha1.ValkeyCluster, error) {
	var cluster v1alpha1.ValkeyCluster
	err := n.Client.Get(ctx, client.ObjectKey{Namespace: node.Namespace, Name: node.Spec.ClusterName}, &cluster)
	if apierrors.IsNotFound(err) || err == nil && !metav1.IsControlledBy(node, &cluster) {
		return nil, nil //nolint:nilnil // no cluster is an answer
	}
	return &cluster, err
}

// keep makes what the node lacks, and says when to look again at what it cannot
// make yet. The ConfigMap comes first, since the pod mounts it.
func (n *Node) keep(ctx context.Context, node *v1alpha1.ValkeyNode, cluster *v1alpha1.ValkeyCluster) (time.Duration, error) {
	owner := render.NodeOwner(node.Name, node.UID)
	if err := n.config(ctx, node, owner); err != nil {
		return 0, errors.Join(err, n.tellRefusal(ctx, node, err))
	}
	failpoint.Reached(failpoint.ApplyNodeConfig)
	if !podDue(node) {
		return 0, nil
	}
	return n.pod(ctx, node, cluster, owner)
}

func (n *Node) config(ctx context.Context, node *v1alpha1.ValkeyNode, owner metav1.OwnerReference) error {
	config, err := render.NodeConfigMap(node)
	if err != nil {
		return err
	}
	_, err = n.Apply.Object(ctx, config, owner)
	return err
}

// remove lets a node go once its pod is gone. The pods of a cluster that goes are
// ended here; of one that lives, when a pod ends is for the plan.
func (n *Node) remove(ctx context.Context, node *v1alpha1.ValkeyNode, cluster *v1alpha1.ValkeyCluster) error {
	pod, err := observe.PodOf(ctx, n.Live, node)
	switch {
	case err != nil:
		return err
	case pod == nil:
		removed, err := n.Apply.RemoveFinalizer(ctx, node, names.FinalizerNode)
		if removed {
			failpoint.Reached(failpoint.ReleaseNode)
		}
		if removed && cluster != nil {
			n.emit(cluster, observe.World{}, events.NodeDeleted(node.Name))
		}
		return err
	case cluster == nil || cluster.DeletionTimestamp != nil:
		return n.endPod(ctx, pod) // its end wakes this loop
	}
	return nil
}
