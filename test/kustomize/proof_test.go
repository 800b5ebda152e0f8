package kustomize

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// recipe is the script of docs/kustomize.md by which a pipeline proves that the
// function ran.
func recipe(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/kustomize.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)\n## Prove that it ran\n.*?\n```sh\n(.*?)```\n").FindSubmatch(page)
	if m == nil {
		t.Fatal("no script under the heading")
	}
	return string(m[1])
}

// proven is a tree whose overlay validates with the marker.
func proven(spec string) files {
	return whole("").moved("base").with(files{
		"overlay/kustomization.yaml": "resources: [../base]\ncomponents: [../component]\nnamePrefix: dev-\ntransformers: [validate.yaml]\n",
		"overlay/validate.yaml":      function("ValkeyValidate", spec),
	})
}

func TestTheRecipeProvesThatTheFunctionRan(t *testing.T) {
	const spec = `{marker: true, rules: {VK066: "off"}}`
	withoutExec := func(script string) string { return strings.Replace(script, " --enable-exec", "", 1) }
	as := func(script string) string { return script }
	second := strings.ReplaceAll(cluster, "my-cluster", "second")
	tests := map[string]struct {
		tree   files
		script func(string) string
		wantOK bool
	}{
		"it ran":                 {proven(spec), as, true},
		"it ran on two clusters": {proven(spec).with(files{"base/cluster.yaml": cluster + "---\n" + second}), as, true},
		"it was skipped":         {proven(spec), withoutExec, false},
		"it was not listed":      {proven(spec).with(files{"overlay/kustomization.yaml": "resources: [../base]\n"}), as, false},
		"it ran in a base only, not on this cluster": {
			proven(spec).with(files{
				"top/kustomization.yaml": "resources: [../overlay, second.yaml]\n", "top/second.yaml": second,
			}),
			func(script string) string {
				return strings.Replace(script, "--enable-exec overlay", "--enable-exec top", 1)
			}, false,
		},
		"without the marker": {proven(`{rules: {VK066: "off"}}`), as, false},
		"it found errors":    {proven(`{marker: true}`), as, false}, // the Secret of the fixture is empty
		"no cluster in the build": {
			proven(spec).with(files{"base/kustomization.yaml": "resources: [menu.yaml]\n"}), as, false,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := written(t, test.tree.with(shipped(t).moved("component")))
			got := program(t, dir, "", "bash", "-c", test.script(recipe(t)))
			if ok := got.exit == 0; ok != test.wantOK {
				t.Errorf("exit code %d, want success: %v\n%s", got.exit, test.wantOK, got.stderr)
			}
		})
	}
}

// Skipping is silent: nothing but the marker shows it.
func TestASkippedFunctionSaysNothing(t *testing.T) {
	dir := written(t, proven(`{marker: true}`).with(shipped(t).moved("component")))
	got := program(t, dir, "", "kustomize", "build", "--enable-alpha-plugins", "overlay")
	if got.exit != 0 || got.stderr != "" || got.stdout == "" {
		t.Errorf("exit code %d, %d bytes, %q on standard error, want a silent success", got.exit, len(got.stdout), got.stderr)
	}
}
