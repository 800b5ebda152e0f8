package render_test

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

var update = flag.Bool("update", false, "write the golden files; such a run never passes")

func TestManifestsGolden(t *testing.T) {
	for name, edit := range edits() {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			edit(w)
			got := stream(t, w.resolve(t), render.PlaceholderPasswords())
			file := filepath.Join("testdata", name+".yaml")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				t.Fatal("golden file written; run again without -update")
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("manifests differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestManifestsHoldNoServerFields(t *testing.T) {
	w := newWorld()
	got := stream(t, w.resolve(t), passwords())
	for _, noise := range []string{"creationTimestamp", "\nstatus:", "ownerReferences", ": null"} {
		if strings.Contains(got, noise) {
			t.Errorf("manifests contain %q", noise)
		}
	}
}

func TestManifestsAreComplete(t *testing.T) {
	w := newWorld()
	w.cluster.Spec.Shards, w.cluster.Spec.ReplicasPerShard = 3, 2
	c := w.resolve(t)
	objects, err := render.Manifests(c, passwords())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, object := range objects {
		m := object.(metav1.Object)
		got = append(got, object.GetObjectKind().GroupVersionKind().Kind+" "+m.GetName())
		if m.GetNamespace() != namespace {
			t.Errorf("%s is in namespace %q", m.GetName(), m.GetNamespace())
		}
		for key, value := range names.ObjectLabels(cluster) {
			if m.GetLabels()[key] != value {
				t.Errorf("%s has label %s=%q, want %q", m.GetName(), key, m.GetLabels()[key], value)
			}
		}
	}
	want := []string{"Service cache", "Secret cache-operator-auth", "ConfigMap cache-acl"}
	for _, node := range slices.Concat(names.OfflineNodes(namespace, cluster, 3, 3)...) {
		want = append(want, "ValkeyNode "+node, "ConfigMap "+node+"-config", "Pod "+node)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("objects differ (-want +got):\n%s", diff)
	}
}

func TestManifestsAreByteStable(t *testing.T) {
	w := newWorld()
	edits()["zones"](w)
	edits()["plaintext"](w)
	want := stream(t, w.resolve(t), passwords())
	for range 50 {
		// A copy made key by key has its own order of iteration.
		w.config.Spec.Valkey = refill(w.config.Spec.Valkey)
		w.cluster.Spec.PodAnnotations = refill(w.cluster.Spec.PodAnnotations)
		w.cluster.Spec.Placement.NodeSelector = refill(w.cluster.Spec.Placement.NodeSelector)
		slices.Reverse(w.cluster.Spec.Placement.Zones)
		if diff := cmp.Diff(want, stream(t, w.resolve(t), passwords())); diff != "" {
			t.Fatalf("a second rendering differs (-first +second):\n%s", diff)
		}
	}
}

func refill[V any](m map[string]V) map[string]V {
	out := map[string]V{}
	keys := slices.Sorted(maps.Keys(m))
	for _, key := range slices.Backward(keys) {
		out[key] = m[key]
	}
	return out
}

func TestManifestsRefuse(t *testing.T) {
	resources := func(cpu, memory string) func(*world) {
		return func(w *world) { w.config.Spec.Resources = &v1alpha1.Resources{CPU: cpu, Memory: memory} }
	}
	size := func(shards, replicas int32) func(*world) {
		return func(w *world) { w.cluster.Spec.Shards, w.cluster.Spec.ReplicasPerShard = shards, replicas }
	}
	cases := map[string]struct {
		edit func(*world)
		want []string
	}{
		"cpu":              {resources("much", ""), []string{`resources.cpu "much" of ValkeyConfig "standard"`}},
		"memory":           {resources("1", "2GiB"), []string{`resources.memory "2GiB" of ValkeyConfig "standard"`}},
		"negative memory":  {resources("1", "-1"), []string{"resources.memory", "negative"}},
		"newline":          {func(w *world) { w.config.Spec.Valkey["hz"] = "10\nrequirepass x" }, []string{`ValkeyConfig "standard"`, `"hz"`}},
		"unbalanced":       {func(w *world) { w.config.Spec.Valkey["save"] = `"900 1` }, []string{`ValkeyConfig "standard"`, `"save"`}},
		"too many shards":  {size(2_000_000_000, 0), []string{"team-a/cache", "16384"}},
		"too many nodes":   {size(16384, 1), []string{"team-a/cache"}},
		"huge":             {size(2_147_483_647, 2_147_483_647), []string{"team-a/cache"}},
		"negative shards":  {size(-1, 0), []string{"team-a/cache"}},
		"negative replica": {size(1, -2), []string{"team-a/cache"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			c.edit(w)
			objects, err := render.Manifests(w.resolve(t), passwords())
			if err == nil || objects != nil {
				t.Fatalf("rendered %d objects, want an error", len(objects))
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q does not say %q", err, want)
				}
			}
		})
	}
}
