package v1alpha1_test

import (
	"bytes"
	"embed"
	"encoding/json"
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// manifests holds one object of each kind with every field of its spec.
//
//go:embed testdata/*.yaml
var manifests embed.FS

func newScheme(t *testing.T) *runtime.Scheme {
	t.Helper()
	scheme := runtime.NewScheme()
	if err := v1alpha1.AddToScheme(scheme); err != nil {
		t.Fatal(err)
	}
	return scheme
}

func TestSchemeKnowsEveryKindAndItsList(t *testing.T) {
	scheme := newScheme(t)
	for _, kind := range []string{
		v1alpha1.KindImage, v1alpha1.KindConfig, v1alpha1.KindRole, v1alpha1.KindCluster, v1alpha1.KindNode,
	} {
		for _, name := range []string{kind, kind + "List"} {
			gvk := schema.GroupVersionKind{Group: "valkey.gomomento.com", Version: "v1alpha1", Kind: name}
			if !scheme.Recognizes(gvk) {
				t.Errorf("the scheme does not know %s", gvk)
			}
		}
	}
}

// Each field of a full manifest must survive the Go type under its own name.
func TestManifestsRoundTrip(t *testing.T) {
	files, err := fs.Glob(manifests, "testdata/*.yaml")
	if err != nil || len(files) != 5 {
		t.Fatalf("got %d manifests (%v), want one of each kind", len(files), err)
	}
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			raw, err := fs.ReadFile(manifests, file)
			if err != nil {
				t.Fatal(err)
			}
			got, want := roundTrip(t, raw)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("manifest (-) and what comes back (+):\n%s", diff)
			}
		})
	}
}

// Emptiness has a meaning in these two places and must not turn into absence.
func TestEmptyListsSurvive(t *testing.T) {
	const hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	tests := map[string]string{
		"a config that drops its base's users": "{acl: []}",
		"a permission without keys": "{acl: [{username: u, passwordHashes: [" + hash +
			"], permissions: [{roleRef: r, keys: []}]}]}",
	}
	for name, spec := range tests {
		t.Run(name, func(t *testing.T) {
			raw := "{apiVersion: valkey.gomomento.com/v1alpha1, kind: ValkeyConfig, metadata: {name: c}, spec: " + spec + "}"
			got, want := roundTrip(t, []byte(raw))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("manifest (-) and what comes back (+):\n%s", diff)
			}
		})
	}
}

// A status that was never written must not appear in what is applied.
func TestZeroStatusIsOmitted(t *testing.T) {
	objects := map[string]any{
		"image":   &v1alpha1.ValkeyImage{},
		"config":  &v1alpha1.ValkeyConfig{},
		"role":    &v1alpha1.ValkeyRole{},
		"cluster": &v1alpha1.ValkeyCluster{},
	}
	for name, object := range objects {
		t.Run(name, func(t *testing.T) {
			raw, err := json.Marshal(object)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(raw, []byte(`"status"`)) {
				t.Errorf("got %s, want no status", raw)
			}
		})
	}
}

// roundTrip decodes strictly into the Go type of the manifest's kind, copies,
// and encodes again.
func roundTrip(t *testing.T, raw []byte) (got, want map[string]any) {
	t.Helper()
	if err := yaml.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	kind, _ := want["kind"].(string)
	object, err := newScheme(t).New(v1alpha1.GroupVersion().WithKind(kind))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.UnmarshalStrict(raw, object); err != nil {
		t.Fatal(err)
	}
	encoded, err := json.Marshal(object.DeepCopyObject())
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(encoded, &got); err != nil {
		t.Fatal(err)
	}
	return got, want
}
