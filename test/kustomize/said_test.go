package kustomize

import (
	"strings"
	"testing"
)

// TestNothingIsSaidTwice: the report of the overlay's own check says in other
// words what the report on the finished build says, and nothing else gets lost.
func TestNothingIsSaidTwice(t *testing.T) {
	const nothing = `valkey-menu: functionConfig ValkeyMenu "menu" describes nothing: no object is generated` + "\n"
	quiet := func(tree files) files {
		tree = tree.with(files{"overlay/menu.yaml": function("ValkeyMenu", "{}")})
		tree["overlay/kustomization.yaml"] += "generators: [menu.yaml]\n"
		return tree
	}
	noted := checked("{}")
	noted["base/menu.yaml"] = strings.Replace(noted["base/menu.yaml"], "1500mb", "2000mb", 1) // VK033
	before := files{"overlay/before.yaml": strings.ReplaceAll(cluster, "my-cluster", "dev-my-cluster")}
	tests := map[string]struct {
		tree   files
		args   []string
		exit   int
		stderr string
	}{
		"a clean build":          {checked("{}"), nil, 0, ""},
		"warnings":               {noted, nil, 0, ""},
		"a generator's warning":  {quiet(checked("{}")), nil, 0, nothing},
		"a refused build":        {dangling(), nil, 1, ""},
		"both":                   {quiet(dangling()), nil, 1, nothing},
		"passed on":              {quiet(checked("{marker: true}")), []string{"--passthrough", "-o", "json=-"}, 0, nothing + "{"},
		"refused by its own":     {checked("{failLevel: warning, rules: {VK017: warning}}"), nil, 1, "base/menu.yaml: warning VK017"},
		"a bad functionConfig":   {quiet(checked("{nonsense: true}")), nil, 2, nothing + `valkey-menu: functionConfig ValkeyValidate "validate": spec.nonsense: unknown field`},
		"a state before":         {checked("{against: {path: before.yaml}}").with(before), nil, 1, "VK006 ValkeyCluster my-app/dev-my-cluster spec.tls"},
		"a finding of its own":   {checked(`{rules: {VK017: warning}}`), nil, 0, ""},
		"what a source adds":     {checked("{sources: [{path: more.yaml}]}").with(files{"overlay/more.yaml": strings.Replace(lonely, "NAME", "more", 1)}), nil, 1, "VK010 ValkeyConfig more"},
		"another function fails": {quiet(emitting()), nil, 1, nothing},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			dir := written(t, test.tree)
			got := command(t, dir, append([]string{"validate", "--kustomize", "overlay"}, test.args...)...)
			if got.exit != test.exit {
				t.Errorf("exit code %d, want %d", got.exit, test.exit)
			}
			if test.stderr == "" && got.stderr != "" || !strings.Contains(got.stderr, test.stderr) {
				t.Errorf("standard error:\n%s\nwant:\n%s\nand the report is\n%s", got.stderr, test.stderr, got.stdout)
			}
			if strings.Count(got.stderr, nothing) > 1 || strings.Contains(got.stderr, "--help") {
				t.Errorf("said twice, or not of the arguments:\n%s", got.stderr)
			}
		})
	}
}

const lonely = `apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyConfig
metadata: {name: NAME}
spec: {imageRef: absent, resources: {cpu: "1", memory: 2Gi}, valkey: {maxmemory: 1500mb, maxmemory-policy: allkeys-lru}}
`

// emitting has a ValkeyRender that cannot show a cluster.
func emitting() files {
	tree := dangling()
	tree["overlay/render.yaml"] = function("ValkeyRender", "{emit: configMap}")
	return tree
}
