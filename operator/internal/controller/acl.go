package controller

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/events"
	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
	"github.com/valkey-menu/valkey-menu/operator/internal/metrics"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

// ACL is the loop that has every server load its users.acl again and again: a
// change arrives through the mounted file, and what somebody did by hand is
// reverted. Which revision a server has loaded is in the cluster loop's view.
type ACL struct {
	*Loops
	failed *changes
}

// Reconcile makes one round over the nodes of one cluster.
func (a *ACL) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	ctx = a.span(ctx, TargetACL, request)
	log := logging.FromContext(ctx)
	var cluster v1alpha1.ValkeyCluster
	if err := a.Client.Get(ctx, request.NamespacedName, &cluster); err != nil || cluster.DeletionTimestamp != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	log.Info("ACL reconcile tick", "cluster_name", cluster.Name)
	load := func(ctx context.Context, _ topology.Node, conn *valkeyconn.Conn) error { return conn.LoadACL(ctx) }
	err := a.tellAll(ctx, &cluster, load, func(world observe.World, node string, err error) {
		a.Metrics.ACLLoad(resultOf(err))
		if a.failed.began(cluster.Namespace+"/"+node, err != nil) {
			a.emit(&cluster, world, events.ACLLoadFailed(node, err))
		}
		if err != nil {
			log.Warn("ACL LOAD failed, will retry next tick", "cluster_name", cluster.Name, "node", node, "error", err)
		}
	})
	if err != nil {
		log.Warn("ACL LOAD failed, will retry next tick", "cluster_name", cluster.Name, "error", err)
	}
	return ctrl.Result{RequeueAfter: tick}, nil
}

func resultOf(err error) metrics.Result {
	if err != nil {
		return metrics.Failure
	}
	return metrics.Success
}
