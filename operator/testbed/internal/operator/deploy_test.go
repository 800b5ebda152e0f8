package operator

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

func TestWithImage(t *testing.T) {
	type image struct{ Name, NewName, NewTag string }
	cases := map[string]struct {
		ref  string
		want image
		err  bool
	}{
		"short":           {"valkey-operator:dev", image{Name, "valkey-operator", "dev"}, false},
		"with a registry": {"registry.test/group/operator:1", image{Name, "registry.test/group/operator", "1"}, false},
		"with a port":     {"registry.test:5000/operator:1", image{Name, "registry.test:5000/operator", "1"}, false},
		"port, no tag":    {"registry.test:5000/operator", image{}, true},
		"no tag":          {"operator", image{}, true},
		"an empty tag":    {"operator:", image{}, true},
		"nothing":         {"", image{}, true},
	}
	for name, c := range cases {
		text, err := withImage(c.ref)
		if (err != nil) != c.err {
			t.Errorf("%s: %v", name, err)
		}
		var got struct{ Images []image }
		if err := yaml.UnmarshalStrict([]byte(text), &got); err != nil {
			t.Errorf("%s: %v in %s", name, err, text)
		}
		if !c.err && !cmp.Equal([]image{c.want}, got.Images) {
			t.Errorf("%s: %v, want %v", name, got.Images, c.want)
		}
	}
}

// TestOverlayFindsTheDeployment by a relative path, also when a folder on the way is a link.
func TestOverlayFindsTheDeployment(t *testing.T) {
	here, err := layout.FromEnv()
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "state")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Fatal(err)
	}
	l := layout.Layout{State: link, Source: here.Source}
	dir, err := writeOverlay(l, "namespaced", withoutPod)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "kustomization.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Resources []string
		Patches   []struct{ Patch string }
	}
	if err := yaml.UnmarshalStrict(text, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Resources) != 1 || filepath.IsAbs(got.Resources[0]) {
		t.Fatalf("resources %q, want one relative path", got.Resources)
	}
	if _, err := os.Stat(filepath.Join(dir, got.Resources[0], "kustomization.yaml")); err != nil {
		t.Error(err)
	}
	if len(got.Patches) != 1 || !strings.Contains(got.Patches[0].Patch, "$patch: delete") {
		t.Errorf("patches %q", got.Patches)
	}
	if _, err := writeOverlay(l, "absent", ""); err == nil || !strings.Contains(err.Error(), "operator/deploy/absent") {
		t.Errorf("a folder that is not there: %v", err)
	}
}
