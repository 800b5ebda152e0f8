package source

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// gitIn runs git in a folder without the user's configuration.
func gitIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:1234\nsize 12345\n"

// committed is a folder whose files are committed on main, and the current one
// of the test.
func committed(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := writeFiles(t, files)
	gitIn(t, dir, "init", "--quiet", "--initial-branch=main")
	gitIn(t, dir, "add", "--all")
	gitIn(t, dir, "commit", "--quiet", "-m", "x")
	t.Chdir(dir)
	return dir
}

// places are the objects with the places of their names.
func places(set *Set) []string {
	var all []string
	for _, o := range set.Objects {
		all = append(all, o.Kind+" "+o.Name+" "+o.Place("metadata.name").String())
	}
	return all
}

// TestRevisionIsReadAsItsCheckout compares a clean checkout with its revision:
// the same files are chosen and the same objects found, at the same places.
func TestRevisionIsReadAsItsCheckout(t *testing.T) {
	dir := writeFiles(t, map[string]string{
		"b/two.yml": image("two"), "b/one.yaml": image("one") + "---\n" + pod, "b/.hidden/x.yml": image("hidden"), "b/UP.YAML": image("upper"), "b/empty.yaml": "# nothing\n",
		"b/kustomization.yaml": "resources: [one.yaml]\n", "b/notes.txt": "not: [yaml", "b/values.yaml": "replicas: 3\n",
		"b/crlf.yaml": strings.ReplaceAll("\n"+image("crlf"), "\n", "\r\n"), "b/tag.yaml": strings.Replace(image("raw"), "9.1.2", "yes", 1),
		"elsewhere/linked.yaml": image("linked"),
	})
	for link, target := range map[string]string{"b/link.yaml": "../elsewhere/linked.yaml", "b/folder": ".hidden", "b/again": "."} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	gitIn(t, dir, "init", "--quiet", "--initial-branch=feature/x")
	gitIn(t, dir, "add", "--all")
	gitIn(t, dir, "commit", "--quiet", "-m", "x")
	t.Chdir(dir)
	disk, err := Read(Options{}, []string{"b", "elsewhere/linked.yaml"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	const prefix = "git:feature/x:"
	git, err := Read(Options{BaseDir: t.TempDir()}, []string{prefix + "b", prefix + "elsewhere/linked.yaml"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	without := func(texts []string) []string {
		var all []string
		for _, text := range texts {
			if !strings.Contains(text, prefix) {
				t.Errorf("%q does not name the revision", text)
			}
			all = append(all, strings.Replace(text, prefix, "", 1))
		}
		return all
	}
	if len(disk.Objects) < 8 {
		t.Fatalf("%d objects on disk", len(disk.Objects))
	}
	if diff := cmp.Diff(places(disk), without(places(git))); diff != "" {
		t.Errorf("objects (-disk +revision):\n%s", diff)
	}
	if diff := cmp.Diff(disk.Files, without(git.Files)); diff != "" {
		t.Errorf("files (-disk +revision):\n%s", diff)
	}
	if diff := cmp.Diff(found(disk), without(found(git))); diff != "" {
		t.Errorf("findings (-disk +revision):\n%s", diff)
	}
}

func TestRevisionPaths(t *testing.T) {
	dir := committed(t, map[string]string{
		"menu/a.yaml": image("a"), "menu/sub/b.json": `{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "b"}}`, "c.yaml": image("c"),
	})
	if err := os.WriteFile(filepath.Join(dir, "menu", "a.yaml"), []byte(image("changed")), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "menu", "git:main"), []byte(image("file")), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(dir, "menu"))
	const a, b, c = "ValkeyImage/a git:main:menu/a.yaml", "Pod/b git:main:menu/sub/b.json", "ValkeyImage/c git:main:c.yaml"
	tests := map[string]struct{ paths, want []string }{
		"everything":         {[]string{"git:main"}, []string{c, a, b}},
		"a folder":           {[]string{"git:main:menu"}, []string{a, b}},
		"a file":             {[]string{"git:main:menu/a.yaml"}, []string{a}},
		"from here":          {[]string{"git:main:./sub"}, []string{b}},
		"here":               {[]string{"git:main:."}, []string{a, b}},
		"above":              {[]string{"git:main:../c.yaml"}, []string{c}},
		"twice":              {[]string{"git:main:menu/a.yaml", "git:main:menu", "git:main:./a.yaml"}, []string{a, b}},
		"beside the file":    {[]string{"git:main:menu/a.yaml", "a.yaml"}, []string{a, "ValkeyImage/changed a.yaml"}},
		"two revisions":      {[]string{"git:main:c.yaml", "git:HEAD:c.yaml"}, []string{c, "ValkeyImage/c git:HEAD:c.yaml"}},
		"a file of a name":   {[]string{"./git:main"}, []string{"ValkeyImage/file git:main"}},
		"and standard input": {[]string{"-", "git:main:c.yaml"}, []string{"ValkeyImage/in stdin", c}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			set, err := Read(Options{}, test.paths, strings.NewReader(image("in")))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, names(set)); diff != "" {
				t.Errorf("objects (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRevisionErrors(t *testing.T) {
	dir := committed(t, map[string]string{
		"menu/images.yaml": image("a"), "menu/kustomization.yaml": "resources: []\n", "text/note.txt": "x",
		"large/pointer.yaml": pointer, "bad/a.yaml": "a: [\n", "empty/a.yaml": "", "empty/b.yml": "---\n# b\n", "good.yaml": image("good"),
	})
	commit := gitIn(t, dir, "rev-parse", "HEAD")
	gitIn(t, dir, "update-index", "--add", "--cacheinfo", "160000,"+commit+",modules/one")
	gitIn(t, dir, "commit", "--quiet", "-m", "with a submodule")
	tests := map[string]struct {
		path, want string
		usage      bool
	}{
		"no revision":       {"git:", "names no revision", true},
		"an option":         {"git:--output=x", "cannot start with -", true},
		"out":               {"git:main:../x", `git:main:../x: the path "../x" leads out of the repository`, true},
		"a kustomization":   {"git:main:menu/kustomization.yaml", "git:main:menu/kustomization.yaml is a kustomization, which has to be built first", true},
		"unknown":           {"git:mian:menu", `git:mian:menu: revision "mian" is unknown here (did you mean "main"?)`, false},
		"missing":           {"git:main:menu/image.yaml", `git:main:menu/image.yaml: no such file or directory in this revision (did you mean "menu/images.yaml"?)`, false},
		"missing, at once":  {"git:main:nowhere/x", "git:main:nowhere/x: no such file or directory in this revision", false},
		"before it existed": {"git:main~1:modules", "git:main~1:modules: no such file or directory in this revision", false},
		"no manifest":       {"git:main:text", "git:main:text: no .yaml, .yml or .json file in this folder", false},
		"a pointer":         {"git:main:large", "git:main:large/pointer.yaml: only a pointer of Git LFS", false},
		"a pointer on disk": {"large", "large/pointer.yaml: only a pointer of Git LFS", false},
		"a submodule":       {"git:main:modules", "git:main:modules/one: a submodule, whose files are in another repository", false},
		"in a submodule":    {"git:main:modules/one/x.yaml", "git:main:modules/one/x.yaml: a submodule", false},
		"bad syntax":        {"git:main:bad", "git:main:bad/a.yaml:1:", false},
		"too large":         {"git:main:large", "limit", false},
		"empty":             {"git:main:empty/a.yaml", "git:main:empty/a.yaml: no object in this file", false},
		"all empty":         {"git:main:empty", "git:main:empty: no object in this folder", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			opts := Options{}
			if name == "too large" {
				opts.MaxBytes = 10
			}
			set, err := Read(opts, []string{"good.yaml", test.path}, nil)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("error %v, want one that says %q", err, test.want)
			}
			if errors.Is(err, ErrUsage) != test.usage || (set == nil) != test.usage {
				t.Errorf("usage error: %v, set %v", errors.Is(err, ErrUsage), set)
			}
			if !test.usage && opts.MaxBytes == 0 && names(set)[0] != "ValkeyImage/good good.yaml" {
				t.Errorf("the other path is not read: %v", names(set))
			}
		})
	}
}
