package cli

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/lib/lint"
)

func TestBeyond(t *testing.T) {
	rep := report.New(1, []report.Result{
		{Rule: "VK011", Severity: lint.Error, Path: "spec.configRef", Message: "x", Object: report.Object{Kind: "ValkeyCluster", Namespace: "a", Name: "c"}},
		{Rule: "VK017", Severity: lint.Info, Message: "x", Object: report.Object{Kind: "ValkeyConfig", Name: "d"}},
	})
	tests := map[string]struct {
		line string
		kept bool
	}{
		"a result":            {"../a.yaml: error VK011 ValkeyCluster a/c spec.configRef: x", false},
		"without a place":     {"error VK011 ValkeyCluster a/c spec.configRef: x", false},
		"of another severity": {"b.yaml:1:2: warning VK011 ValkeyCluster a/c spec.configRef: y: error VK099 z", false},
		"of an object":        {"b.yaml: info VK017 ValkeyConfig d: x", false},
		"another rule":        {"b.yaml: error VK012 ValkeyCluster a/c spec.configRef: x", true},
		"another object":      {"b.yaml: error VK011 ValkeyCluster a/cc spec.configRef: x", true},
		"another field":       {"b.yaml: error VK011 ValkeyCluster a/c spec.configRef2: x", true},
		"a field below":       {"b.yaml: error VK017 ValkeyConfig d spec: x", true},
		"a summary":           {"1 object: 1 error, 0 warnings, 2 infos, 1 suppressed", false},
		"a complaint":         {"valkey-menu: something: 1 object: 1 error", true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			want := ""
			if test.kept {
				want = test.line + "\n"
			}
			if got := (said{test.line + "\n"}).beyond(rep); got != want {
				t.Errorf("kept %q, want %q", got, want)
			}
		})
	}
}
