package kustomize

import (
	"strings"
	"testing"
)

// What no function can see is documented. Each of these is clean inside the build,
// and an error behind it; should one change, docs/kustomize.md has to.
func TestWhatTheCheckCannotSee(t *testing.T) {
	validate := files{"overlay/validate.yaml": function("ValkeyValidate", `{rules: {VK066: "off"}}`)}
	render := files{"overlay/render.yaml": function("ValkeyRender", "{}")}
	tests := map[string]files{
		"a prefix above": whole("").moved("base").with(validate).with(render).
			with(top("resources: [../base]\ntransformers: [render.yaml, validate.yaml]\n")).
			with(files{"top/kustomization.yaml": "resources: [../overlay]\nnamePrefix: up-\n"}),
		"scopes without references": whole("").moved("base").with(validate).
			with(top("resources: [../base]\ntransformers: [validate.yaml]\ncomponents: [../scopes]\nnamePrefix: dev-\n")).
			with(files{
				"scopes/kustomization.yaml":  "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nopenapi: {path: valkey-openapi.json}\n",
				"scopes/valkey-openapi.json": shipped(t)["valkey-openapi.json"],
				"top/kustomization.yaml":     "resources: [../overlay]\n",
			}),
	}
	for name, tree := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := kustomized(t, written(t, tree), "top")
			if got.exit != 0 || !strings.Contains(got.stderr, "0 errors, 0 warnings") {
				t.Errorf("inside the build: exit code %d\n%s", got.exit, got.stderr)
			}
			if v := behind(t, got.stdout); len(v.errors) == 0 {
				t.Error("behind the build nothing is wrong")
			}
		})
	}
}

// With the Component, ValkeyRender in a base composes with a prefix above.
func TestAPrefixAboveWithTheComponent(t *testing.T) {
	tree := whole("components: [../component]\n").moved("base").
		with(top("resources: [../base]\nnamePrefix: dev-\ntransformers: [render.yaml]\n")).
		with(files{
			"overlay/render.yaml": function("ValkeyRender", "{}"), "top/kustomization.yaml": "resources: [../overlay]\nnamePrefix: up-\n",
		})
	got := kustomized(t, written(t, tree.with(shipped(t).moved("component"))), "top")
	if what := outcome(parsed(t, got.stdout)); what != "ok" || !strings.Contains(got.stdout, "configRef: up-dev-standard\n") {
		t.Errorf("%s\n%s%s", what, got.stdout, got.stderr)
	}
}
