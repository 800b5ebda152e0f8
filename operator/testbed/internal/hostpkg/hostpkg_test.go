package hostpkg

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/progress"
)

func TestParseCodename(t *testing.T) {
	tests := map[string]struct{ release, want string }{
		"plain":  {"ID=debian\nVERSION_CODENAME=bookworm\n", "bookworm"},
		"quoted": {"VERSION_CODENAME=\"noble\"\n", "noble"},
		"none":   {"ID=alpine\n", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := parseCodename(test.release)
			if got != test.want || (err == nil) != (test.want != "") {
				t.Errorf("got %q, %v; want %q", got, err, test.want)
			}
		})
	}
}

// TestEnsureTakesTheCache: nothing is fetched again, and the two sets do not stand for each other.
func TestEnsureTakesTheCache(t *testing.T) {
	release, err := codename()
	if err != nil {
		t.Fatal(err)
	}
	l := layout.Layout{Cache: t.TempDir()}
	for _, name := range []string{"control", "nodes"} {
		if err := os.MkdirAll(filepath.Join(l.Cache, "hostpkg", release, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		nodes bool
		want  string
	}{{false, "control"}, {true, "nodes"}} {
		got, err := Ensure(t.Context(), l, progress.New(io.Discard), test.nodes)
		if err != nil || filepath.Base(string(got)) != test.want {
			t.Errorf("got %q, %v; want the set %s", got, err, test.want)
		}
	}
}

func TestLibraryPath(t *testing.T) {
	root := t.TempDir()
	newer, older := filepath.Join(root, "usr", "lib", "x86_64-linux-gnu"), filepath.Join(root, "lib", "x86_64-linux-gnu")
	for _, dir := range []string{newer, older} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := Root(root).LibraryPath(), newer+":"+older; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
