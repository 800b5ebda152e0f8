package gitrev_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/gitrev"
)

func TestName(t *testing.T) {
	r := newRepo(t)
	r.commit(map[string]string{"deploy/dev/a.yaml": "a"})
	tests := map[string]struct{ in, path, want string }{
		"the top":               {".", "", "."},
		"from the top":          {"deploy", "deploy/dev", "deploy/dev"},
		"a slash at the end":    {".", "deploy/", "deploy"},
		"from the folder":       {"deploy", "./dev", "deploy/dev"},
		"the folder itself":     {"deploy", ".", "deploy"},
		"a folder above":        {"deploy/dev", "../dev/a.yaml", "deploy/dev/a.yaml"},
		"the top from below":    {"deploy/dev", "../..", "."},
		"within, by a detour":   {".", "deploy/../deploy/dev", "deploy/dev"},
		"out":                   {"deploy", "../..", ""},
		"out of the top":        {".", "..", ""},
		"out, by a detour":      {".", "deploy/../../x", ""},
		"a name that has dots":  {".", "..x/y", "..x/y"},
		"hidden, from the top":  {"deploy", ".hidden", ".hidden"},
		"dots inside of a name": {"deploy", "a..b", "a..b"},
	}
	for name, test := range tests {
		found, err := gitrev.Find(filepath.Join(r.dir, test.in))
		if err != nil {
			t.Fatal(err)
		}
		got, err := found.Name(gitrev.Spec{Ref: "HEAD", Path: test.path})
		if got != test.want || (err != nil) != (test.want == "") {
			t.Errorf("%s: %q is %q, %v, want %q", name, test.path, got, err, test.want)
		}
	}
}

func TestFindErrors(t *testing.T) {
	outside := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(outside))
	if _, err := gitrev.Find(outside); err == nil || err.Error() != "the current folder is not in a Git repository" {
		t.Errorf("outside of any repository: %v", err)
	}
	t.Setenv("PATH", outside)
	if _, err := gitrev.Find(outside); !errors.Is(err, gitrev.ErrNoGit) {
		t.Errorf("without git: %v, want %v", err, gitrev.ErrNoGit)
	}
}

func TestUnknownRevision(t *testing.T) {
	r := newRepo(t)
	commit := r.commit(map[string]string{"a.yaml": "a"})
	r.git("branch", "release/1.2")
	r.git("tag", "v1.0.0")
	r.git("update-ref", "refs/remotes/upstream/develop", commit)
	r.git("update-ref", "refs/remotes/origin/develop", commit)
	found, err := gitrev.Find(r.dir)
	if err != nil {
		t.Fatal(err)
	}
	for ref, want := range map[string]string{
		"mian":                     `revision "mian" is unknown here (did you mean "main"?)`,
		"release/1.3":              `revision "release/1.3" is unknown here (did you mean "release/1.2"?)`,
		"v1.0":                     `revision "v1.0" is unknown here (did you mean "v1.0.0"?)`,
		"develop":                  `revision "develop" is unknown here (did you mean "origin/develop"?)`,
		"HEAD~9":                   `revision "HEAD~9" is unknown here`,
		strings.Repeat("0", 40):    `revision "` + strings.Repeat("0", 40) + `" is unknown here`,
		"something-else-entirely":  `revision "something-else-entirely" is unknown here`,
		"main:a.yaml":              `revision "main:a.yaml" is unknown here`,
		"--output=" + r.dir + "/x": `cannot start with -`,
		"--all":                    `cannot start with -`,
		"^main":                    `is a range`,
		"main HEAD":                `revision "main HEAD" is unknown here`,
	} {
		if _, err := found.Tree(ref); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want an error that says %q", ref, err, want)
		}
	}
	if _, err := os.Stat(filepath.Join(r.dir, "x")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a revision wrote a file: %v", err)
	}
}

func TestShallowClone(t *testing.T) {
	r := newRepo(t)
	first := r.commit(map[string]string{"a.yaml": "a"})
	r.commit(map[string]string{"b.yaml": "b"})
	clone := filepath.Join(t.TempDir(), "clone")
	r.git("clone", "--quiet", "--depth=1", "file://"+r.dir, clone)
	found, err := gitrev.Find(clone)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := found.Tree(first); err == nil || !strings.Contains(err.Error(), "this clone is shallow") {
		t.Errorf("a revision beyond the depth: %v", err)
	}
	tree, err := found.Tree("origin/main")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tree.Close() }()
	if got := texts(t, tree); got["b.yaml"] != "b" {
		t.Errorf("what is there is not read: %v", got)
	}
}

// TestNothingIsFetched: a partial clone would fetch what it lacks, and what is
// lacking is an error here, also when the other side could be reached.
func TestNothingIsFetched(t *testing.T) {
	r := newRepo(t)
	r.commit(map[string]string{"a.yaml": "a", "d/b.yaml": "b"})
	r.git("config", "uploadpack.allowFilter", "true")
	clone := filepath.Join(t.TempDir(), "clone")
	r.git("clone", "--quiet", "--no-checkout", "--filter=blob:none", "file://"+r.dir, clone)
	found, err := gitrev.Find(clone)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := found.Tree("main")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tree.Close() }()
	for range 2 {
		if _, err := fs.ReadFile(tree, "a.yaml"); err == nil || !strings.Contains(err.Error(), "not in this clone") {
			t.Errorf("reading what is lacking: %v", err)
		}
	}
	if got := r.gitIn(clone, "cat-file", "--batch-all-objects", "--batch-check=%(objecttype)"); strings.Contains(got, "blob") {
		t.Errorf("something was fetched:\n%s", got)
	}
}

// TestNothingIsWritten compares the repository's folder before and after.
func TestNothingIsWritten(t *testing.T) {
	r := newRepo(t)
	r.commit(map[string]string{"a.yaml": "a"})
	mark := filepath.Join(t.TempDir(), "ran")
	for _, hook := range []string{"post-checkout", "post-index-change", "reference-transaction", "pre-auto-gc"} {
		text := "#!/bin/sh\ntouch " + mark + "\n"
		if err := os.WriteFile(filepath.Join(r.dir, ".git", "hooks", hook), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	r.git("config", "core.fsmonitor", "touch "+mark)
	t.Setenv("GIT_TRACE", mark)
	before := texts(t, os.DirFS(r.dir))
	if got := texts(t, r.tree("main")); got["a.yaml"] != "a" {
		t.Errorf("the tree holds %v", got)
	}
	if diff := cmp.Diff(before, texts(t, os.DirFS(r.dir))); diff != "" {
		t.Errorf("the repository has changed (-before +after):\n%s", diff)
	}
	if _, err := os.Stat(mark); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a hook, a monitor or a trace ran: %v", err)
	}
}

func TestBareRepositoryAndWorktree(t *testing.T) {
	r := newRepo(t)
	r.commit(map[string]string{"a.yaml": "a"})
	bare, work := filepath.Join(t.TempDir(), "bare"), filepath.Join(t.TempDir(), "work")
	r.git("clone", "--quiet", "--bare", r.dir, bare)
	r.git("worktree", "add", "--quiet", work, "-b", "side")
	for _, dir := range []string{bare, work} {
		at := &repo{t: t, dir: dir}
		if got := texts(t, at.tree("main")); got["a.yaml"] != "a" {
			t.Errorf("%s holds %v", filepath.Base(dir), got)
		}
	}
}
