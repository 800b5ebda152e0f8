package kustomize

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// checked is an overlay with a prefix, the repaired graph and a check.
func checked(spec string) files {
	tree := whole("").moved("base")
	tree["base/cluster.yaml"] = strings.Replace(tree["base/cluster.yaml"], "  tls: {secretRef: my-cluster-tls}\n", "", 1)
	return tree.with(top("resources: [../base]\nnamePrefix: dev-\ntransformers: [render.yaml, validate.yaml]\n")).with(files{
		"overlay/render.yaml": function("ValkeyRender", "{}"), "overlay/validate.yaml": function("ValkeyValidate", spec),
	})
}

// dangling has a cluster whose config is nowhere.
func dangling() files {
	tree := checked("{}")
	tree["base/cluster.yaml"] = strings.Replace(tree["base/cluster.yaml"], "configRef: standard", "configRef: absent", 1)
	return tree
}

func command(t *testing.T, dir string, args ...string) result {
	t.Helper()
	return program(t, dir, "", append([]string{"valkey-menu"}, args...)...)
}

func wantParts(t *testing.T, got result, exit int, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if got.exit != exit || !strings.Contains(got.stdout+got.stderr, part) {
			t.Fatalf("exit code %d, want %d; %q is not in:\n%s\n%s", got.exit, exit, part, got.stdout, got.stderr)
		}
	}
}

// TestCommandPassesTheBuildOn demands of --passthrough the bytes of kustomize.
func TestCommandPassesTheBuildOn(t *testing.T) {
	dir := written(t, checked("{marker: true}"))
	got := command(t, dir, "validate", "--kustomize", "overlay", "--passthrough")
	if diff := cmp.Diff(kustomized(t, dir, "overlay").stdout, got.stdout); diff != "" || got.exit != 0 {
		t.Errorf("exit code %d (-kustomize +ours):\n%s\n%s", got.exit, diff, got.stderr)
	}
	if strings.Contains(got.stdout, "config.kubernetes.io/origin") || !strings.Contains(got.stdout, "fn.valkey.gomomento.com/validated") {
		t.Errorf("the objects are not those that are applied:\n%s", got.stdout)
	}
}

// TestCommandNamesTheAuthorsFile: a build keeps the file of an object alone.
func TestCommandNamesTheAuthorsFile(t *testing.T) {
	dir := written(t, checked("{}"))
	wantParts(t, command(t, dir, "validate", "--kustomize", "overlay", "-v"), 0,
		"base/menu.yaml: info VK017 ValkeyConfig dev-large", "0 errors")
	wantParts(t, command(t, filepath.Join(dir, "overlay"), "validate", "--kustomize", ".", "-v", "--base-dir", ".."), 0,
		"base/menu.yaml: info VK017 ValkeyConfig dev-large")
}

// TestCommandReportsARefusedBuild: the functions of a build can only write to
// standard error, and a pipeline wants its reports all the same.
func TestCommandReportsARefusedBuild(t *testing.T) {
	dir := written(t, dangling())
	got := command(t, dir, "validate", "--kustomize", "overlay", "-o", "text", "-o", "sarif=report.sarif")
	wantParts(t, got, 1, `VK011 ValkeyCluster my-app/dev-my-cluster spec.configRef: ValkeyConfig "absent" not found`, "base/cluster.yaml: error VK011")
	text, err := os.ReadFile(filepath.Join(dir, "report.sarif"))
	if err != nil || !strings.Contains(string(text), `"uri": "base/cluster.yaml"`) {
		t.Errorf("the SARIF report does not name the file: %v\n%s", err, text)
	}
	stricter := written(t, checked("{failLevel: warning, rules: {VK017: warning}}"))
	wantParts(t, command(t, stricter, "validate", "--kustomize", "overlay"), 1, "the overlay itself refuses the build")
}

func TestCommandsTakeAnOverlay(t *testing.T) {
	dir := written(t, checked("{}"))
	wantParts(t, command(t, dir, "render", "--kustomize", "overlay", "--what", "conf", "--cluster", "my-app/dev-my-cluster"), 0, "maxmemory 1500mb")
	wantParts(t, command(t, dir, "explain", "cluster", "my-app/dev-my-cluster", "maxmemory", "--kustomize", "overlay"), 0, "ValkeyConfig dev-standard")
	broken := written(t, dangling())
	wantParts(t, command(t, broken, "render", "--kustomize", "overlay"), 1, `"absent" not found`)
}

// TestCommandComparesRevisions builds the overlay of a revision and that of the
// working tree.
func TestCommandComparesRevisions(t *testing.T) {
	dir := written(t, checked("{}"))
	for _, args := range [][]string{
		{"git", "init", "-q", "-b", "main"}, {"git", "add", "."},
		{"git", "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "menu"},
	} {
		if got := program(t, dir, "", args...); got.exit != 0 {
			t.Fatalf("%q: %s", args, got.stderr)
		}
	}
	wantParts(t, command(t, dir, "diff", "--kustomize", "overlay", "git:main"), 0, "")
	menu := filepath.Join(dir, "base", "menu.yaml")
	text, err := os.ReadFile(menu)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(menu, []byte(strings.Replace(string(text), "memory: 2Gi", "memory: 3Gi", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	wantParts(t, command(t, dir, "diff", "--kustomize", "overlay", "git:main"), 1, "resources.memory", "2Gi", "3Gi", "dev-my-cluster")
	wantParts(t, command(t, dir, "diff", "--kustomize", "overlay", "git:main", "git:main"), 0, "")
	wantParts(t, command(t, filepath.Join(dir, "overlay"), "diff", "--kustomize", ".", "git:main"), 1, "resources.memory")
	wantParts(t, command(t, dir, "validate", "--kustomize", "overlay", "--against", "git:main"), 0, "0 errors")
	wantParts(t, command(t, dir, "diff", "--kustomize", "overlay", "git:absent"), 2, `"absent"`)
}

func TestCommandRefuses(t *testing.T) {
	foreign := checked("{}")
	foreign["overlay/validate.yaml"] = "apiVersion: example.com/v1\nkind: Other\nmetadata:\n  name: o\n  annotations:\n" +
		"    config.kubernetes.io/function: \"exec: {path: ./evil}\"\n"
	cases := map[string]struct {
		tree files
		args []string
		exit int
		want string
	}{
		"a function of others": {foreign, []string{"validate", "--kustomize", "overlay"}, 2, "is a function of others"},
		"no folder":            {checked("{}"), []string{"validate", "--kustomize", "absent"}, 3, "absent"},
		"a bad functionConfig": {checked("{nonsense: true}"), []string{"validate", "--kustomize", "overlay"}, 2, "unknown field"},
		"both passed on":       {checked("{}"), []string{"validate", "--kustomize", "overlay", "--passthrough", "-"}, 2, "either - as a path or --kustomize"},
		"three states":         {checked("{}"), []string{"diff", "--kustomize", "overlay", "a", "b", "c"}, 2, "needs BASE"},
		"a revision of a root": {checked("{}"), []string{"diff", "--kustomize", "/absent", "git:main"}, 2, "has to be a relative path"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			wantParts(t, command(t, written(t, c.tree), c.args...), c.exit, c.want)
		})
	}
}
