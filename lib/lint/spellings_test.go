package lint_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// What becomes of two spellings depends on whether the menu decides the
// directive at all.
func TestTwoSpellings(t *testing.T) {
	const of = " are one directive to Valkey: "
	tests := map[string]struct{ first, second, want string }{
		"an ordinary directive": {"maxmemory", "MaxMemory",
			`error VK074 a spec.valkey["MaxMemory"]: "MaxMemory" and "maxmemory"` + of + `the value of "maxmemory" counts and this one never does`},
		"neither is canonical": {"MAXMEMORY", "MaxMemory",
			`error VK074 a spec.valkey["MaxMemory"]: "MaxMemory" and "MAXMEMORY"` + of + `the value of "MAXMEMORY" counts and this one never does`},
		"a managed one": {"masterauth", "primaryauth",
			`error VK074 a spec.valkey["masterauth"]: "masterauth" and "primaryauth"` + of + `it belongs to the operator, so neither is ever rendered`},
		"a forced one": {"port", "PORT",
			`error VK074 a spec.valkey["PORT"]: "PORT" and "port"` + of + `it is always set to a value of the operator's, so neither counts`},
		"managed and forced": {"aclfile", "ACLFILE",
			`error VK074 a spec.valkey["ACLFILE"]: "ACLFILE" and "aclfile"` + of + `it belongs to the operator, so neither is ever rendered`},
		"two directives": {"hz", "timeout", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			in := load(t, image91+settings(test.first, "1", test.second, "2")).input()
			if diff := cmp.Diff(test.want, brief(lint.Run(in), true, "VK074")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
