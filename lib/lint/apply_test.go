package lint_test

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

func annotated(name string, annotations map[string]string) *menu.Menu {
	config := v1alpha1.ValkeyConfig{}
	config.Name, config.Annotations = name, annotations
	return menu.New(menu.Objects{Configs: []v1alpha1.ValkeyConfig{config}})
}

func TestApplySeverity(t *testing.T) {
	tests := map[string]struct {
		graded, configured, want lint.Severity // want empty: dropped
	}{
		"the rule's own":                      {"", "", lint.Error},
		"graded lower by the rule":            {lint.Warning, "", lint.Warning},
		"configured":                          {"", lint.Info, lint.Info},
		"configured goes before graded":       {lint.Warning, lint.Error, lint.Error},
		"configured off":                      {lint.Warning, lint.Off, ""},
		"graded off, for a reference outside": {lint.Off, "", ""},
		"graded off and configured":           {lint.Off, lint.Warning, lint.Warning},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			in := lint.Input{Severities: map[string]lint.Severity{"VK035": test.configured}}
			got := lint.Apply([]lint.Finding{{Rule: "VK035", Severity: test.graded, Message: "m"}}, in)
			var want []lint.Finding
			if test.want != "" {
				want = []lint.Finding{{Rule: "VK035", Slug: "BadMemorySize", Severity: test.want, Message: "m"}}
			}
			if len(got) == 0 {
				got = nil
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestApplySuppression(t *testing.T) {
	object := menu.ConfigRef("standard")
	key := "valkey.gomomento.com/ignore-check.VK031"
	tests := map[string]struct {
		in   lint.Input
		want lint.Finding
	}{
		"with a reason": {
			lint.Input{Menu: annotated("standard", map[string]string{key: "why"})},
			lint.Finding{Suppressed: true, Justification: "why"},
		},
		"without a reason": {
			lint.Input{Menu: annotated("standard", map[string]string{key: ""})},
			lint.Finding{},
		},
		"with a blank reason": {
			lint.Input{Menu: annotated("standard", map[string]string{key: " \t\n"})},
			lint.Finding{},
		},
		"another rule": {
			lint.Input{Menu: annotated("standard", map[string]string{key + "0": "why"})},
			lint.Finding{},
		},
		"another object": {
			lint.Input{Menu: annotated("large", map[string]string{key: "why"})},
			lint.Finding{},
		},
		"an object that the menu does not hold": {
			lint.Input{Annotations: map[menu.Ref]map[string]string{object: {key: "why"}}},
			lint.Finding{Suppressed: true, Justification: "why"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			want := test.want
			want.Rule, want.Slug, want.Severity, want.Object = "VK031", "ForcedSettingOverridden", lint.Warning, object
			got := lint.Apply([]lint.Finding{{Rule: "VK031", Object: object}}, test.in)
			if diff := cmp.Diff([]lint.Finding{want}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSuppressionOfEveryKind(t *testing.T) {
	w := load(t, `
kind: ValkeyImage
metadata: {name: i, annotations: {valkey.gomomento.com/ignore-check.VK051: "image"}}
spec: {repository: valkey/valkey, tag: latest, version: "9.1.2"}
---
kind: ValkeyConfig
metadata: {name: c, annotations: {valkey.gomomento.com/ignore-check.VK056: "config"}}
spec: {imageRef: i}
---
kind: ValkeyRole
metadata: {name: r, annotations: {valkey.gomomento.com/ignore-check.VK044: "role"}}
spec: {categories: [{name: all, access: allow}]}
---
kind: ValkeyCluster
metadata: {name: k, namespace: n, annotations: {valkey.gomomento.com/ignore-check.VK062: "cluster"}}
spec: {configRef: c, shards: 1, replicasPerShard: 1}
`)
	got := map[string]string{}
	for _, f := range lint.Run(w.input()) {
		if f.Suppressed {
			got[f.Rule] = f.Justification
		}
	}
	want := map[string]string{"VK051": "image", "VK056": "config", "VK044": "role", "VK062": "cluster"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestApplyOrder(t *testing.T) {
	config, cluster := menu.ConfigRef("b"), menu.ClusterRef("a", "z")
	want := []lint.Finding{
		{Rule: "VK062", Object: cluster, Path: "spec.shards"},
		{Rule: "VK030", Object: menu.ConfigRef("a"), Path: "x"},
		{Rule: "VK036", Object: config, Path: "a", Message: "1"},
		{Rule: "VK036", Object: config, Path: "a", Message: "2"},
		{Rule: "VK037", Object: config, Path: "a"},
		{Rule: "VK030", Object: config, Path: "b"},
	}
	for i, f := range want {
		rule, _ := lint.Lookup(f.Rule)
		want[i].Slug, want[i].Severity = rule.Slug, rule.Severity
	}
	random := rand.New(rand.NewSource(1))
	for range 20 {
		shuffled := slices.Concat(want, want)
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		given := slices.Clone(shuffled)
		got := lint.Apply(shuffled, lint.Input{})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
		if diff := cmp.Diff(given, shuffled); diff != "" {
			t.Fatalf("the slice given was changed:\n%s", diff)
		}
		if diff := cmp.Diff(want, lint.Apply(got, lint.Input{})); diff != "" {
			t.Fatalf("applied again:\n%s", diff)
		}
	}
}

// Of one finding in two severities the worse one stays.
func TestApplyKeepsTheWorse(t *testing.T) {
	low, high := lint.Finding{Rule: "VK035", Severity: lint.Warning}, lint.Finding{Rule: "VK035"}
	for _, given := range [][]lint.Finding{{low, high}, {high, low}} {
		got := lint.Apply(given, lint.Input{})
		if len(got) != 1 || got[0].Severity != lint.Error {
			t.Errorf("Apply = %v, want one error", got)
		}
	}
}

func TestApplyUnknownRule(t *testing.T) {
	given := []lint.Finding{{Rule: "X1", Slug: "Mine", Severity: lint.Info}}
	if diff := cmp.Diff(given, lint.Apply(given, lint.Input{})); diff != "" {
		t.Error(diff)
	}
}
