package controller

import (
	"context"

	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
	"github.com/valkey-menu/valkey-menu/operator/internal/references"
)

func request(namespace, name string) reconcile.Request {
	return reconcile.Request{NamespacedName: types.NamespacedName{Namespace: namespace, Name: name}}
}

// podToCluster wakes the cluster of a pod.
func podToCluster() handler.EventHandler {
	return handler.EnqueueRequestsFromMapFunc(func(_ context.Context, pod client.Object) []reconcile.Request {
		return []reconcile.Request{request(pod.GetNamespace(), pod.GetLabels()[names.LabelInstance])}
	})
}

// usersToCluster wakes the cluster whose users.acl it is.
func usersToCluster() handler.EventHandler {
	return handler.EnqueueRequestsFromMapFunc(func(_ context.Context, file client.Object) []reconcile.Request {
		cluster := file.GetLabels()[names.LabelInstance]
		if file.GetName() != names.ACLConfigMap(cluster) {
			return nil
		}
		return []reconcile.Request{request(file.GetNamespace(), cluster)}
	})
}

// menuToClusters wakes the clusters that refer to an object of the menu, and no
// others.
func (l *Loops) menuToClusters(ref func(name string) menu.Ref) handler.EventHandler {
	return l.fromMenu(func(m *menu.Menu, object client.Object) (concerned []reconcile.Request) {
		for _, c := range references.Clusters(m, ref(object.GetName())) {
			concerned = append(concerned, request(c.Namespace, c.Name))
		}
		return concerned
	})
}

// menuToConfigs wakes the configs that refer to an object of the menu, and the
// base of a config: that it is one decides whether it needs an image.
func (l *Loops) menuToConfigs(ref func(name string) menu.Ref) handler.EventHandler {
	return l.fromMenu(func(m *menu.Menu, object client.Object) (concerned []reconcile.Request) {
		for _, c := range references.Configs(m, ref(object.GetName())) {
			concerned = append(concerned, request("", c.Name))
		}
		if heir, ok := object.(*v1alpha1.ValkeyConfig); ok && heir.Spec.BaseRef != "" {
			concerned = append(concerned, request("", heir.Spec.BaseRef))
		}
		return concerned
	})
}

func (l *Loops) fromMenu(concerned func(*menu.Menu, client.Object) []reconcile.Request) handler.EventHandler {
	return handler.EnqueueRequestsFromMapFunc(func(ctx context.Context, object client.Object) []reconcile.Request {
		m, err := readMenu(ctx, l.Client)
		if err != nil { // the cache is gone, and with it this program
			logging.FromContext(ctx).Error("cannot tell whom an edit of the menu concerns", "error", err)
			return nil
		}
		return concerned(m, object)
	})
}

// clusterToNodes wakes the nodes of a cluster: they wait while it is paused.
func (l *Loops) clusterToNodes() handler.EventHandler {
	return handler.EnqueueRequestsFromMapFunc(func(ctx context.Context, object client.Object) []reconcile.Request {
		cluster, ok := object.(*v1alpha1.ValkeyCluster)
		if !ok {
			return nil
		}
		nodes, err := observe.Nodes(ctx, l.Client, cluster)
		if err != nil { // the cache is gone, and with it this program
			logging.FromContext(ctx).Error("cannot tell which nodes a cluster has", "error", err)
		}
		var concerned []reconcile.Request
		for _, n := range nodes {
			concerned = append(concerned, request(n.Namespace, n.Name))
		}
		return concerned
	})
}
