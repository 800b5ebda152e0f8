//go:build e2e

package apply

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/lib/api/crds"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

// server is an API server with the CRDs. People do what others do to objects;
// the requests of an applier are recorded.
type server struct {
	config *rest.Config
	people client.Client
	scheme *runtime.Scheme
}

func connect(bed testbed) (*server, error) {
	path, err := bed.run("kubeconfig", "--direct")
	if err != nil {
		return nil, err
	}
	config, err := clientcmd.BuildConfigFromFlags("", path)
	if err != nil {
		return nil, err
	}
	config.QPS = -1 // as fast as it goes
	scheme, err := newScheme()
	if err != nil {
		return nil, err
	}
	people, err := client.New(config, client.Options{Scheme: scheme})
	if err != nil {
		return nil, err
	}
	s := &server{config: config, scheme: scheme, people: people}
	if err := s.install(context.Background()); err != nil {
		return nil, err
	}
	return s, nil
}

// install creates the namespace and the CRDs, and waits until the kinds of the
// tests are served.
func (s *server) install(ctx context.Context) error {
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: cacheKey().Namespace}}
	if err := s.people.Create(ctx, namespace); err != nil {
		return err
	}
	for _, text := range crds.All() {
		crd := &unstructured.Unstructured{}
		if err := yaml.Unmarshal([]byte(text), &crd.Object); err != nil {
			return err
		}
		if err := s.people.Create(ctx, crd); err != nil {
			return err
		}
	}
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: namespace.Name, Name: "default"}}
	for what, done := range map[string]func() error{
		"pods can be made": func() error { return s.people.Get(ctx, client.ObjectKeyFromObject(account), account) },
		"clusters can":     func() error { return s.people.List(ctx, &v1alpha1.ValkeyClusterList{}) },
		"nodes can":        func() error { return s.people.List(ctx, &v1alpha1.ValkeyNodeList{}) },
	} {
		if err := await(what, func() bool { return done() == nil }); err != nil {
			return err
		}
	}
	return nil
}

func await(what string, done func() bool) error {
	for deadline := time.Now().Add(20 * time.Second); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			return fmt.Errorf("not within 20 seconds: %s", what)
		}
	}
	return nil
}

func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	if err := await(what, done); err != nil {
		t.Fatal(err)
	}
}

// applier sends through the recorder.
func (s *server) applier(t *testing.T) (*Applier, *requests) {
	t.Helper()
	sent := &requests{}
	config := rest.CopyConfig(s.config)
	config.Wrap(func(next http.RoundTripper) http.RoundTripper {
		sent.next = next
		return sent
	})
	c, err := client.New(config, client.Options{Scheme: s.scheme})
	if err != nil {
		t.Fatal(err)
	}
	return &Applier{Client: c, APIReader: c}, sent
}

// cluster makes a ValkeyCluster in the namespace team-a, the owner of everything,
// and empties the namespace when the case ends.
func (s *server) cluster(t *testing.T) metav1.OwnerReference {
	t.Helper()
	c := &v1alpha1.ValkeyCluster{}
	c.Namespace, c.Name = cacheKey().Namespace, cacheKey().Name
	c.Spec = v1alpha1.ValkeyClusterSpec{ConfigRef: "standard", Shards: 1, ReplicasPerShard: 1}
	if err := s.people.Create(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.empty(t) })
	return render.ClusterOwner(c.Name, c.UID)
}

// empty removes at once what a case made.
func (s *server) empty(t *testing.T) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	for _, kind := range []client.Object{
		&v1alpha1.ValkeyCluster{}, &v1alpha1.ValkeyNode{}, &corev1.Pod{}, &corev1.Service{}, &corev1.ConfigMap{},
		&corev1.Secret{}, &policyv1.PodDisruptionBudget{},
	} {
		if err := s.people.DeleteAllOf(ctx, kind, client.InNamespace(cacheKey().Namespace), client.GracePeriodSeconds(0)); err != nil {
			t.Error(err)
		}
	}
}
