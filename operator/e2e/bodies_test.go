//go:build e2e

package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/operator/internal/run"
)

// recorder keeps the bodies of all requests that make or apply an object, each once.
type recorder struct {
	mutex sync.Mutex
	sent  map[string][]byte // by object and body
	next  http.RoundTripper
}

func (r *recorder) wrap(next http.RoundTripper) http.RoundTripper {
	r.next = next
	return r
}

// RoundTrip implements http.RoundTripper.
func (r *recorder) RoundTrip(q *http.Request) (*http.Response, error) {
	applied := q.Method == http.MethodPatch && strings.Contains(q.Header.Get("Content-Type"), "apply-patch")
	if q.Body != nil && (q.Method == http.MethodPost || applied) {
		body, err := io.ReadAll(q.Body)
		if err != nil {
			return nil, err
		}
		q.Body = io.NopCloser(bytes.NewReader(body))
		if o, err := document(body); err == nil {
			r.mutex.Lock()
			r.sent[key(o)+string(body)] = body
			r.mutex.Unlock()
		}
	}
	return r.next.RoundTrip(q)
}

func key(o map[string]any) string {
	meta, _ := o["metadata"].(map[string]any)
	return fmt.Sprintln(o["kind"], meta["namespace"], meta["name"])
}

// document decodes a body, JSON or Kubernetes' protobuf, into its JSON form.
func document(body []byte) (map[string]any, error) {
	if bytes.HasPrefix(body, []byte("k8s\x00")) {
		o, gvk, err := serializer.NewCodecFactory(clientgoscheme.Scheme).UniversalDeserializer().Decode(body, nil, nil)
		if err != nil {
			return nil, err
		}
		o.GetObjectKind().SetGroupVersionKind(*gvk)
		raw, err := json.Marshal(o)
		if err != nil {
			return nil, err
		}
		body = raw
	}
	var o map[string]any
	err := json.Unmarshal(body, &o)
	delete(o, "status")
	return o, err
}

// TestBodiesAreWhatWasReviewed runs the operator in this process, records what it
// sends while a cluster forms, and one with TLS and placement, and compares it with
// what the command line renders from the same files, offline. Only what cannot be
// known there is masked: the names of nodes, the two passwords and what derives from
// them, and the lifecycle of a node, spec.lifecycle, which is born Joining and
// rendered as one that has joined. What the operator adds is named here: owner
// references.
func TestBodiesAreWhatWasReviewed(t *testing.T) {
	_ = must(testbed("operator", "stop"))
	t.Cleanup(func() { startOperator(t) })
	r, config := role(t), menu(t)
	clusters := map[string]*v1alpha1.ValkeyCluster{
		"plain": cluster(t, config, 2, 1, withUsers(bind("app", r, appPassword))),
		"with TLS and placement": secureCluster(t, config, namespace(t), 2, 1, withUsers(bind("app", r, appPassword)), func(c *v1alpha1.ValkeyCluster) {
			c.Spec.PodAnnotations = map[string]v1alpha1.AnnotationValue{"team": "red"}
		}, placed(v1alpha1.Placement{
			Zones: []v1alpha1.Zone{"zone-b", "zone-a"}, ZoneSpread: v1alpha1.SpreadRequired,
			NodeSelector: map[string]v1alpha1.LabelValue{"kubernetes.io/os": "linux"},
		})),
	}
	rec := &recorder{sent: map[string][]byte{}}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	t.Setenv("KUBECONFIG", must(testbed("kubeconfig")))
	askClusterDNS(t)
	go func() {
		ended <- run.Operator(ctx, run.Process{Version: "test", Lookup: os.LookupEnv, Stdout: io.Discard, Stderr: os.Stderr, Wrap: rec.wrap})
	}()
	for _, c := range clusters {
		ready(t, c)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("the operator ended with %v", err)
	}
	for name, c := range clusters {
		t.Run(name, func(t *testing.T) {
			sent, rendered := rec.documents(t, c), offline(t, c)
			if diff := cmp.Diff(rendered, sent); diff != "" {
				t.Errorf("rendered offline (-) and sent (+):\n%s", diff)
			}
			if len(rendered) != 3+3*4 {
				t.Errorf("%d objects were compared, want Service, Secret, users.acl and three for each of four nodes", len(rendered))
			}
		})
	}
}

// askClusterDNS has this process resolve names as a pod does: a TLS server is
// reached by its name. The testbed's DNS listens on the machine's address.
func askClusterDNS(t *testing.T) {
	t.Helper()
	before := net.DefaultResolver
	t.Cleanup(func() { net.DefaultResolver = before })
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, "10.244.0.1:53")
	}}
}

// documents are the bodies that were sent for the cluster, masked, sorted.
func (r *recorder) documents(t *testing.T, c *v1alpha1.ValkeyCluster) []string {
	t.Helper()
	var all []string
	for _, body := range r.sent {
		o, err := document(body)
		if err != nil {
			t.Fatal(err)
		}
		meta, _ := o["metadata"].(map[string]any)
		if name, _ := meta["name"].(string); meta["namespace"] != c.Namespace || !strings.HasPrefix(name, c.Name) || o["kind"] == "Event" {
			continue
		}
		delete(meta, "ownerReferences")
		all = append(all, masked(t, o))
	}
	slices.Sort(all)
	return all
}
