package overlay

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const inflate = "apiVersion: builtin\nkind: HelmChartInflationGenerator\nmetadata: {name: chart}\nname: chart\nreleaseName: r\n"

func helmed() map[string]files {
	chart := files{
		"o/object.yaml": object, "o/charts/chart/Chart.yaml": "apiVersion: v2\nname: chart\nversion: 1.0.0\n", "o/charts/chart/templates/a.yaml": object,
		"o/inflate.yaml": inflate, "fns/inflate.yaml": inflate, "fns/kustomization.yaml": "resources: [inflate.yaml]\n",
	}
	list := func(text string) files { return chart.with(files{"o/kustomization.yaml": text}) }
	return map[string]files{
		"helmCharts":                  list("helmCharts: [{name: chart, releaseName: r}]\n"),
		"helmCharts in another case":  list("HELMCHARTS: [{name: chart, releaseName: r}]\n"),
		"helmChartInflationGenerator": list("helmChartInflationGenerator: [{chartName: chart, releaseName: r, chartHome: charts}]\n"),
		"helmGlobals":                 list("resources: [object.yaml]\nhelmGlobals: {chartHome: charts}\n"),
		"a generator":                 list("generators: [inflate.yaml]\n"),
		"a transformer":               list("resources: [object.yaml]\ntransformers: [inflate.yaml]\n"),
		"inline":                      list("generators:\n- |\n" + indented(inflate)),
		"a folder":                    list("generators: [../fns]\n"),
		"a folder that inflates":      list("generators: [../fns]\n").with(files{"fns/kustomization.yaml": "helmCharts: [{name: chart}]\n"}),
		"in a base":                   list("helmCharts: [{name: chart, releaseName: r}]\n").with(files{"top/kustomization.yaml": "resources: [../o]\n"}),
		"an unknown plugin":           list("generators: [inflate.yaml]\n").with(files{"o/inflate.yaml": strings.Replace(inflate, "HelmChart", "NewChart", 1)}),
	}
}

// TestHelmNeverRuns has a helm on the PATH under each name that kustomize knows.
func TestHelmNeverRuns(t *testing.T) {
	for name, tree := range helmed() {
		t.Run(name, func(t *testing.T) {
			dir := written(t, tree.with(files{"bin/helm": evilScript, "bin/helmV3": evilScript}))
			trace := filepath.Join(dir, "trace")
			t.Setenv("TRACE", trace)
			t.Setenv("PATH", filepath.Join(dir, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
			root := "o"
			if _, ok := tree["top/kustomization.yaml"]; ok {
				root = "top"
			}
			out, err := Build(Options{Dir: filepath.Join(dir, root)})
			var refused *RefusedError
			if !errors.As(err, &refused) || !strings.Contains(refused.Reason, "valkey-menu validate -") {
				t.Errorf("got %q and %v, want a refusal that says what to do", out, err)
			}
			_ = unguarded(filepath.Join(dir, root)) // the options alone keep it from running too
			if _, err := os.Stat(trace); err == nil {
				t.Error("helm ran")
			}
		})
	}
}

// TestBuiltinPluginsFetchNothing: the decoder of kustomize takes keys in any case.
func TestBuiltinPluginsFetchNothing(t *testing.T) {
	const remote = "https://127.0.0.1:1/a"
	head := func(kind string) string { return "apiVersion: builtin\nkind: " + kind + "\nmetadata: {name: a}\n" }
	for name, text := range map[string]string{
		"files":             head("ConfigMapGenerator") + "files: ['k=" + remote + "']\n",
		"files in capitals": head("ConfigMapGenerator") + "FILES: ['k=" + remote + "']\n",
		"envs":              head("SecretGenerator") + "envs: ['" + remote + "']\n",
		"env":               head("SecretGenerator") + "Env: '" + remote + "'\n",
		"a patch":           head("PatchTransformer") + "Path: '" + remote + "'\ntarget: {kind: ConfigMap}\n",
		"a JSON patch":      head("PatchJson6902Transformer") + "path: '" + remote + "'\ntarget: {kind: ConfigMap, name: a}\n",
		"patches":           head("PatchStrategicMergeTransformer") + "paths: ['" + remote + "']\n",
		"replacements":      head("ReplacementTransformer") + "replacements: [{PATH: '" + remote + "'}]\n",
	} {
		t.Run(name, func(t *testing.T) {
			list := "generators"
			if strings.Contains(text, "Transformer") {
				list = "transformers"
			}
			tree := files{"o/kustomization.yaml": "resources: [object.yaml]\n" + list + ": [plugin.yaml]\n", "o/object.yaml": object, "o/plugin.yaml": text}
			_, err := Build(Options{Dir: "o", FileSystem: mapFS(tree)})
			var refused *RefusedError
			if !errors.As(err, &refused) || !strings.Contains(refused.Reason, "uses no network") {
				t.Errorf("got %v, want a refusal", err)
			}
		})
	}
}
