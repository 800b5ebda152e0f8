package cli_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tree is all files below a folder.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files[name] = read(t, filepath.Join(dir, name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestRenderIntoAFolder(t *testing.T) {
	out := filepath.Join(t.TempDir(), "new", "out")
	got := run("", "render", "-o", "dir="+out, "testdata/good")
	if got.exit != 0 || got.out != "" || !strings.Contains(got.err, "files written: 30") {
		t.Fatalf("exit code %d, %q and %q", got.exit, got.out, got.err)
	}
	first := tree(t, out)
	if len(first) != 30 || !strings.Contains(first["team-b/service-sessions.yaml"], "kind: Service") {
		t.Errorf("%d files: %v", len(first), first)
	}
	if err := os.WriteFile(filepath.Join(out, "stale.yaml"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	got = run("", "render", "-o", "dir="+out, "testdata/good")
	if got.exit != 0 || !strings.Contains(got.err, "no part of this rendering: 1") {
		t.Errorf("again, with a stale file: exit code %d, %q", got.exit, got.err)
	}
	second := tree(t, out)
	delete(second, "stale.yaml")
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("the second rendering differs (-first +second):\n%s", diff)
	}
}

func TestRenderFilesIntoAFolder(t *testing.T) {
	for what, want := range map[string]map[string]string{
		"conf": {"team-a/cache/valkey.conf": "io-threads 4", "team-b/sessions/valkey.conf": "tls-port 6379"},
		"acl":  {"team-a/cache/users.acl": "user app on", "team-b/sessions/users.acl": "user monitoring on"},
		"menu": {"valkeyimage-valkey-9-1-2.yaml": "ValkeyImage", "valkeyrole-metrics.yaml": "ValkeyRole", "valkeyrole-readwrite.yaml": "ValkeyRole",
			"valkeyconfig-small.yaml": "small", "valkeyconfig-medium.yaml": "medium", "valkeyconfig-large.yaml": "large"},
		"resolved": {"team-a/resolvedcluster-cache.yaml": "ResolvedCluster", "team-b/resolvedcluster-sessions.yaml": "ResolvedCluster"},
	} {
		out := t.TempDir()
		if got := run("", "render", "--what", what, "-o", "dir="+out, "testdata/good"); got.exit != 0 {
			t.Fatalf("%s: exit code %d: %s", what, got.exit, got.err)
		}
		files := tree(t, out)
		for name, part := range want {
			if !strings.Contains(files[name], part) || strings.HasPrefix(files[name], "#") {
				t.Errorf("%s: %s holds %q, want %q in it", what, name, files[name], part)
			}
		}
		if len(files) != len(want) {
			t.Errorf("%s: %d files, want %d", what, len(files), len(want))
		}
	}
}

// TestRenderRefusesLinks: nothing is written through a link, and nothing at all
// if some file would be.
func TestRenderRefusesLinks(t *testing.T) {
	tests := map[string]func(out, elsewhere string) error{
		"the folder": func(out, elsewhere string) error {
			if err := os.Remove(out); err != nil {
				return err
			}
			return os.Symlink(elsewhere, out)
		},
		"a namespace": func(out, elsewhere string) error { return os.Symlink(elsewhere, filepath.Join(out, "team-b")) },
		"a namespace inside": func(out, _ string) error {
			return os.Symlink(".", filepath.Join(out, "team-b"))
		},
		"a file": func(out, elsewhere string) error {
			if err := os.Mkdir(filepath.Join(out, "team-b"), 0o700); err != nil {
				return err
			}
			return os.Symlink(filepath.Join(elsewhere, "victim"), filepath.Join(out, "team-b", "service-sessions.yaml"))
		},
		"a folder in the place of a file": func(out, _ string) error {
			return os.MkdirAll(filepath.Join(out, "team-b", "service-sessions.yaml"), 0o700)
		},
		"a file in the place of a folder": func(out, _ string) error {
			return os.WriteFile(filepath.Join(out, "team-b"), nil, 0o600)
		},
	}
	for name, prepare := range tests {
		t.Run(name, func(t *testing.T) {
			out, elsewhere := t.TempDir(), t.TempDir()
			if err := os.WriteFile(filepath.Join(elsewhere, "victim"), []byte("untouched"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := prepare(out, elsewhere); err != nil {
				t.Fatal(err)
			}
			got := run("", "render", "-o", "dir="+out, "testdata/good")
			if got.exit != 2 || !strings.Contains(got.err, "refused") {
				t.Errorf("exit code %d, %q", got.exit, got.err)
			}
			if diff := cmp.Diff(map[string]string{"victim": "untouched"}, tree(t, elsewhere)); diff != "" {
				t.Errorf("written elsewhere (-want +got):\n%s", diff)
			}
			if _, err := os.Lstat(filepath.Join(out, "team-a")); err == nil {
				t.Error("other files were written before the refusal")
			}
		})
	}
}

func TestRenderIntoAFile(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	if err := os.WriteFile(out, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := run("", "render", "-o", "dir="+out, "testdata/good"); got.exit != 2 || read(t, out) != "x" {
		t.Errorf("exit code %d, %q", got.exit, got.err)
	}
}
