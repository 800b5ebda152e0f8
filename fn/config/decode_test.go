package config

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/lib/lint"
)

const header = "apiVersion: fn.valkey.gomomento.com/v1alpha1\nmetadata: {name: x}\n"

func decode(t *testing.T, text string) (*Config, error) {
	t.Helper()
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	if len(document.Content) == 0 {
		return Decode(nil)
	}
	return Decode(document.Content[0])
}

func TestDecodeErrors(t *testing.T) {
	tests := map[string]struct {
		text string
		want string
	}{
		"another group":       {"apiVersion: v1\nkind: Pod\nmetadata: {name: x}", `functionConfig Pod "x": apiVersion: "v1" of kind "Pod" is not a functionConfig of this function`},
		"an unknown kind":     {header + "kind: ValkeyMneu", `kind: unknown kind "ValkeyMneu" (did you mean "ValkeyMenu"?)`},
		"nothing like a kind": {header + "kind: Gateway", `kind: unknown kind "Gateway" (known: ValkeyMenu, ValkeyTenant, ValkeyRender, ValkeyValidate)`},
		"an unknown field":    {header + "kind: ValkeyMenu\nspec: {imagess: []}", `spec.imagess: unknown field (did you mean "images"?)`},
		"deep in a list":      {header + "kind: ValkeyMenu\nspec: {trees: [{base: {name: a}, variants: [{name: b, acl: [{usernam: c}]}]}]}", `spec.trees[0].variants[0].acl[0].usernam: unknown field (did you mean "username"?)`},
		"in an embedded spec": {header + "kind: ValkeyMenu\nspec: {roles: [{name: a, categoriez: []}]}", `spec.roles[0].categoriez: unknown field (did you mean "categories"?)`},
		"beside the spec":     {header + "kind: ValkeyRender\nsepc: {}", `sepc: unknown field (did you mean "spec"?)`},
		"a wrong type":        {header + "kind: ValkeyMenu\nspec: {images: {}}", `spec.images: must be a list, got object`},
		"a number as version": {header + "kind: ValkeyMenu\nspec: {repository: r, images: [{version: 9.1}]}", `must be a string (quote it), got number`},
		"no version":          {header + "kind: ValkeyMenu\nspec: {images: [{}]}", "spec.images[0].version: required"},
		"no repository":       {header + "kind: ValkeyMenu\nspec: {images: [{version: '9'}]}", "spec.images[0].repository: required, here or as spec.repository for all images"},
		"a variant unnamed":   {header + "kind: ValkeyMenu\nspec: {trees: [{base: {name: a}, variants: [{}]}]}", "spec.trees[0].variants[0].name: required"},
		"no tenants":          {header + "kind: ValkeyTenant\nspec: {}", "spec.tenants: required: list at least one team"},
		"no subjects":         {header + "kind: ValkeyTenant\nspec: {tenants: [{name: a}]}", "spec.tenants[0].subjects: required"},
		"no clients":          {header + "kind: ValkeyTenant\nspec: {tenants: [{name: a, subjects: [{kind: User, name: u}], networkPolicy: {}}]}", "spec.tenants[0].networkPolicy.clients: required"},
		"menuReader":          {header + "kind: ValkeyTenant\nspec: {menuReader: maybe, tenants: [{name: a, subjects: [{kind: User, name: u}]}]}", `spec.menuReader: "maybe" is not one of create, reference`},
		"emit":                {header + "kind: ValkeyRender\nspec: {emit: all}", `spec.emit: "all" is not one of none, configMap, manifests`},
		"zone spread":         {header + "kind: ValkeyRender\nspec: {defaultZoneSpread: hard}", `spec.defaultZoneSpread: "hard" is not one of bestEffort, required`},
		"pod user":            {header + "kind: ValkeyRender\nspec: {podUser: root}", `pod user "root" must be a positive number`},
		"root as pod user":    {header + "kind: ValkeyRender\nspec: {podUser: 0}", `pod user "0" must be a positive number`},
		"a source of nothing": {header + "kind: ValkeyRender\nspec: {sources: [{include: [a]}]}", "spec.sources[0].path: required"},
		"an unknown rule":     {header + "kind: ValkeyValidate\nspec: {rules: {VK999: off}}", "spec.rules.VK999: unknown rule"},
		"a slug mistyped":     {header + "kind: ValkeyValidate\nspec: {rules: {ConfigNotFond: off}}", `spec.rules.ConfigNotFond: unknown rule (did you mean "ConfigNotFound"?)`},
		"a wrong severity":    {header + "kind: ValkeyValidate\nspec: {rules: {VK031: never}}", `spec.rules.VK031: "never" is not one of error, warning, info, off`},
		"fail level":          {header + "kind: ValkeyValidate\nspec: {failLevel: info}", `spec.failLevel: "info" is not one of error, warning, never`},
		"report format":       {header + "kind: ValkeyValidate\nspec: {report: {file: a, format: xml}}", `spec.report.format: "xml" is not one of text, json, sarif, github, junit, markdown`},
		"report mistyped":     {header + "kind: ValkeyValidate\nspec: {report: {file: a, format: sarf}}", `junit, markdown (did you mean "sarif"?)`},
		"report outside":      {header + "kind: ValkeyValidate\nspec: {report: {file: ../a}}", `spec.report.file: "../a" does not lie below the kustomization`},
		"report absolute":     {header + "kind: ValkeyValidate\nspec: {report: {file: /a}}", "spec.report.file: "},
		"a domain":            {header + "kind: ValkeyRender\nspec: {clusterDomain: a b}", `spec.clusterDomain: "a b" is not a DNS domain`},
		"an embedded type":    {header + "kind: ValkeyRender\nspec: {sources: menu}", `functionConfig ValkeyRender "x": spec.sources: must be a list`},
		"a field twice":       {header + "kind: ValkeyValidate\nspec: {failLevel: error, failLevel: never}", "spec.failLevel: given twice"},
		"ConfigMap rules":     {"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {rules: VK999=off}", "data.rules.VK999: unknown rule"},
		"ConfigMap value":     {"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {failLevel: info}", `data.failLevel: "info" is not one of`},
		"ConfigMap action":    {"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {action: delete}", `data.action: "delete" is not validate or render`},
		"ConfigMap key":       {"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {failLevl: error}", `data.failLevl: unknown key (did you mean "failLevel"?)`},
		"key of the other":    {"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {action: render, failLevel: error}", "data.failLevel: belongs to action validate"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := decode(t, test.text)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q in it", err, test.want)
			}
		})
	}
}

func TestEveryProblemIsReported(t *testing.T) {
	_, err := decode(t, header+"kind: ValkeyMenu\nspec: {a: 1, images: [{b: 2}]}")
	want := []string{`functionConfig ValkeyMenu "x": spec.a: unknown field`, `functionConfig ValkeyMenu "x": spec.images[0].b: unknown field`}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != len(want) || !strings.HasPrefix(lines[0], want[0]) || !strings.HasPrefix(lines[1], want[1]) {
		t.Errorf("errors %q, want lines that begin with %q", lines, want)
	}
}

func TestNothingAsksForValidation(t *testing.T) {
	for name, text := range map[string]string{
		"no config": "", "null": "null", "an empty ConfigMap": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: function-input}",
	} {
		if c, err := decode(t, text); err != nil || c.Validate == nil {
			t.Errorf("%s: config %+v, error %v, want validation", name, c, err)
		}
	}
}

func TestOptions(t *testing.T) {
	id := func(n int64) *int64 { return &n }
	tests := map[string]struct {
		spec       string
		wantDomain string
		wantUser   *int64
	}{
		"defaults": {"{}", "cluster.local", id(999)},
		"set":      {"{clusterDomain: k8s.example, podUser: 1001}", "k8s.example", id(1001)},
		"no user":  {`{podUser: ""}`, "cluster.local", nil},
		"as text":  {`{podUser: "1002"}`, "cluster.local", id(1002)},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, err := decode(t, header+"kind: ValkeyRender\nspec: "+test.spec)
			if err != nil {
				t.Fatal(err)
			}
			o := c.Common().Options()
			if diff := cmp.Diff(test.wantUser, o.PodUser); diff != "" || o.ClusterDomain != test.wantDomain {
				t.Errorf("domain %q, want %q; user (-want +got):\n%s", o.ClusterDomain, test.wantDomain, diff)
			}
		})
	}
}

func TestConfigMapFillsTheSameFields(t *testing.T) {
	c, err := decode(t, `apiVersion: v1
kind: ConfigMap
metadata: {name: x}
data: {action: validate, failLevel: warning, external: ignore, rules: "VK031=off, ConfigNotFound=info", podUser: "", defaultZoneSpread: required}`)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]lint.Severity{"VK031": lint.Off, "VK011": lint.Info}
	if diff := cmp.Diff(want, c.Validate.Severities()); diff != "" {
		t.Errorf("severities differ (-want +got):\n%s", diff)
	}
	if c.Validate.FailLevel != "warning" || c.Validate.ExternalSeverity() != lint.Off || c.Validate.Options().PodUser != nil {
		t.Errorf("fail level %q, external %q, user %v, want warning, off and none",
			c.Validate.FailLevel, c.Validate.ExternalSeverity(), c.Validate.Options().PodUser)
	}
}
