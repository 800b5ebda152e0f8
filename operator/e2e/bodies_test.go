//go:build e2e

package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/operator/internal/run"
)

// recorder keeps the body of every request that makes or applies an object.
type recorder struct {
	mutex sync.Mutex
	sent  map[string][]byte // by kind and name
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
			r.sent[key(o)] = body
			r.mutex.Unlock()
		}
	}
	return r.next.RoundTrip(q)
}

func key(o map[string]any) string {
	meta, _ := o["metadata"].(map[string]any)
	name, _ := meta["name"].(string)
	kind, _ := o["kind"].(string)
	return kind + " " + name
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
// sends while a cluster forms, and compares it with what the command line renders
// from the same files, offline. Only what cannot be known there is masked: the
// names of nodes, the two passwords and what derives from them. What the operator
// adds is named here: owner references.
func TestBodiesAreWhatWasReviewed(t *testing.T) {
	_ = must(testbed("operator", "stop"))
	t.Cleanup(func() { startOperator(t) })
	r := role(t)
	c := cluster(t, menu(t), 2, 1, withUsers(bind("app", r, appPassword)), func(c *v1alpha1.ValkeyCluster) {
		c.Spec.PodAnnotations = map[string]v1alpha1.AnnotationValue{"team": "red"}
		c.Spec.Placement = &v1alpha1.Placement{Zones: []v1alpha1.Zone{"zone-b", "zone-a"}, ZoneSpread: v1alpha1.SpreadRequired}
	})
	rec := &recorder{sent: map[string][]byte{}}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	t.Setenv("KUBECONFIG", must(testbed("kubeconfig")))
	go func() {
		ended <- run.Operator(ctx, run.Process{Version: "test", Lookup: os.LookupEnv, Stdout: io.Discard, Stderr: os.Stderr, Wrap: rec.wrap})
	}()
	ready(t, c)
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("the operator ended with %v", err)
	}
	sent, rendered := rec.documents(t, c), offline(t, c)
	if diff := cmp.Diff(rendered, sent); diff != "" {
		t.Errorf("rendered offline (-) and sent (+):\n%s", diff)
	}
	if len(rendered) != 3+3*4 {
		t.Errorf("%d objects were compared, want Service, Secret, users.acl and three for each of four nodes", len(rendered))
	}
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

// offline renders the same cluster with the command line, from files.
func offline(t *testing.T, c *v1alpha1.ValkeyCluster) []string {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, "valkey-menu")
	build(filepath.Join("..", ".."), program, "./fn")
	var files []string
	for _, kind := range []string{"valkeyimages", "valkeyconfigs", "valkeyroles"} {
		files = append(files, written(t, dir, kind, "get", kind, "-o", "yaml"))
	}
	files = append(files, written(t, dir, "cluster", "-n", c.Namespace, "get", "valkeycluster", c.Name, "-o", "yaml"))
	out, err := exec.Command(program, append([]string{"render", "--what", "manifests"}, files...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("rendering: %v: %s", err, out)
	}
	var all []string
	for text := range bytes.SplitSeq(out, []byte("\n---\n")) {
		var o map[string]any
		if err := yaml.Unmarshal(text, &o); err != nil {
			t.Fatal(err)
		}
		all = append(all, masked(t, o))
	}
	slices.Sort(all)
	return all
}

func written(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(bed.testbed, append([]string{"kubectl"}, args...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, name+".yaml")
	if err := os.WriteFile(path, out, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

var (
	nodeName = regexp.MustCompile(`\bcache-[0-9a-f]{5}\b`)
	systemID = regexp.MustCompile(`(user _momento_(?:operator|repl|revision) (?:on|off)) #[0-9a-f]{64}`)
)

// masked is an object as text without what offline nobody can know.
func masked(t *testing.T, o map[string]any) string {
	t.Helper()
	if o["kind"] == "Secret" {
		data, _ := o["data"].(map[string]any)
		for _, k := range []string{names.OperatorPasswordKey, names.ReplPasswordKey, names.PrimaryAuthFile} {
			if text, _ := data[k].(string); text == "" {
				t.Errorf("the Secret has no %s", k)
			}
			data[k] = "masked"
		}
	}
	if o["kind"] == v1alpha1.KindNode { // a node is born Joining; offline it has joined
		spec, _ := o["spec"].(map[string]any)
		delete(spec, "lifecycle")
	}
	if meta, _ := o["metadata"].(map[string]any); meta["creationTimestamp"] == nil {
		delete(meta, "creationTimestamp")
	}
	text, err := yaml.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	return systemID.ReplaceAllString(nodeName.ReplaceAllString(string(text), "NODE"), "$1 #MASKED")
}
