package controller

import (
	"context"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/acl"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/operator/internal/apply"
	"github.com/valkey-menu/valkey-menu/operator/internal/events"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

// ACL is the loop that has every server load its users.acl again and again: a
// change arrives through the mounted file, and what somebody did by hand is
// reverted. Which revision a server has loaded is in the cluster loop's view.
type ACL struct {
	*Loops
	beats  *pace
	failed *changes
}

// Reconcile makes one round over the nodes of one cluster. While a change of
// users.acl has not reached all of them, the next round comes soon.
func (a *ACL) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	ctx = a.span(ctx, logging.TargetACL, request)
	var cluster v1alpha1.ValkeyCluster
	if err := a.Client.Get(ctx, request.NamespacedName, &cluster); err != nil || cluster.DeletionTimestamp != nil {
		a.beats.forget(request.NamespacedName)
		a.failed.forget(request.NamespacedName)
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if a.beats.due(request.NamespacedName, a.Now()) {
		logging.FromContext(ctx).Info("ACL reconcile tick", "cluster_name", cluster.Name)
	}
	var behind atomic.Bool
	wanted := a.wanted(ctx, &cluster)
	load := func(secrets apply.Credentials) talk {
		return func(ctx context.Context, conn *valkeyconn.Conn) error {
			isBehind, err := loadUsers(ctx, conn, wanted, secrets)
			if isBehind {
				behind.Store(true)
			}
			return err
		}
	}
	a.tellAll(ctx, &cluster, round{
		say: load, count: a.Metrics.ACLLoad, failed: a.failed,
		failure: "ACL LOAD failed, will retry next tick", event: events.ACLLoadFailed,
	})
	return ctrl.Result{RequeueAfter: a.beats.afterRound(request.NamespacedName, behind.Load(), a.Now())}, nil
}

// loadUsers has a server load its users.acl and reports whether that is behind
// the revision that was written last. While the password of the replication user
// is rotated, a server that knows both gets the new one for its own use: a
// replica would present the old one when it connects again.
func loadUsers(ctx context.Context, conn *valkeyconn.Conn, wanted string, secrets apply.Credentials) (behind bool, err error) {
	if err := conn.LoadACL(ctx); err != nil {
		return false, err
	}
	failpoint.Reached(failpoint.LoadACL)
	s, err := conn.Server(ctx)
	if err != nil {
		return false, err
	}
	loaded, known := s.ACLRevision.Get()
	if !known || wanted == "" || loaded != wanted {
		return known && wanted != "", nil
	}
	if secrets.Previous.Repl == "" {
		return false, nil
	}
	if err := conn.SetPrimaryAuth(ctx, secrets.Current.Repl); err != nil {
		return false, err
	}
	failpoint.Reached(failpoint.SetPrimaryAuth)
	return false, nil
}

// wanted is the revision of the users.acl that was written last; empty if it is
// not known.
func (a *ACL) wanted(ctx context.Context, cluster *v1alpha1.ValkeyCluster) string {
	var file corev1.ConfigMap
	key := client.ObjectKey{Namespace: cluster.Namespace, Name: names.ACLConfigMap(cluster.Name)}
	if err := a.Client.Get(ctx, key, &file); err != nil {
		return "" // then a round comes every tick, as always
	}
	return acl.RevisionOf(file.Data[names.ACLFile])
}
