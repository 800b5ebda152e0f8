package controller

import (
	"context"
	"errors"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/operator/internal/settings"
)

// startCaches makes the start fail, with a line, where a kind cannot be read that
// is only looked up and never watched: a pass would wait for it without a word.
func (l *Loops) startCaches(m ctrl.Manager) error {
	for _, kind := range []client.Object{&corev1.Node{}, &policyv1.PodDisruptionBudget{}} {
		if _, err := m.GetCache().GetInformer(context.Background(), kind, cache.BlockUntilSynced(false)); err != nil {
			return err
		}
	}
	return nil
}

// Kinds are those that the loops read from the cache.
func Kinds() []client.Object {
	return []client.Object{
		&v1alpha1.ValkeyCluster{}, &v1alpha1.ValkeyNode{}, &v1alpha1.ValkeyImage{}, &v1alpha1.ValkeyConfig{}, &v1alpha1.ValkeyRole{},
		&corev1.Service{}, &corev1.ConfigMap{}, &corev1.Pod{}, &corev1.Node{}, &policyv1.PodDisruptionBudget{},
	}
}

// maxReconciles is how many objects of a kind are worked on at the same time. A slow
// cluster holds up none of the others; servers are spoken to within a limit of
// their own.
const maxReconciles = 32

// Register hands the loops to the manager.
func (l *Loops) Register(m ctrl.Manager) error {
	l.conflicts = newConflicts()
	errs := []error{
		l.startCaches(m),
		l.registerCluster(m), l.registerNode(m),
		l.registerACL(m), l.registerTLS(m),
	}
	if l.MenuStatus {
		errs = append(errs, l.registerMenu(m))
	}
	return errors.Join(errs...)
}

// firstRetry is the time until a failed pass is tried again for the first time,
// and passLimit the time after which a pass that hangs is ended.
const (
	firstRetry = 5 * time.Millisecond
	passLimit  = 2 * time.Minute
)

// options silence controller-runtime's own lines on each pass: the loops say
// the same in the form that people search for.
func options() controller.Options {
	return controller.Options{
		MaxConcurrentReconciles: maxReconciles,
		LogConstructor:          func(*reconcile.Request) logr.Logger { return logr.Discard() },
		// After an hour of trouble a healed cluster is looked at within half a minute.
		RateLimiter:           workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](firstRetry, tick),
		ReconciliationTimeout: passLimit,
	}
}

// specOrAnnotationsChanged lets through what a person changed: spec, annotations and
// deletion. The operator's own writes of status wake nobody.
func specOrAnnotationsChanged() builder.Predicates {
	return builder.WithPredicates(predicate.Or(predicate.GenerationChangedPredicate{}, predicate.AnnotationChangedPredicate{}))
}

func (l *Loops) registerCluster(m ctrl.Manager) error {
	b := ctrl.NewControllerManagedBy(m).Named("cluster").WithOptions(options()).
		For(&v1alpha1.ValkeyCluster{}, specOrAnnotationsChanged()).
		Owns(&v1alpha1.ValkeyNode{}).
		Owns(&corev1.Service{}).
		Owns(&corev1.ConfigMap{}).
		Watches(&corev1.Pod{}, podToCluster()).
		Watches(&v1alpha1.ValkeyImage{}, l.menuToClusters(menu.ImageRef), specChanged()).
		Watches(&v1alpha1.ValkeyConfig{}, l.menuToClusters(menu.ConfigRef), specChanged()).
		Watches(&v1alpha1.ValkeyRole{}, l.menuToClusters(menu.RoleRef), specChanged())
	if l.Settings.PodDisruptionBudgets == settings.BudgetsPerShard {
		b = b.Owns(&policyv1.PodDisruptionBudget{})
	}
	return b.Complete(&Cluster{Loops: l, pace: newPace(), rolls: newRolls(l.Settings.MaxRollingClusters)})
}

// specChanged keeps the conditions that the menu loop writes from waking
// clusters.
func specChanged() builder.Predicates {
	return builder.WithPredicates(predicate.GenerationChangedPredicate{})
}

func (l *Loops) registerNode(m ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(m).Named("node").WithOptions(options()).
		For(&v1alpha1.ValkeyNode{}).
		Owns(&corev1.ConfigMap{}).
		Owns(&corev1.Pod{}).
		Watches(&v1alpha1.ValkeyCluster{}, l.clusterToNodes(), specOrAnnotationsChanged()).
		Complete(&Node{l})
}

// registerACL has the loop woken by a changed users.acl too.
func (l *Loops) registerACL(m ctrl.Manager) error {
	return ticking(m, "acl").Watches(&corev1.ConfigMap{}, usersToCluster()).Complete(&ACL{l, newPace(), newChanges()})
}

func (l *Loops) registerTLS(m ctrl.Manager) error {
	return ticking(m, "tls").Complete(&TLS{l, newChanges()})
}

// ticking is for a loop that comes back to each cluster by itself: of clusters only
// a new one wakes it.
func ticking(m ctrl.Manager, name string) *ctrl.Builder {
	created := builder.WithPredicates(predicate.Funcs{
		// Only one of the same name that was deleted and made anew meanwhile.
		UpdateFunc: func(e event.UpdateEvent) bool { return e.ObjectOld.GetUID() != e.ObjectNew.GetUID() },
		DeleteFunc: func(event.DeleteEvent) bool { return false },
	})
	return ctrl.NewControllerManagedBy(m).Named(name).WithOptions(options()).
		Watches(&v1alpha1.ValkeyCluster{}, &handler.EnqueueRequestForObject{}, created)
}

func (l *Loops) registerMenu(m ctrl.Manager) error {
	image := ctrl.NewControllerManagedBy(m).Named("image").WithOptions(options()).
		For(&v1alpha1.ValkeyImage{}, specChanged()).Complete(l.images())
	role := ctrl.NewControllerManagedBy(m).Named("role").WithOptions(options()).
		For(&v1alpha1.ValkeyRole{}, specChanged()).Complete(l.roles())
	config := ctrl.NewControllerManagedBy(m).Named("config").WithOptions(options()).
		For(&v1alpha1.ValkeyConfig{}, specChanged()).
		Watches(&v1alpha1.ValkeyImage{}, l.menuToConfigs(menu.ImageRef), specChanged()).
		Watches(&v1alpha1.ValkeyConfig{}, l.menuToConfigs(menu.ConfigRef), specChanged()).
		Watches(&v1alpha1.ValkeyRole{}, l.menuToConfigs(menu.RoleRef), specChanged()).
		Complete(l.configs())
	return errors.Join(image, role, config)
}
