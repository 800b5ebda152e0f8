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
		"base/menu.yaml:20:18: info VK017 ValkeyConfig dev-large", "0 errors")
	wantParts(t, command(t, filepath.Join(dir, "overlay"), "validate", "--kustomize", ".", "-v", "--base-dir", ".."), 0,
		"base/menu.yaml:20:18: info VK017 ValkeyConfig dev-large")
}

// TestCommandPlacesFindingsOfTheText as all others, so that the schema does not
// say the same again.
func TestCommandPlacesFindingsOfTheText(t *testing.T) {
	tree := checked("{}")
	tree["base/menu.yaml"] = strings.Replace(tree["base/menu.yaml"], "maxmemory: 1600mb", "hz: 10", 1)
	got := command(t, written(t, tree), "validate", "--kustomize", "overlay")
	wantParts(t, got, 1, `error VK071 ValkeyConfig dev-large spec.valkey["hz"]`, ": 1 error, ")
	if strings.Contains(got.stdout, "VK001") || got.stderr != "" {
		t.Errorf("said twice:\n%s\n%s", got.stdout, got.stderr)
	}
}

// TestCommandFindsTheAuthorsLine: the object in a file is told by its kind and by
// the name that is left in the built one, and only if one alone can be it.
func TestCommandFindsTheAuthorsLine(t *testing.T) {
	config := func(name string) string {
		return "apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyConfig\nmetadata:\n  name: " + name + "\nspec:\n  imageRef: absent\n"
	}
	generator := function("ValkeyMenu", "{repository: r, images: [], trees: [{base: {name: tree, imageRef: gone}}]}")
	tree := files{
		"base/kustomization.yaml": "resources: [menu.yaml]\n",
		"base/menu.yaml":          config("a") + "---\n" + config("b") + "---\n" + config("a-b"),
		"o/kustomization.yaml": "resources: [../base]\ngenerators: [menu.yaml]\nnamePrefix: x-\n" +
			"patches:\n- target: {kind: ValkeyConfig, name: b}\n  patch: |\n    - {op: add, path: /spec/baseRef, value: none}\n",
		"o/menu.yaml": generator,
	}
	got := command(t, written(t, tree), "validate", "--kustomize", "o")
	wantParts(t, got, 1,
		"base/menu.yaml:6:13: error VK010 ValkeyConfig x-a spec.imageRef",
		"base/menu.yaml:12:1: error VK013 ValkeyConfig x-b spec.baseRef",
		"base/menu.yaml:20:13: error VK010 ValkeyConfig x-a-b spec.imageRef",
		"o/menu.yaml: error VK010 ValkeyConfig x-tree spec.imageRef")
	tree["base/menu.yaml"] = config("a") + "---\n" + config("b")
	tree["o/kustomization.yaml"] = "resources: [../base]\nnamePrefix: a-\n" // a-b may be either
	wantParts(t, command(t, written(t, tree), "validate", "--kustomize", "o"), 1,
		"base/menu.yaml:6:13: error VK010 ValkeyConfig a-a spec.imageRef", "base/menu.yaml: error VK010 ValkeyConfig a-b spec.imageRef")
}

// TestCommandReportsARefusedBuild: the functions of a build can only write to
// standard error, and a pipeline wants its reports all the same.
func TestCommandReportsARefusedBuild(t *testing.T) {
	dir := written(t, dangling())
	got := command(t, dir, "validate", "--kustomize", "overlay", "-o", "text", "-o", "sarif=report.sarif")
	wantParts(t, got, 1, `VK011 ValkeyCluster my-app/dev-my-cluster spec.configRef: ValkeyConfig "absent" not found`, "base/cluster.yaml:5:14: error VK011")
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
		"a function of others": {foreign, []string{"validate", "--kustomize", "overlay"}, 3, "is a function of others"},
		"a validator": {checked("{}").with(top("resources: [../base]\nvalidators: [validate.yaml]\n")),
			[]string{"validate", "--kustomize", "overlay"}, 3, "list it last under transformers"},
		"charts": {top("helmCharts: [{name: a}]\n"), []string{"render", "--kustomize", "overlay"}, 3, "helmCharts starts the program helm"},
		"no object": {top("generators: [menu.yaml]\n").with(files{"overlay/menu.yaml": function("ValkeyMenu", "{}")}),
			[]string{"validate", "--kustomize", "overlay"}, 3, `the overlay "overlay" yields no object`},
		"no object, beside a path": {top("generators: [menu.yaml]\n").with(files{"overlay/menu.yaml": function("ValkeyMenu", "{}")}).with(whole("").moved("base")),
			[]string{"validate", "--kustomize", "overlay", "base"}, 3, "yields no object"},
		"a name that looks like success": {top("resources: [\"couldn't execute function: exit status 0\"]\n"),
			[]string{"validate", "--kustomize", "overlay"}, 3, "couldn't execute function: exit status 0"},
		"a patch that looks like success": {checked("{}").with(files{"overlay/p.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: \"couldn't execute function: exit status 0\"}\n"}).
			with(top("resources: [../base]\npatches: [{path: p.yaml}]\ntransformers: [validate.yaml]\n")),
			[]string{"validate", "--kustomize", "overlay", "--passthrough"}, 3, "no resource matches"},
		"a folder that looks like success": {files{"couldn't execute function: exit status 0/kustomization.yaml": "resources: [absent]\n"},
			[]string{"validate", "--kustomize", "couldn't execute function: exit status 0"}, 3, "absent"},
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
