package kustomize

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// committed is a repository that holds a tree on main.
func committed(t *testing.T, tree files) string {
	t.Helper()
	dir := written(t, tree)
	for _, args := range [][]string{
		{"git", "init", "-q", "-b", "main"}, {"git", "add", "."},
		{"git", "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "menu"},
	} {
		if got := program(t, dir, "", args...); got.exit != 0 {
			t.Fatalf("%q: %s", args, got.stderr)
		}
	}
	return dir
}

// put adds files to the working tree.
func put(t *testing.T, dir string, tree files) {
	t.Helper()
	for name, text := range maps.All(tree) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// grow gives the nodes of the base more memory.
func grow(t *testing.T, dir string) {
	t.Helper()
	put(t, dir, files{"base/menu.yaml": strings.Replace(menu, "memory: 2Gi", "memory: 3Gi", 1)})
}

// TestCommandComparesRevisions builds the overlay of a revision and that of the
// working tree.
func TestCommandComparesRevisions(t *testing.T) {
	dir := committed(t, checked("{}"))
	wantParts(t, command(t, dir, "diff", "--kustomize", "overlay", "git:main"), 0, "")
	grow(t, dir)
	wantParts(t, command(t, dir, "diff", "--kustomize", "overlay", "git:main"), 1, "resources.memory", "2Gi", "3Gi", "dev-my-cluster")
	wantParts(t, command(t, dir, "diff", "--kustomize", "overlay", "git:main", "git:main"), 0, "")
	wantParts(t, command(t, filepath.Join(dir, "overlay"), "diff", "--kustomize", ".", "git:main"), 1, "resources.memory")
	wantParts(t, command(t, dir, "validate", "--kustomize", "overlay", "--against", "git:main"), 0, "0 errors")
	wantParts(t, command(t, dir, "diff", "--kustomize", "overlay", "git:absent"), 2, `"absent"`)
}

// TestAnOverlayThatIsNew has no state before: everything in it is new. Nothing
// else that is missing is taken for that.
func TestAnOverlayThatIsNew(t *testing.T) {
	dir := committed(t, checked("{}"))
	put(t, dir, files{"overlays/new/kustomization.yaml": "resources: [../../overlay]\n"})
	const note = "valkey-menu: the overlay is not in git:main: everything counts as new\n"
	wantParts(t, command(t, dir, "diff", "--kustomize", "overlays/new", "git:main"), 1, note, "ValkeyRole dev-rw created")
	wantParts(t, command(t, filepath.Join(dir, "overlays", "new"), "diff", "--kustomize", ".", "git:main"), 1, note, "ValkeyRole dev-rw created")
	wantParts(t, command(t, dir, "validate", "--kustomize", "overlays/new", "--against", "git:main"), 0, note, "0 errors")
	wantParts(t, command(t, dir, "diff", "--kustomize", "overlays/new", "git:main", "git:main"), 3, "there is no such overlay in git:main")
	wantParts(t, command(t, dir, "diff", "--kustomize", "base", "overlay", "git:main:absent"), 3, "absent")
	put(t, dir, files{"overlays/new/kustomization.yaml": "resources: [absent.yaml]\n"})
	wantParts(t, command(t, dir, "diff", "--kustomize", "overlays/new", "overlay"), 3, "absent.yaml")
	broken := committed(t, checked("{}").with(top("resources: [../absent]\n")))
	put(t, broken, top("resources: [../base]\n"))
	wantParts(t, command(t, broken, "diff", "--kustomize", "overlay", "git:main"), 3, "absent")
}

// TestAStateIsNamedFromTheTop wherever one stands.
func TestAStateIsNamedFromTheTop(t *testing.T) {
	dir := committed(t, checked("{}").moved("deploy"))
	put(t, dir, files{"deploy/base/menu.yaml": strings.Replace(menu, "memory: 2Gi", "memory: 3Gi", 1)})
	for from, folder := range map[string]string{".": "deploy/overlay", "deploy": "overlay", "deploy/overlay": "."} {
		got := command(t, filepath.Join(dir, from), "diff", "--kustomize", folder, "-o", "json", "git:main")
		wantParts(t, got, 1, `"base": "git:main:deploy/overlay"`)
	}
}

// TestAFolderWithAKustomizationIsAnOverlay where overlays are compared.
func TestAFolderWithAKustomizationIsAnOverlay(t *testing.T) {
	dir := committed(t, checked("{}").with(files{
		"other/kustomization.yaml": "resources: [../overlay]\n", "plain/menu.yaml": menu, "plain/cluster.yaml": cluster, "plain/secret.yaml": secret,
	}))
	wantParts(t, command(t, dir, "diff", "--kustomize", "overlay", "git:main", "other"), 0, "")
	wantParts(t, command(t, dir, "diff", "--kustomize", "overlay", "other"), 0, "")
	wantParts(t, command(t, dir, "diff", "--kustomize", "overlay", "git:main:other"), 0, "")
	wantParts(t, command(t, dir, "diff", "--kustomize", "overlay", "plain"), 1, "my-cluster: deleted")
	grow(t, dir)
	wantParts(t, command(t, dir, "diff", "--kustomize", "overlay", "git:main:other", "other"), 1, "resources.memory")
	wantParts(t, command(t, dir, "validate", "--kustomize", "overlay", "--against", "other"), 0, "0 errors")
}

// TestARevisionWithHoles: what no function names may be a link that leads nowhere.
func TestARevisionWithHoles(t *testing.T) {
	dir := written(t, checked("{}"))
	if err := os.Symlink("absent", filepath.Join(dir, "overlay", "notes.txt")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../base", filepath.Join(dir, "overlay", "folder")); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"git", "init", "-q", "-b", "main"}, {"git", "add", "."},
		{"git", "update-index", "--add", "--cacheinfo", "160000,0123456789012345678901234567890123456789,overlay/module"},
		{"git", "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "menu"},
	} {
		if got := program(t, dir, "", args...); got.exit != 0 {
			t.Fatalf("%q: %s", args, got.stderr)
		}
	}
	wantParts(t, command(t, dir, "diff", "--kustomize", "overlay", "git:main"), 0, "")
}
