package overlay

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// evil is a program that leaves a trace when it runs. Every test lists it in a
// way in which kustomize itself would start it, or would try to.
const (
	evilScript = "#!/bin/sh\ntouch \"$TRACE\"\ncat\n"
	evilConfig = `apiVersion: example.com/v1
kind: Evil
metadata:
  name: evil
  annotations:
    config.kubernetes.io/function: |
      exec: {path: ./evil.sh}
`
	object = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: object}\n"
)

func indented(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n    ") + "\n"
}

func ours(kind, spec string) string {
	return "apiVersion: fn.valkey.gomomento.com/v1alpha1\nkind: " + kind + "\nmetadata:\n  name: ours\n  annotations:\n" +
		"    config.kubernetes.io/function: |\n      exec: {path: valkey-menu}\nspec: " + spec + "\n"
}

func foreign() map[string]files {
	base := files{"o/object.yaml": object, "o/evil.sh": evilScript, "o/evil.yaml": evilConfig}
	lists := func(text string) files {
		return base.with(files{"o/kustomization.yaml": "resources: [object.yaml]\n" + text})
	}
	config := func(text string) files {
		return lists("transformers: [evil.yaml]\n").with(files{"o/evil.yaml": text})
	}
	folder := func(text string) files {
		return lists("transformers: [../fns]\n").with(files{"fns/ours.yaml": ours("ValkeyValidate", "{}"), "fns/evil.yaml": evilConfig, "fns/kustomization.yaml": text})
	}
	swap := `patch: '[{"op": "replace", "path": "/metadata/annotations/config.kubernetes.io~1function", "value": "exec: {path: ./evil.sh}"}, ` +
		`{"op": "replace", "path": "/apiVersion", "value": "example.com/v1"}]'`
	return map[string]files{
		"a transformer":              lists("transformers: [evil.yaml]\n"),
		"a generator":                lists("generators: [evil.yaml]\n"),
		"a validator":                lists("validators: [evil.yaml]\n"),
		"behind one of ours":         lists("transformers: [ours.yaml, evil.yaml]\n").with(files{"o/ours.yaml": ours("ValkeyValidate", "{}")}),
		"in one file with ours":      config(ours("ValkeyValidate", "{}") + "---\n" + evilConfig),
		"in a list":                  config("apiVersion: v1\nkind: List\nitems:\n- " + strings.TrimSpace(strings.ReplaceAll(evilConfig, "\n", "\n  ")) + "\n"),
		"inline":                     lists("transformers:\n- |\n" + indented(evilConfig)),
		"inline beside a file":       lists("transformers:\n- ours.yaml\n- |\n" + indented(evilConfig)).with(files{"o/ours.yaml": ours("ValkeyValidate", "{}")}),
		"a key in another case":      lists("TRANSFORMERS: [evil.yaml]\n"),
		"an escaped key":             lists("\"transf\\x6frmers\": [evil.yaml]\n"),
		"an anchor":                  lists("commonLabels: {}\ntransformers: &list [evil.yaml]\n"),
		"in JSON":                    base.with(files{"o/kustomization.yml": `{"resources": ["object.yaml"], "transformers": ["./evil.yaml"]}`}),
		"the old annotation":         config(strings.ReplaceAll(evilConfig, "config.kubernetes.io/function", "config.k8s.io/function")),
		"the field configFn":         config("apiVersion: example.com/v1\nkind: Evil\nmetadata:\n  name: evil\n  configFn: {exec: {path: ./evil.sh}}\n"),
		"a container":                config(strings.ReplaceAll(evilConfig, "exec: {path: ./evil.sh}", "container: {image: example.com/evil}")),
		"the container key":          config("apiVersion: example.com/v1\nkind: Evil\nmetadata: {name: evil, annotations: {config.kubernetes.io/container: example.com/evil}}\n"),
		"a plugin":                   config("apiVersion: example.com/v1\nkind: Evil\nmetadata: {name: evil}\n"),
		"our kind without a word":    config("apiVersion: fn.valkey.gomomento.com/v1alpha1\nkind: ValkeyValidate\nmetadata: {name: evil}\n"),
		"ours with arguments":        config(strings.ReplaceAll(ours("ValkeyValidate", "{}"), "valkey-menu}", "valkey-menu, args: [validate, /etc]}")),
		"in a base":                  lists("").with(files{"top/kustomization.yaml": "resources: [../o]\n", "o/kustomization.yaml": "resources: [object.yaml]\ntransformers: [evil.yaml]\n"}),
		"in a base of the old field": base.with(files{"top/kustomization.yaml": "bases: [../o]\n", "o/kustomization.yaml": "resources: [object.yaml]\ntransformers: [evil.yaml]\n"}),
		"in a component": base.with(files{
			"top/kustomization.yaml": "resources: [object.yaml]\ncomponents: [../o]\n", "top/object.yaml": object,
			"o/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\ntransformers: [evil.yaml]\n",
		}),
		"in a folder":                   folder("resources: [evil.yaml]\n"),
		"patched into a folder":         folder("resources: [ours.yaml]\npatches:\n- " + swap + "\n  target: {kind: ValkeyValidate}\n"),
		"a transformer of a folder":     folder("resources: [ours.yaml]\ntransformers: [evil.yaml]\n"),
		"annotated by a folder":         folder("resources: [plain.yaml]\ncommonAnnotations: {config.kubernetes.io/function: 'exec: {path: ./evil.sh}'}\n").with(files{"fns/plain.yaml": object}),
		"a linked file":                 lists("transformers: [link.yaml]\n").with(files{"o/link.yaml": "-> evil.yaml"}),
		"a linked kustomization":        base.with(files{"o/kustomization.yaml": "-> real.txt", "o/real.txt": "resources: [object.yaml]\ntransformers: [evil.yaml]\n"}),
		"a file that looks like a host": lists("transformers: [github.com/evil/evil]\n").with(files{"o/github.com/evil/evil": "a: [\n"}),
		"a repository":                  lists("transformers: ['https://127.0.0.1:1/evil/evil']\n"),
		"a missing file":                lists("transformers: [github.com/evil/evil]\n"),
	}
}

func TestNothingOfOthersRuns(t *testing.T) {
	for name, tree := range foreign() {
		t.Run(name, func(t *testing.T) {
			dir := written(t, tree)
			trace := filepath.Join(dir, "trace")
			t.Setenv("TRACE", trace)
			root := "o"
			if _, ok := tree["top/kustomization.yaml"]; ok {
				root = "top"
			}
			out, err := Build(Options{Dir: filepath.Join(dir, root)})
			var refused *RefusedError
			if !errors.As(err, &refused) && !strings.Contains(name, "looks like") {
				t.Errorf("got %q and the error %v, want a refusal", out, err)
			}
			if err == nil {
				t.Error("the build succeeded")
			}
			if _, err := os.Stat(trace); err == nil {
				t.Error("it ran")
			}
		})
	}
}

// TestEvilRuns proves that the test above tests something: kustomize's own
// library does run it.
func TestEvilRunsUnguarded(t *testing.T) {
	dir := written(t, foreign()["a transformer"])
	trace := filepath.Join(dir, "trace")
	t.Setenv("TRACE", trace)
	if err := unguarded(filepath.Join(dir, "o")); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(trace); err != nil {
		t.Errorf("the program of the test did not run: %v", err)
	}
}

func TestOursIsNeverTheFileBeside(t *testing.T) {
	config := strings.ReplaceAll(ours("ValkeyValidate", "{}"), "path: valkey-menu", "path: ./valkey-menu, envs: [TRACE=x]")
	dir := written(t, files{
		"o/kustomization.yaml": "resources: [object.yaml]\ntransformers: [ours.yaml]\n",
		"o/object.yaml":        object, "o/ours.yaml": config, "o/valkey-menu": evilScript,
	})
	trace := filepath.Join(dir, "trace")
	t.Setenv("TRACE", trace)
	out, err := Build(Options{Dir: filepath.Join(dir, "o")})
	if err != nil || !strings.Contains(string(out), "name: object") {
		t.Errorf("got %q, %v", out, err)
	}
	if _, err := os.Stat(trace); err == nil {
		t.Error("the file beside ran")
	}
}
