package run

import (
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/selection"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/operator/internal/controller"
	"github.com/valkey-menu/valkey-menu/operator/internal/settings"
)

// Where the program listens; the Deployment's probes and Service name the ports.
const (
	metricsAddress = ":8080"
	healthAddress  = ":8081"
)

// leaseName is the lease that the one acting operator holds.
const leaseName = "valkey-operator"

// defaultNamespace is where the lease is when the Deployment does not say.
const defaultNamespace = "valkey-operator"

func manager(config *rest.Config, set settings.Settings, lookup func(string) (string, bool)) (ctrl.Manager, error) {
	scheme, err := newScheme()
	if err != nil {
		return nil, err
	}
	byObject, err := selections()
	if err != nil {
		return nil, err
	}
	namespace, _ := lookup("POD_NAMESPACE")
	if namespace == "" {
		namespace = defaultNamespace
	}
	grace := 20 * time.Second
	m, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:                 scheme,
		Cache:                  cache.Options{ByObject: byObject, DefaultNamespaces: watched(set.Namespaces)},
		Client:                 client.Options{Cache: &client.CacheOptions{DisableFor: []client.Object{&corev1.Secret{}}}},
		Metrics:                metricsserver.Options{BindAddress: metricsAddress},
		HealthProbeBindAddress: healthAddress,
		LeaderElection:         true, LeaderElectionID: leaseName, LeaderElectionNamespace: namespace,
		// A stop hands over at once: nothing acts after the manager has ended.
		LeaderElectionReleaseOnCancel: true,
		GracefulShutdownTimeout:       &grace,
	})
	if err != nil {
		return nil, fmt.Errorf("setting up: %w", err)
	}
	if err := m.AddHealthzCheck("alive", healthz.Ping); err != nil {
		return nil, err
	}
	filled := newCaches(m.GetCache(), scheme, controller.Kinds())
	if err := m.Add(filled); err != nil {
		return nil, err
	}
	return m, m.AddReadyzCheck("caches", filled.Check)
}

func newScheme() (*runtime.Scheme, error) {
	scheme := runtime.NewScheme()
	if err := clientgoscheme.AddToScheme(scheme); err != nil {
		return nil, err
	}
	return scheme, v1alpha1.AddToScheme(scheme)
}

// watched restricts the cache to the namespaces; none means all.
func watched(namespaces []string) map[string]cache.Config {
	if len(namespaces) == 0 {
		return nil
	}
	configs := map[string]cache.Config{}
	for _, n := range namespaces {
		configs[n] = cache.Config{}
	}
	return configs
}

// selections keep other people's objects out of the memory. Pods are selected by
// the labels that the reference system gives them too, so that its clusters are
// seen.
func selections() (map[client.Object]cache.ByObject, error) {
	ours := cache.ByObject{Label: labels.SelectorFromSet(labels.Set{names.LabelManagedBy: names.ManagedBy})}
	sharded, err := labels.NewRequirement(names.LabelShard, selection.Exists, nil)
	if err != nil {
		return nil, err
	}
	pods := labels.SelectorFromSet(labels.Set{names.LabelName: names.AppName}).Add(*sharded)
	return map[client.Object]cache.ByObject{
		&corev1.Service{}:               ours,
		&corev1.ConfigMap{}:             ours,
		&policyv1.PodDisruptionBudget{}: ours,
		&corev1.Pod{}:                   {Label: pods},
	}, nil
}
