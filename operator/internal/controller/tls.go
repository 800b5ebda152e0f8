package controller

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/tlssecret"
	"github.com/valkey-menu/valkey-menu/operator/internal/access"
	"github.com/valkey-menu/valkey-menu/operator/internal/apply"
	"github.com/valkey-menu/valkey-menu/operator/internal/events"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

// TLS is the loop that has every server of a TLS cluster read its certificate
// again. One that cannot keeps the old one. Which certificate a server serves is
// in the cluster loop's view.
type TLS struct {
	*Loops
	failed *changes
}

// Reconcile makes one round over the nodes of one cluster.
func (t *TLS) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	ctx = t.span(ctx, logging.TargetTLS, request)
	var cluster v1alpha1.ValkeyCluster
	if err := t.Client.Get(ctx, request.NamespacedName, &cluster); err != nil || cluster.DeletionTimestamp != nil {
		t.failed.forget(request.NamespacedName)
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if cluster.Spec.TLS == nil {
		return ctrl.Result{}, nil // it never gets any: the field is immutable
	}
	logging.FromContext(ctx).Info("TLS reconcile tick", "cluster_name", cluster.Name)
	if !t.fit(ctx, &cluster) {
		return ctrl.Result{RequeueAfter: tick}, nil
	}
	reload := func(apply.Credentials) talk {
		return func(ctx context.Context, conn *valkeyconn.Conn) error {
			err := conn.ReloadTLS(ctx)
			if err == nil {
				failpoint.Reached(failpoint.ReloadTLS)
			}
			return err
		}
	}
	t.tellAll(ctx, &cluster, round{
		say: reload, count: t.Metrics.TLSReload, failed: t.failed,
		failure: "TLS reload failed, will retry next tick", event: events.CertificateNotServed,
	})
	return ctrl.Result{RequeueAfter: tick}, nil
}

// fit reports whether servers may load what the Secret holds: one that fails
// validation, or whose certificate its own roots do not stand for, would lock the
// operator out of every server that served it. It also says when the certificate
// has expired, which stops nothing: it is for clients to refuse it.
func (t *TLS) fit(ctx context.Context, cluster *v1alpha1.ValkeyCluster) bool {
	log := logging.FromContext(ctx).With("cluster_name", cluster.Name, "secret", cluster.Spec.TLS.SecretRef)
	secret := access.ReadTLS(ctx, t.Live, cluster.Namespace, cluster.Spec.TLS.SecretRef)
	domain := t.Settings.Options.ClusterDomain
	if secret.Err != nil || len(secret.Problems(cluster.Name, cluster.Namespace, domain)) > 0 {
		return false // the cluster loop says what is wrong with it
	}
	if untrusted := secret.Untrusted(cluster.Name, cluster.Namespace, domain, t.Now()); untrusted != "" {
		log.Warn("TLS certificate does not verify, servers keep the former one", "because", untrusted)
		return false
	}
	if leaf, err := tlssecret.Leaf(secret.Data); err == nil && t.Now().After(leaf.NotAfter) {
		log.Warn("TLS certificate has expired", "not_after", leaf.NotAfter.UTC())
	}
	return true
}
