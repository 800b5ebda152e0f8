package overlay

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

func unguarded(dir string) error {
	_, err := krusty.MakeKustomizer(options()).Run(filesys.MakeFsOnDisk(), dir)
	return err
}

func mapFS(f files) fstest.MapFS {
	all := fstest.MapFS{}
	for name, text := range f {
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

const menuSpec = `{repository: valkey/valkey, images: [{version: "9.1.2"}]}`

// tree lists three of our functions in two kustomizations; one reads sources.
func tree() files {
	return files{
		"o/kustomization.yaml": "resources: [../base]\ngenerators: [menu.yaml]\ntransformers: [render.yaml, validate.yaml]\n" +
			"namePrefix: dev-\nbuildMetadata: [originAnnotations]\n",
		"o/menu.yaml":             ours("ValkeyMenu", menuSpec),
		"o/render.yaml":           ours("ValkeyRender", "{}"),
		"o/validate.yaml":         ours("ValkeyValidate", "{marker: true, rules: {VK056: \"off\", VK057: \"off\"}}"),
		"base/kustomization.yaml": "generators: [menu.yaml]\nresources: [cluster.yaml]\n",
		"base/menu.yaml":          strings.Replace(ours("ValkeyMenu", "{sources: [{path: menu}]}"), "name: ours", "name: base", 1),
		"base/menu/config.yaml":   "apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyConfig\nmetadata: {name: standard}\nspec: {imageRef: valkey-9-1-2}\n",
		"base/cluster.yaml": "apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyCluster\nmetadata: {name: c, namespace: a}\n" +
			"spec: {configRef: standard, shards: 3, replicasPerShard: 1}\n",
	}
}

func TestOurFunctionsRun(t *testing.T) {
	dir := written(t, tree())
	out, err := Build(Options{Dir: filepath.Join(dir, "o")})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"configRef: dev-standard\n", "imageRef: dev-valkey-9-1-2\n", "fn.valkey.gomomento.com/validated: v0\n",
		"configuredIn: menu.yaml\n", "configuredIn: ../base/menu.yaml\n", "path: ../base/cluster.yaml\n",
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
	inMemory, err := Build(Options{Dir: "o", FileSystem: mapFS(tree())})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(out), string(inMemory)); diff != "" {
		t.Errorf("another output from a file system that is not the disk (-disk +other):\n%s", diff)
	}
}

func TestNothingIsLeftBehind(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	for _, spec := range []string{"{}", "{nonsense: true}"} {
		_, _ = Build(Options{Dir: "o", FileSystem: mapFS(tree().with(files{"o/render.yaml": ours("ValkeyRender", spec)}))})
	}
	left, err := os.ReadDir(temp)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

const (
	ownSchema = `{"definitions": {"example.Thing": {"type": "object", "x-kubernetes-group-version-kind": [{"group": "example.com", "version": "v1", "kind": "Thing"}]}}}`
	app       = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: app}\nspec: {template: {spec: {containers: [{name: a, image: a}, {name: b, image: b}]}}}\n"
	patched   = "resources: [app.yaml]\npatches:\n- patch: |\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: app}\n" +
		"    spec: {template: {spec: {containers: [{name: a, image: c}]}}}\n"
)

// kustomize v0.21.2 keeps the schema of one build for the next.
func TestBuildsDoNotInfluenceEachOther(t *testing.T) {
	all := mapFS(files{
		"plain/kustomization.yaml": patched, "plain/app.yaml": app,
		"own/kustomization.yaml": patched + "openapi: {path: own.json}\n", "own/app.yaml": app, "own/own.json": ownSchema,
	})
	containers := func(dir string) int {
		out, err := Build(Options{Dir: dir, FileSystem: all})
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(out), "image:")
	}
	for _, dir := range []string{"plain", "own", "plain", "own", "plain"} {
		want := map[string]int{"plain": 2, "own": 1}[dir]
		if got := containers(dir); got != want {
			t.Errorf("%s: %d containers, want %d", dir, got, want)
		}
	}
}

func TestAFolderOfFunctionConfigs(t *testing.T) {
	folder := files{
		"o/kustomization.yaml": "resources: [object.yaml]\ngenerators: [../fns]\n", "o/object.yaml": object,
		"fns/kustomization.yaml": "resources: [menu.yaml]\nopenapi: {path: own.json}\npatches:\n- patch: '[{\"op\": \"replace\", \"path\": \"/spec/repository\", \"value\": \"patched\"}]'\n  target: {kind: ValkeyMenu}\n",
		"fns/menu.yaml":          strings.Replace(ours("ValkeyMenu", menuSpec), "annotations:\n", "annotations:\n    config.kubernetes.io/local-config: \"true\"\n", 1),
		"fns/own.json":           ownSchema,
	}
	out, err := Build(Options{Dir: "o", FileSystem: mapFS(folder)})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), "repository: patched") || !strings.Contains(string(out), "name: object") {
		t.Errorf("got\n%s", out)
	}
}

func TestRefusals(t *testing.T) {
	k := func(text string) files { return files{"o/kustomization.yaml": text, "o/object.yaml": object} }
	tests := map[string]struct {
		tree files
		want RefusedError
	}{
		"a function of others": {
			k("resources: [object.yaml]\ntransformers: [evil.yaml]\n").with(files{"o/evil.yaml": evilConfig}),
			RefusedError{"o/evil.yaml", `Evil "evil": is a function of others (exec ./evil.sh), which this build does not run: use kustomize build ... | valkey-menu validate -`},
		},
		"inline in a base": {
			files{"o/kustomization.yaml": "resources: [../base]\n", "base/kustomization.yaml": "generators:\n- |\n" + indented(evilConfig)},
			RefusedError{"base/kustomization.yaml", `Evil "evil": is a function of others (exec ./evil.sh), which this build does not run: use kustomize build ... | valkey-menu validate -`},
		},
		"remote resource":  {k("resources: ['https://example.com/a.yaml']\n"), remoteError("https://example.com/a.yaml")},
		"remote base":      {k("resources: ['github.com/owner/repo?ref=v1']\n"), remoteError("github.com/owner/repo?ref=v1")},
		"remote component": {k("components: ['git@example.com:owner/repo.git']\n"), remoteError("git@example.com:owner/repo.git")},
		"remote patch":     {k("resources: [object.yaml]\npatches: [{path: 'http://example.com/p.yaml'}]\n"), remoteError("http://example.com/p.yaml")},
		"remote file":      {k("configMapGenerator: [{name: a, files: ['k=https://example.com/f']}]\n"), remoteError("k=https://example.com/f")},
		"remote schema":    {k("resources: [object.yaml]\nopenapi: {path: 'https://example.com/s'}\n"), remoteError("https://example.com/s")},
		"both at once": {
			k("resources: [object.yaml, ours.yaml]\ntransformers: [ours.yaml]\n").with(files{"o/ours.yaml": ours("ValkeyRender", "{}")}),
			RefusedError{"o/ours.yaml", "is listed as a function in o/kustomization.yaml and as a resource in o/kustomization.yaml: a functionConfig is no resource"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := Build(Options{Dir: "o", FileSystem: mapFS(test.tree)})
			var got *RefusedError
			if !errors.As(err, &got) {
				t.Fatalf("got %v, want a refusal", err)
			}
			if diff := cmp.Diff(test.want, *got); diff != "" {
				t.Errorf("refusal differs (-want +got):\n%s", diff)
			}
		})
	}
}

func remoteError(entry string) RefusedError {
	return RefusedError{"o/kustomization.yaml", `"` + entry + `" is remote, and this build uses no network: ` +
		"fetch it into the repository, or use kustomize build ... | valkey-menu validate -"}
}

func TestErrors(t *testing.T) {
	tests := map[string]struct {
		tree files
		dir  string
		want string
	}{
		"no folder":        {files{}, "o", `building the overlay "o": `},
		"no kustomization": {files{"o/a": ""}, "o", "unable to find one of 'kustomization.yaml'"},
		"unknown field":    {files{"o/kustomization.yaml": "resourcs: []\n"}, "o", `unknown field "resourcs"`},
		"missing resource": {files{"o/kustomization.yaml": "resources: [a.yaml]\n"}, "o", "accumulating resources from 'a.yaml'"},
		"not below":        {files{"o/kustomization.yaml": "resources: [../a.yaml]\n", "a.yaml": object}, "o", "is not in or below 'o'"},
		"a path upwards":   {files{}, "../o", "invalid"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := Build(Options{Dir: test.dir, FileSystem: mapFS(test.tree)})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error with %q", err, test.want)
			}
			if err != nil && strings.Contains(err.Error(), os.TempDir()) {
				t.Errorf("the error names a temporary folder: %v", err)
			}
		})
	}
}

func TestAFailedFunction(t *testing.T) {
	bad := tree().with(files{"base/menu/config.yaml": "apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyConfig\nmetadata: {name: standard}\nspec: {imageRef: none}\n"})
	for name, test := range map[string]struct {
		tree files
		want int
	}{
		"findings":     {bad, krmFindings},
		"a bad config": {tree().with(files{"o/render.yaml": ours("ValkeyRender", "{nonsense: true}")}), krmConfig},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Build(Options{Dir: "o", FileSystem: mapFS(test.tree)})
			var failed *FunctionError
			if !errors.As(err, &failed) || failed.Exit != test.want {
				t.Errorf("got %v, want a function that ended with %d", err, test.want)
			}
		})
	}
}

const krmFindings, krmConfig = 1, 2

func TestProgramIsAbsolute(t *testing.T) {
	if _, err := Build(Options{Dir: "o", Program: "valkey-menu", FileSystem: mapFS(tree())}); err == nil {
		t.Error("a program that is looked up somewhere was accepted")
	}
}

// TestOriginsAndVerdicts builds an overlay that its own check refuses, the way a
// caller does that judges it again.
func TestOriginsAndVerdicts(t *testing.T) {
	broken := tree().with(files{
		"o/kustomization.yaml":  "resources: [../base]\ngenerators: [menu.yaml]\ntransformers: [render.yaml, validate.yaml]\n",
		"base/menu/config.yaml": "apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyConfig\nmetadata: {name: other}\nspec: {imageRef: valkey-9-1-2}\n",
	})
	dir := filepath.Join(written(t, broken), "o")
	var failed *FunctionError
	if _, err := Build(Options{Dir: dir}); !errors.As(err, &failed) || failed.Exit != 1 {
		t.Fatalf("error %v, want one of the function with exit code 1", err)
	}
	plain, err := Build(Options{Dir: dir, Unjudged: true})
	if err != nil {
		t.Fatal(err)
	}
	placed, err := Build(Options{Dir: dir, Unjudged: true, Origins: true})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(plain), "config.kubernetes.io/origin") || !strings.Contains(string(placed), "path: ../base/cluster.yaml\n") {
		t.Errorf("only the second is to say where objects come from:\n%s\n%s", plain, placed)
	}
}
