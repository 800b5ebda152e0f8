package debs

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lay makes files with their own name as content.
func lay(t *testing.T, root string, names ...string) {
	t.Helper()
	for _, name := range names {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// look lists the files of root, and where its links lead.
func look(t *testing.T, root string) map[string]string {
	t.Helper()
	seen := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if d.Type()&fs.ModeSymlink != 0 {
			seen[name], err = os.Readlink(path)
			return err
		}
		text, err := os.ReadFile(path)
		seen[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

func TestMergeUsr(t *testing.T) {
	cases := map[string]struct {
		before []string
		want   map[string]string
		fails  bool
	}{
		"a release that is merged": {
			before: []string{"usr/lib/t/libc.so"},
			want:   map[string]string{"usr/lib/t/libc.so": "usr/lib/t/libc.so", "lib": "usr/lib"},
		},
		"a release that has both": {
			before: []string{"lib/t/libc.so", "lib/x", "usr/lib/t/libssl.so"},
			want: map[string]string{"usr/lib/t/libc.so": "lib/t/libc.so", "usr/lib/x": "lib/x",
				"usr/lib/t/libssl.so": "usr/lib/t/libssl.so", "lib": "usr/lib"},
		},
		"neither":         {before: []string{"etc/x"}, want: map[string]string{"etc/x": "etc/x"}},
		"one file in two": {before: []string{"lib/x", "usr/lib/x"}, fails: true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			lay(t, root, c.before...)
			err := mergeUsr(root, "lib")
			if c.fails {
				if err == nil {
					t.Error("no error")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := mergeUsr(root, "lib"); err != nil {
				t.Errorf("a second time: %v", err)
			}
			if diff := cmp.Diff(c.want, look(t, root)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFetchUsesTheCache(t *testing.T) {
	cache := t.TempDir()
	set := Set{Name: "x", Suites: []string{"nowhere"}, Pins: []Pin{{Package: "p", Version: "1"}}}
	dir := filepath.Join(cache, "debs", set.folder())
	if err := os.MkdirAll(filepath.Join(dir, "root"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := writeVersions(dir, []Pin{{Package: "p", Version: "2"}}); err != nil {
		t.Fatal(err)
	}
	got, err := Fetch(t.Context(), cache, set, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	want := Tree{Root: filepath.Join(dir, "root"), Versions: map[string]string{"p": "2"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	lay(t, dir, "versions.json") // not JSON
	if _, err := Fetch(t.Context(), cache, set, t.Logf); err == nil {
		t.Error("a broken tree is used")
	}
}
