package gitrev_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/gitrev"
)

func TestTreeIsAFileSystem(t *testing.T) {
	r := newRepo(t)
	r.commit(map[string]string{
		"a.yaml": "a", "b/c.yaml": "c", "b/d/e.json": "{}", "b.txt": "", "link.yaml": "-> b/c.yaml", "b/up": "-> ../a.yaml",
	})
	if err := fstest.TestFS(r.tree("HEAD"), "a.yaml", "b/c.yaml", "b/d/e.json", "b.txt", "link.yaml", "b/up"); err != nil {
		t.Error(err)
	}
}

// TestTreeIsTheRevision reads what was committed, whatever lies in the folder.
func TestTreeIsTheRevision(t *testing.T) {
	r := newRepo(t)
	first := r.commit(map[string]string{"x/a.yaml": "one", "gone.yaml": "gone"})
	r.git("tag", "-a", "v1", "-m", "annotated")
	r.git("rm", "--quiet", "gone.yaml")
	r.commit(map[string]string{"x/a.yaml": "two", "new/b.yaml": "new"})
	r.git("branch", "feature/with/slashes", "v1")
	r.write(map[string]string{"x/a.yaml": "not committed", ".gitattributes": "* filter=broken ident eol=crlf"})
	r.git("config", "filter.broken.smudge", "false")
	old := map[string]string{"gone.yaml": "gone", "x/a.yaml": "one"}
	for ref, want := range map[string]map[string]string{
		"main": {"new/b.yaml": "new", "x/a.yaml": "two"}, "HEAD": {"new/b.yaml": "new", "x/a.yaml": "two"},
		"HEAD~1": old, first: old, first[:12]: old, "v1": old, "refs/heads/feature/with/slashes": old,
		"feature/with/slashes": old, "HEAD~": old, "v1^{tree}": old,
		"main@{0}": {"new/b.yaml": "new", "x/a.yaml": "two"}, "HEAD^{/fix: a: b}": {"new/b.yaml": "new", "x/a.yaml": "two"},
	} {
		if diff := cmp.Diff(want, texts(t, r.tree(ref))); diff != "" {
			t.Errorf("%s differs (-want +got):\n%s", ref, diff)
		}
	}
}

func texts(t *testing.T, fsys fs.FS) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(fsys, name)
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestLinks(t *testing.T) {
	r := newRepo(t)
	r.commit(map[string]string{
		"a/b/c.yaml": "c", "folder": "-> a/b", "a/up": "-> ../a/b/c.yaml", "twice": "-> folder/c.yaml", "loop": "-> loop",
		"dangling": "-> nowhere", "out": "-> ../elsewhere.yaml", "absolute": "-> /etc/passwd", "a/out": "-> ../../elsewhere.yaml",
	})
	tree := r.tree("HEAD")
	for name, want := range map[string]string{"folder/c.yaml": "c", "a/up": "c", "twice": "c"} {
		if got, err := fs.ReadFile(tree, name); err != nil || string(got) != want {
			t.Errorf("%s reads %q, %v, want %q", name, got, err, want)
		}
	}
	for name, want := range map[string]string{
		"loop": "too many", "dangling": "not exist", "out": "leads out", "absolute": "leads out", "a/out": "leads out",
		"a/b/c.yaml/x": "not a folder", "../x": "invalid", "a//b": "invalid",
	} {
		if _, err := fs.Stat(tree, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error that says %q", name, err, want)
		}
	}
	if target, err := tree.ReadLink("a/up"); err != nil || target != "../a/b/c.yaml" {
		t.Errorf("the link says %q, %v", target, err)
	}
	if _, err := tree.ReadLink("a/b/c.yaml"); !errors.Is(err, fs.ErrInvalid) {
		t.Errorf("a file as a link: %v", err)
	}
}

func TestSubmodule(t *testing.T) {
	inner, outer := newRepo(t), newRepo(t)
	commit := inner.commit(map[string]string{"x.yaml": "x"})
	outer.commit(map[string]string{"a.yaml": "a"})
	outer.git("update-index", "--add", "--cacheinfo", "160000,"+commit+",sub/module")
	outer.git("commit", "--quiet", "-m", "with a submodule")
	tree := outer.tree("HEAD")
	for _, name := range []string{"sub/module", "sub/module/x.yaml"} {
		if _, err := fs.ReadDir(tree, name); !errors.Is(err, gitrev.ErrSubmodule) {
			t.Errorf("%s: %v, want %v", name, err, gitrev.ErrSubmodule)
		}
	}
	if info, err := fs.Stat(tree, "sub/module"); err != nil || !info.IsDir() {
		t.Errorf("the submodule is %v, %v, want a folder", info, err)
	}
	if got := texts(t, outer.tree("HEAD~1")); len(got) != 1 {
		t.Errorf("before it: %v", got)
	}
}

func TestSHA256(t *testing.T) {
	r := newRepo(t)
	r.dir = t.TempDir()
	r.git("init", "--quiet", "--object-format=sha256", "--initial-branch=main")
	id := r.commit(map[string]string{"a/b.yaml": "text"})
	if got := texts(t, r.tree(id)); len(id) != 64 || got["a/b.yaml"] != "text" {
		t.Errorf("commit %s holds %v", id, got)
	}
}

// TestFoldersSortedLikeFiles: git's own order of a.yaml, a/ and a-b differs from
// that of names.
func TestFoldersSortedLikeFiles(t *testing.T) {
	r := newRepo(t)
	r.commit(map[string]string{"a/x": "", "a-b": "", "a.yaml": "", "a0": ""})
	entries, err := fs.ReadDir(r.tree("HEAD"), ".")
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if diff := cmp.Diff([]string{"a", "a-b", "a.yaml", "a0"}, got); diff != "" || err != nil {
		t.Errorf("%v, order differs (-want +got):\n%s", err, diff)
	}
}

func TestSeveralReadersOfOneTree(t *testing.T) {
	r := newRepo(t)
	files := map[string]string{}
	for i := range 50 {
		files[fmt.Sprintf("d%d/f%d.yaml", i%5, i)] = strings.Repeat(fmt.Sprint(i, "\n"), 1000)
	}
	r.commit(files)
	tree := r.tree("HEAD")
	var wg sync.WaitGroup
	for name, want := range files {
		wg.Go(func() {
			if got, err := fs.ReadFile(tree, name); err != nil || string(got) != want {
				t.Errorf("%s: %v, %d bytes, want %d", name, err, len(got), len(want))
			}
		})
	}
	wg.Wait()
}
