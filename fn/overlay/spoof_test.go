package overlay

import (
	"errors"
	"strings"
	"testing"
)

// spoofs are builds that kustomize refuses with names in its text that look like a
// function that ended. All of them list a function of ours, which is never the one
// that failed.
func spoofs(words string) map[string]files {
	name := "'" + strings.ReplaceAll(words, "'", "''") + "'"
	list := func(text string) files {
		return files{"o/kustomization.yaml": text + "transformers: [ours.yaml]\n", "o/ours.yaml": ours("ValkeyRender", "{}"), "o/object.yaml": object}
	}
	patch := "patches:\n- patch: |\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: " + name + "}\n"
	return map[string]files{
		"a resource":  list("resources: [" + name + "]\n"),
		"a component": list("components: [" + name + "]\n"),
		"a patch":     list("resources: [object.yaml]\n" + patch),
		"a namespace": list("resources: [object.yaml]\n" + strings.Replace(patch, "{name: ", "{name: a, namespace: ", 1)),
		"a field":     list("\"" + words + "\": []\n"),
		"a folder":    list("resources: [" + name + "]\n").with(files{"o/" + words + "/a.yaml": object}),
		"an empty base": list("resources: [../" + words + "]\n").
			with(files{words + "/kustomization.yaml": "resources: [absent.yaml]\n"}),
		"a schema": list("resources: [object.yaml]\nopenapi: {path: " + name + "}\n"),
		"in a component": list("components: [../c]\n").
			with(files{"c/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [" + name + "]\n"}),
	}
}

func TestNamesAreNoVerdict(t *testing.T) {
	for _, words := range []string{"couldn't execute function: exit status 0", "couldn't execute function: exit status 1", "exit status 0"} {
		for name, tree := range spoofs(words) {
			t.Run(words+"/"+name, func(t *testing.T) {
				out, err := Build(Options{Dir: "o", FileSystem: mapFS(tree)})
				var failed *FunctionError
				if err == nil || errors.As(err, &failed) {
					t.Errorf("got %q and %v, want an error that is of no function", out, err)
				}
			})
		}
	}
}

func TestExitOfAFunction(t *testing.T) {
	tests := map[string]struct {
		text    string
		started bool
		want    int
	}{
		"a generator":        {"couldn't execute function: exit status 2", true, 2},
		"a transformer":      {"couldn't execute function: exit status 1 ", true, 1},
		"below a base":       {"accumulating resources: accumulation err='...': recursed accumulation of path '/b': couldn't execute function: exit status 3 ", true, 3},
		"in components":      {`accumulating components: accumulateDirectory: "accumulateDirectory: \"couldn't execute function: exit status 4 \""`, true, 4},
		"success":            {"couldn't execute function: exit status 0", true, 0},
		"a code of others":   {"couldn't execute function: exit status 127", true, 0},
		"more digits":        {"couldn't execute function: exit status 10", true, 0},
		"a signal":           {"couldn't execute function: signal: killed ", true, 0},
		"in the middle":      {"couldn't execute function: exit status 1: no such file", true, 0},
		"nothing of ours":    {"couldn't execute function: exit status 1", false, 0},
		"something is above": {"no file 'couldn't execute function: exit status 1'", true, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var failed *FunctionError
			got := 0
			if errors.As(told(errors.New(test.text), test.started), &failed) {
				got = failed.Exit
			}
			if got != test.want {
				t.Errorf("exit code %d, want %d", got, test.want)
			}
		})
	}
}
