package kustomize

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/overlay"
)

const smallMenu = `{repository: valkey/valkey, images: [{version: "9.1.2"}]}`

// wirings are ways to list functions, beside those of the matrix.
func wirings() map[string]files {
	validate, generate := function("ValkeyValidate", "{marker: true}"), function("ValkeyMenu", smallMenu)
	inline := func(text string) string {
		return "- |\n  " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ") + "\n"
	}
	fns := files{
		"fns/kustomization.yaml": "resources: [validate.yaml, render.yaml]\nsortOptions: {order: legacy}\nnamePrefix: x-\n" +
			"patches:\n- {path: patch.yaml, target: {kind: ValkeyValidate}}\n",
		"fns/validate.yaml": function("ValkeyValidate", "{marker: false, failLevel: error}"), "fns/render.yaml": function("ValkeyRender", "{}"),
		"fns/patch.yaml": "- {op: replace, path: /spec/marker, value: true}\n- {op: replace, path: /spec/failLevel, value: never}\n",
	}
	return map[string]files{
		"a generator with its origin": top("generators: [menu.yaml]\nbuildMetadata: [originAnnotations]\n").with(files{"overlay/menu.yaml": generate}),
		"transformations recorded": top("generators: [menu.yaml]\ntransformers: [validate.yaml]\nbuildMetadata: [originAnnotations, transformerAnnotations]\n").
			with(files{"overlay/menu.yaml": generate, "overlay/validate.yaml": validate}),
		"inline": top("generators:\n" + inline(generate) + "transformers:\n" + inline(validate) + "buildMetadata: [originAnnotations]\n"),
		"inline runs before files": top("generators:\n" + inline(generate) + "transformers:\n- render.yaml\n" + inline(validate)).
			with(files{"overlay/render.yaml": function("ValkeyRender", "{}")}),
		"a folder of functionConfigs": whole("namespace: a\n").moved("base").with(fns).with(top("resources: [../base]\ntransformers: [../fns]\n")),
		"a folder beside a file": whole("namespace: a\n").moved("base").with(fns).
			with(top("resources: [../base]\ntransformers: [first.yaml, ../fns]\n")).with(files{"overlay/first.yaml": strings.Replace(function("ValkeyRender", "{}"), "name: render", "name: first", 1)}),
		"a transformer that is built in": whole("").moved("base").with(top("resources: [../base]\ntransformers: [labels.yaml]\n")).with(files{
			"overlay/labels.yaml": "apiVersion: builtin\nkind: LabelTransformer\nmetadata: {name: l}\nlabels: {a: b}\nfieldSpecs: [{path: metadata/labels, create: true}]\n",
		}),
		"in a component": top("components: [../c]\n").with(files{
			"c/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\ngenerators: [menu.yaml]\n", "c/menu.yaml": generate,
		}),
		"sources and a report": whole("").moved("overlay").with(files{
			"overlay/kustomization.yaml": "resources: [cluster.yaml]\ntransformers: [validate.yaml]\n",
			"overlay/validate.yaml":      function("ValkeyValidate", "{sources: [{path: menu.yaml}], report: {file: out.json, format: json}}"),
		}),
		"both components, one below the other": whole("namePrefix: b-\ncomponents: [../component]\n").moved("base").
			with(top("resources: [../base]\ncomponents: [../component]\nnamePrefix: dev-\n")),
		"an unsorted kustomization": whole("").moved("base").with(top("resources: [../base]\nsortOptions: {order: fifo}\ntransformers: [validate.yaml]\n")).
			with(files{"overlay/validate.yaml": strings.Replace(validate, "marker: true", "failLevel: never", 1)}),
		"no kustomization":  {"overlay/a.yaml": ""},
		"a misspelt field":  top("resourcs: []\n"),
		"a missing file":    top("resources: [absent.yaml]\n"),
		"a failed function": whole("").moved("base").with(top("resources: [../base]\ntransformers: [validate.yaml]\n")).with(files{"overlay/validate.yaml": validate}),
		"a bad functionConfig": whole("").moved("base").with(top("resources: [../base]\ntransformers: [validate.yaml]\n")).
			with(files{"overlay/validate.yaml": function("ValkeyValidate", "{nonsense: true}")}),
	}
}

func TestTheBuildHereIsThatOfKustomize(t *testing.T) {
	for name, tree := range wirings() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := written(t, tree.with(shipped(t).moved("component")))
			sameHere(t, dir, kustomized(t, dir, "overlay"))
		})
	}
}

// Every example of the repository that kustomize builds, too.
func TestTheBuildHereOfTheExamples(t *testing.T) {
	examples, err := filepath.Glob("../../examples/*/command")
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob("../../examples/*/*/command")
	if err != nil {
		t.Fatal(err)
	}
	built := 0
	for _, file := range append(examples, more...) {
		command, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Fields(strings.Split(string(command), " | ")[0])
		if len(words) < 3 || words[0] != "kustomize" || words[1] != "build" || filepath.Base(filepath.Dir(file)) == "exec-relative-path" {
			continue
		}
		built++
		t.Run(filepath.Dir(file), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(filepath.Dir(file))); err != nil {
				t.Fatal(err)
			}
			folder := words[len(words)-1]
			want := kustomized(t, dir, folder)
			out, err := overlay.Build(overlay.Options{Dir: filepath.Join(dir, folder), Program: ours(t)})
			if (err != nil) != (want.exit != 0) || string(out) != want.stdout {
				t.Errorf("error %v, exit code %d of kustomize; (-real +here):\n%s", err, want.exit, cmp.Diff(want.stdout, string(out)))
			}
		})
	}
	if built < 6 {
		t.Errorf("only %d examples were built", built)
	}
}

// ours is the program under test.
func ours(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("valkey-menu")
	if err != nil {
		t.Fatal(err)
	}
	return path
}
