package gitrev_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/fn/gitrev"
)

// repo is a repository in a folder of its own, without the user's
// configuration.
type repo struct {
	t   *testing.T
	dir string
}

func newRepo(t *testing.T) *repo {
	t.Helper()
	for name, value := range map[string]string{
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1",
		"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z",
		"GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com", "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z",
	} {
		t.Setenv(name, value)
	}
	r := &repo{t: t, dir: t.TempDir()}
	r.git("init", "--quiet", "--initial-branch=main")
	return r
}

func (r *repo) git(args ...string) string {
	r.t.Helper()
	return r.gitIn(r.dir, args...)
}

func (r *repo) gitIn(dir string, args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// write writes files; one whose text starts with "-> " is a symbolic link.
func (r *repo) write(files map[string]string) {
	r.t.Helper()
	for name, text := range files {
		file := filepath.Join(r.dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(file), 0o700)
		if target, isLink := strings.CutPrefix(text, "-> "); err == nil && isLink {
			err = os.Symlink(target, file)
		} else if err == nil {
			err = os.WriteFile(file, []byte(text), 0o600)
		}
		if err != nil {
			r.t.Fatal(err)
		}
	}
}

// commit writes and commits files, and returns the commit.
func (r *repo) commit(files map[string]string) string {
	r.t.Helper()
	r.write(files)
	r.git("add", "--all")
	r.git("commit", "--quiet", "--allow-empty", "-m", "fix: a: b")
	return r.git("rev-parse", "HEAD")
}

// tree opens a revision; the test closes it.
func (r *repo) tree(ref string) *gitrev.Tree {
	r.t.Helper()
	found, err := gitrev.Find(r.dir)
	if err != nil {
		r.t.Fatal(err)
	}
	tree, err := found.Tree(ref)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = tree.Close() })
	return tree
}
