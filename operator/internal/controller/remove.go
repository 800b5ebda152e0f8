package controller

import (
	"context"
	"errors"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/operator/internal/events"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
)

// remove takes a deleted cluster down: its nodes go with their pods, and when
// the last is gone the cluster may go; the garbage collector removes the rest,
// which the cluster owns. Valkey is not asked. Each node that goes wakes the loop.
func (c *Cluster) remove(ctx context.Context, request ctrl.Request, cluster *v1alpha1.ValkeyCluster) (ctrl.Result, error) {
	c.Metrics.Forget(cluster.Namespace, cluster.Name)
	c.rolls.forget(client.ObjectKeyFromObject(cluster))
	if !controllerutil.ContainsFinalizer(cluster, names.FinalizerCluster) {
		return ctrl.Result{}, nil
	}
	left, err := c.removeNodes(ctx, cluster)
	var told error
	if err == nil || left > 0 { // how many there are is known
		told = c.tellRemoval(ctx, cluster, left)
	}
	if err != nil || left > 0 {
		return c.result(ctx, request, errors.Join(told, err), patient)
	}
	removed, err := c.Apply.RemoveFinalizer(ctx, cluster, names.FinalizerCluster)
	if removed {
		failpoint.Reached(failpoint.ReleaseCluster)
		c.pace.forget(client.ObjectKeyFromObject(cluster))
		c.emit(cluster, observe.World{}, events.Deleted())
		logging.FromContext(ctx).Info("cluster removed", "cluster_name", cluster.Name)
	}
	return c.result(ctx, request, err, 0)
}

// tellRemoval writes the status of a cluster that is being deleted, once; nodes is
// how many there are.
func (c *Cluster) tellRemoval(ctx context.Context, cluster *v1alpha1.ValkeyCluster, nodes int) error {
	wrote, err := c.writeStatus(ctx, cluster, c.newPass(cluster).status())
	if wrote {
		c.emit(cluster, observe.World{}, events.Deleting(nodes))
	}
	return err
}

// removeNodes deletes the nodes of the cluster and tells how many are left. Who
// deletes a cluster and orphans what it owns wants the nodes to stay. The pods come
// first: of a cluster deleted in the foreground the garbage collector deletes them
// too, with their own grace period, and whoever comes first sets how long a server is
// waited for. One that has only just begun ignores SIGTERM, being process 1 without a
// handler yet.
func (c *Cluster) removeNodes(ctx context.Context, cluster *v1alpha1.ValkeyCluster) (int, error) {
	if controllerutil.ContainsFinalizer(cluster, metav1.FinalizerOrphanDependents) {
		return 0, nil
	}
	nodes, err := observe.Nodes(ctx, c.Live, cluster)
	if err != nil {
		return 0, err
	}
	if err := c.endPods(ctx, nodes); err != nil {
		return len(nodes), err
	}
	for _, n := range nodes {
		if n.DeletionTimestamp != nil {
			continue
		}
		if err := client.IgnoreNotFound(c.Client.Delete(ctx, n, client.Preconditions{UID: &n.UID})); err != nil {
			return len(nodes), fmt.Errorf("deleting ValkeyNode %q: %w", n.Namespace+"/"+n.Name, err)
		}
		failpoint.Reached(failpoint.RemoveNode)
		logging.FromContext(ctx).Info("removing node", "cluster_name", cluster.Name, "node", n.Name)
	}
	return len(nodes), nil
}

// endPods ends the pods of nodes that are not deleted yet.
func (c *Cluster) endPods(ctx context.Context, nodes []*v1alpha1.ValkeyNode) error {
	for _, n := range nodes {
		if n.DeletionTimestamp != nil {
			continue // for the loop over nodes
		}
		pod, err := observe.PodOf(ctx, c.Live, n)
		if err == nil && pod != nil {
			err = c.endPod(ctx, pod)
		}
		if err != nil {
			return fmt.Errorf("deleting the pod of ValkeyNode %q: %w", n.Namespace+"/"+n.Name, err)
		}
	}
	return nil
}
