package krm_test

import (
	"strings"
	"testing"
)

// unnamespaced is an object after a prefix alone.
func unnamespaced(text, name, prefix string) string {
	return strings.Replace(built(text, name, prefix), "  namespace: team-b\n", "", 1)
}

func TestReferencesThatKustomizeMayNotMend(t *testing.T) {
	suppressed := strings.Replace(base, "  name: standard\n", "  name: standard\n  annotations: {valkey.gomomento.com/ignore-check.VK010: mended later}\n", 1)
	mended := strings.Replace(base, "imageRef: valkey-9-1", "imageRef: dev-valkey-9-1", 1)
	known := strings.Replace(unnamespaced(image, "valkey-9-1", "dev-"), "  annotations:\n",
		"  annotations:\n    internal.config.kubernetes.io/previousNamespaces: _non_namespaceable_\n", 1)
	renamed := unnamespaced(image, "valkey-9-1", "dev-")
	warning := `warning VK010 ValkeyConfig standard spec.imageRef: "valkey-9-1" is the name of a ValkeyImage which kustomize has renamed to "dev-valkey-9-1"`
	tests := map[string]struct {
		spec     string
		items    []string
		want     string // in the report
		never    string
		wantExit int
	}{
		"renamed":             {"{}", []string{renamed, base}, warning, "error", 0},
		"fails on warnings":   {"{failLevel: warning}", []string{renamed, base}, warning, "error", 1},
		"regraded":            {"{rules: {VK010: error}}", []string{renamed, base}, "error VK010", "", 1},
		"turned off":          {`{rules: {VK010: "off"}}`, []string{renamed, base}, "0 errors, 0 warnings", "VK010", 0},
		"suppressed":          {"{}", []string{renamed, suppressed}, "1 suppressed", "VK010", 0},
		"mended already":      {"{}", []string{renamed, mended}, "0 errors, 0 warnings", "VK010", 0},
		"the scope was known": {"{}", []string{known, base}, "0 errors, 0 warnings", "VK010", 0},
		"nothing renamed":     {"{}", []string{image, base}, "0 errors, 0 warnings", "VK010", 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			in := list(config("ValkeyValidate", test.spec), test.items...)
			out, stderr, exit := run(t, in)
			if exit != test.wantExit {
				t.Errorf("exit code %d, want %d", exit, test.wantExit)
			}
			if !strings.Contains(stderr, test.want) || test.never != "" && strings.Contains(stderr, test.never+" VK010") {
				t.Errorf("got the report\n%swant %q and no %q", stderr, test.want, test.never)
			}
			if test.never == "VK010" && strings.Contains(stderr, "VK010") {
				t.Errorf("the report mentions VK010:\n%s", stderr)
			}
			if items, _, _ := strings.Cut(in, "functionConfig:"); !strings.Contains(out, strings.TrimSpace(items)[20:]) {
				t.Errorf("the items changed:\n%s", out)
			}
		})
	}
}

// Under ValkeyRender nothing is left to doubt.
func TestRenderSettlesReferences(t *testing.T) {
	out, stderr, exit := run(t, list(config("ValkeyRender", "{}"), unnamespaced(image, "valkey-9-1", "dev-"), base))
	if exit != 0 {
		t.Fatalf("exit code %d:\n%s", exit, stderr)
	}
	out = strings.Replace(out, "kind: ValkeyRender", "kind: ValkeyValidate", 1)
	if _, stderr, exit = run(t, out); exit != 0 || !strings.Contains(stderr, "0 errors, 0 warnings") {
		t.Errorf("exit code %d, report\n%s", exit, stderr)
	}
}
