package reference_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/fn/schema"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// Page on curating images and configs: the section on registering an image.
//
// Its introduction states nothing for a test: who writes what is a matter of
// the rights in examples/tenant-onboarding.

func TestRegister(t *testing.T) {
	t.Run("an image is taken by its registered name only, not by its address", func(t *testing.T) {
		w := pages(t)
		w.config("standard", func(c *v1alpha1.ValkeyConfigSpec) { c.ImageRef = "valkey/valkey:9.0.0" })
		want := map[string]string{
			"on-standard": `ValkeyImage "valkey/valkey:9.0.0" not found`,
			"on-large":    `ValkeyImage "valkey/valkey:9.0.0" not found`,
		}
		if diff := cmp.Diff(want, w.refused()); diff != "" {
			t.Errorf("refused clusters differ (-want +got):\n%s", diff)
		}
	})
	t.Run("a config that names an unregistered image is refused", func(t *testing.T) {
		w := pages(t)
		w.configs["hopeful"] = v1alpha1.ValkeyConfigSpec{ImageRef: "valkey-10-0"}
		if _, err := w.resolver().Config("hopeful"); err == nil || err.Message != `ValkeyImage "valkey-10-0" not found` {
			t.Errorf("got error %v, want that the image is not found", err)
		}
		if diff := cmp.Diff([]string{`ValkeyConfig "hopeful" spec.imageRef`}, w.found("VK010")); diff != "" {
			t.Errorf("findings differ (-want +got):\n%s", diff)
		}
	})
	t.Run("no cluster runs an unregistered image", func(t *testing.T) {
		w := pages(t)
		w.configs["hopeful"] = v1alpha1.ValkeyConfigSpec{ImageRef: "valkey-10-0"}
		w.cluster("on-hopeful", "hopeful")
		want := map[string]string{"on-hopeful": `ValkeyImage "valkey-10-0" not found`}
		if diff := cmp.Diff(want, w.refused()); diff != "" {
			t.Errorf("refused clusters differ (-want +got):\n%s", diff)
		}
	})
	t.Run("one image a version: each config runs the one that it names", func(t *testing.T) {
		w := pages(t)
		got := map[string]string{}
		for name := range w.clusters {
			got[name] = image(w.pod(t, name))
		}
		want := map[string]string{
			"on-standard": "valkey/valkey:9.0.0", "on-large": "valkey/valkey:9.0.0", "on-apart": "valkey/valkey:9.1.2",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("images of pods differ (-want +got):\n%s", diff)
		}
	})
}

func image(p *corev1.Pod) string { return p.Spec.Containers[0].Image }

// TestPageManifests holds the values of the pages' three manifests, and that
// every copy of them among the examples has these and is admitted.
func TestPageManifests(t *testing.T) {
	want := map[string]map[string]any{
		"image.yaml": {
			"apiVersion": "valkey.gomomento.com/v1alpha1", "kind": "ValkeyImage",
			"metadata": map[string]any{"name": "valkey-9-0"},
			"spec":     map[string]any{"repository": "valkey/valkey", "tag": "9.0.0", "version": "9.0.0"},
		},
		"standard.yaml": {
			"apiVersion": "valkey.gomomento.com/v1alpha1", "kind": "ValkeyConfig",
			"metadata": map[string]any{"name": "standard"},
			"spec": map[string]any{
				"imageRef":  "valkey-9-0",
				"resources": map[string]any{"cpu": "1", "memory": "2Gi"},
				"valkey":    map[string]any{"maxmemory": "1500mb", "maxmemory-policy": "allkeys-lru"},
			},
		},
		"large.yaml": {
			"apiVersion": "valkey.gomomento.com/v1alpha1", "kind": "ValkeyConfig",
			"metadata": map[string]any{"name": "large"},
			"spec": map[string]any{
				"baseRef":   "standard",
				"resources": map[string]any{"cpu": "4", "memory": "16Gi"},
				"valkey":    map[string]any{"maxmemory": "12gb"},
			},
		},
	}
	copies := map[string][]string{
		"image.yaml":    {"base-config", "image", "variant", "whole-menu"},
		"standard.yaml": {"base-config", "variant", "whole-menu"},
		"large.yaml":    {"variant", "whole-menu"},
	}
	v := validator(t)
	for file, value := range want {
		t.Run(file, func(t *testing.T) {
			files, err := filepath.Glob(filepath.Join(pageExamples, "*", "menu", file))
			if err != nil {
				t.Fatal(err)
			}
			var dirs []string
			for _, name := range files {
				dirs = append(dirs, filepath.Base(filepath.Dir(filepath.Dir(name))))
				var got map[string]any
				readYAML(t, name, &got)
				if diff := cmp.Diff(value, got); diff != "" {
					t.Errorf("%s differs from the page (-want +got):\n%s", name, diff)
				}
				if violations := v.Validate(got); len(violations) > 0 {
					t.Errorf("%s is refused: %v", name, violations)
				}
			}
			if slices.Sort(dirs); !slices.Equal(dirs, copies[file]) {
				t.Errorf("the manifest is an example in %v, want %v", dirs, copies[file])
			}
		})
	}
}

func validator(t testing.TB) *schema.Validator {
	t.Helper()
	v, err := schema.New()
	if err != nil {
		t.Fatal(err)
	}
	return v
}
