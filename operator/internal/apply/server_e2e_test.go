//go:build e2e

package apply

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"sync"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/lib/api/crds"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

// requests records what was sent to the API server.
type requests struct {
	next http.RoundTripper
	mu   sync.Mutex
	// writes are "METHOD path"; all counts reads too.
	writes []string
	all    int
	body   []byte // of the last write
}

func (r *requests) RoundTrip(request *http.Request) (*http.Response, error) {
	r.mu.Lock()
	r.all++
	if request.Method != http.MethodGet {
		r.writes = append(r.writes, request.Method+" "+request.URL.Path)
		r.body = nil
		if request.Body != nil {
			sent, err := io.ReadAll(request.Body)
			if err != nil {
				r.mu.Unlock()
				return nil, err
			}
			r.body = sent
			request.Body = io.NopCloser(bytes.NewReader(sent))
		}
	}
	r.mu.Unlock()
	return r.next.RoundTrip(request)
}

// taken returns the writes since it was last called.
func (r *requests) taken() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	writes := r.writes
	r.writes, r.all = nil, 0
	return writes
}

// server is an API server with the CRDs. People do what others do to objects;
// the requests of an applier are recorded.
type server struct {
	config *rest.Config
	people client.Client
	scheme func() client.Options
}

func connect(t *testing.T, bed testbed) *server {
	t.Helper()
	path, err := bed.run("kubeconfig", "--direct")
	if err != nil {
		t.Fatalf("testbed kubeconfig: %v\n%s", err, path)
	}
	config, err := clientcmd.BuildConfigFromFlags("", path)
	if err != nil {
		t.Fatal(err)
	}
	config.QPS = -1 // as fast as it goes
	scheme := testScheme(t)
	s := &server{config: config, scheme: func() client.Options { return client.Options{Scheme: scheme} }}
	if s.people, err = client.New(config, s.scheme()); err != nil {
		t.Fatal(err)
	}
	s.install(t)
	return s
}

// install creates the namespace and the CRDs, and waits until the kinds of the
// tests are served.
func (s *server) install(t *testing.T) {
	t.Helper()
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: cacheKey().Namespace}}
	if err := s.people.Create(t.Context(), namespace); err != nil {
		t.Fatal(err)
	}
	for _, text := range crds.All() {
		crd := &unstructured.Unstructured{}
		if err := yaml.Unmarshal([]byte(text), &crd.Object); err != nil {
			t.Fatal(err)
		}
		if err := s.people.Create(t.Context(), crd); err != nil {
			t.Fatal(err)
		}
	}
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: namespace.Name, Name: "default"}}
	until(t, "pods can be made", func() bool {
		return s.people.Get(t.Context(), client.ObjectKeyFromObject(account), account) == nil
	})
	for _, list := range []client.ObjectList{&v1alpha1.ValkeyClusterList{}, &v1alpha1.ValkeyNodeList{}} {
		until(t, "the CRDs are served", func() bool { return s.people.List(t.Context(), list) == nil })
	}
}

func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within 20 seconds: %s", what)
		}
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
	c, err := client.New(config, s.scheme())
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
