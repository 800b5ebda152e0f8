package binaries

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/progress"
)

func TestVersion(t *testing.T) {
	tests := map[string]struct{ mod, want string }{
		"alone":            {"module x\n\nrequire k8s.io/kubernetes v1.2.3\n", "v1.2.3"},
		"in a block":       {"require (\n\tk8s.io/kubelet v0.1.0 // indirect\n\tk8s.io/kubernetes v1.2.4\n)\n", "v1.2.4"},
		"a tool is no pin": {"tool k8s.io/kubernetes/cmd/kubelet\n", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			source := t.TempDir()
			if err := os.Mkdir(filepath.Join(source, "kubernetes"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(source, "kubernetes", "go.mod"), []byte(test.mod), 0o644); err != nil {
				t.Fatal(err)
			}
			got, err := kubernetes.version(source)
			if got != test.want || (err == nil) != (test.want != "") {
				t.Errorf("got %q, %v; want %q", got, err, test.want)
			}
		})
	}
}

// TestPins reads the committed pins, which the build follows.
func TestPins(t *testing.T) {
	for _, s := range []set{kubernetes, coredns} {
		got, err := s.version("../..")
		if err != nil || !strings.HasPrefix(got, "v1.") {
			t.Errorf("%s: got %q, %v", s.folder, got, err)
		}
	}
}

func TestCommand(t *testing.T) {
	got := coredns.command("/out", "v1")
	want := []string{"build", "-v", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w ", "-o", "/out/coredns", "."}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	args := kubernetes.command("/out", "v1.36.3")
	for _, part := range []string{"/out/", "k8s.io/kubernetes/cmd/kubelet"} {
		if !strings.Contains(strings.Join(args, "\n"), "\n"+part) {
			t.Errorf("%q does not hold %q", args, part)
		}
	}
	if ldflags := args[5]; !strings.Contains(ldflags, "gitVersion=v1.36.3") || !strings.Contains(ldflags, "gitMinor=36 ") {
		t.Errorf("got ldflags %q", ldflags)
	}
}

// TestEnsureTakesTheCache: what is in the cache is not built again, and a half-made folder is not taken for it.
func TestEnsureTakesTheCache(t *testing.T) {
	l := layout.Layout{Cache: t.TempDir(), Source: "../.."}
	version, err := kubernetes.version(l.Source)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(kubernetes.dir(l, version), 0o755); err != nil {
		t.Fatal(err)
	}
	var output strings.Builder
	got, err := Ensure(t.Context(), l, progress.New(&output), false)
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(l.Cache, "bin", "kubernetes-"+version, "kubelet"); got["kubelet"] != want {
		t.Errorf("got %q, want %q", got["kubelet"], want)
	}
	if output.Len() > 0 {
		t.Errorf("it did something: %s", output.String())
	}
}
