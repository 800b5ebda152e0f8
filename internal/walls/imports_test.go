package walls

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// world is a graph of three own packages and what may lie around them; a case
// adds the imports that it is about.
func world(importer string, imports ...string) []Package {
	packages := []Package{
		{ImportPath: "os", Standard: true},
		{ImportPath: "net/http", Standard: true},
		{ImportPath: "net/netip", Standard: true},
		{ImportPath: "strings", Standard: true},
		{ImportPath: "math/rand/v2", Standard: true},
		{ImportPath: "k8s.io/api/core/v1", Imports: []string{"k8s.io/apimachinery/pkg/runtime"}},
		{ImportPath: "k8s.io/apimachinery/pkg/runtime", Imports: []string{"os", "net/http"}},
		{ImportPath: "k8s.io/apimachinery/pkg/watch", Imports: []string{"k8s.io/apimachinery/pkg/hidden"}},
		{ImportPath: "k8s.io/apimachinery/pkg/hidden", Imports: []string{"k8s.io/client-go/rest"}},
		{ImportPath: "k8s.io/client-go/rest", Imports: []string{"k8s.io/client-go/transport"}},
	}
	return append(packages, Package{ImportPath: Module + "/" + importer, Imports: imports})
}

func TestCheckImports(t *testing.T) {
	const denied = "lib may import directly only k8s.io/api, k8s.io/apimachinery"
	tests := map[string]struct {
		packages []Package
		want     []Violation
	}{
		"allowed by all rules": {
			packages: world("lib/lint", "strings", "net/netip", "k8s.io/api/core/v1", Module+"/lib/resolve", Module+"/lib/lint/rule"),
		},
		"world through the standard library": {
			packages: world("lib/conf", "net/http", "math/rand/v2"),
			want: []Violation{
				{"lib/conf", "math/rand/v2", "lib only computes"},
				{"lib/conf", "net/http", "lib only computes"},
			},
		},
		"a module whose name merely begins like an allowed one": {
			packages: world("lib/conf", "k8s.io/apiserver/pkg/cel"),
			want:     []Violation{{"lib/conf", "k8s.io/apiserver/pkg/cel", denied}},
		},
		"client-go through an allowed module": {
			packages: world("lib/render", "k8s.io/apimachinery/pkg/watch"),
			want: []Violation{{
				"lib/render", "k8s.io/client-go/rest",
				"lib may not reach it, here by way of k8s.io/apimachinery/pkg/watch -> k8s.io/apimachinery/pkg/hidden",
			}},
		},
		"upwards within a column": {
			packages: world("lib/menu/index", Module+"/lib/resolve"),
			want:     []Violation{{"lib/menu/index", Module + "/lib/resolve", "room menu of lib may not know room resolve"}},
		},
		"between siblings": {
			packages: world("lib/impact", Module+"/lib/render"),
			want:     []Violation{{"lib/impact", Module + "/lib/render", "room impact of lib may not know room render"}},
		},
		"a leaf that knows the menu": {
			packages: world("lib/acl", Module+"/lib/menu"),
			want:     []Violation{{"lib/acl", Module + "/lib/menu", "room acl of lib may not know room menu"}},
		},
		"lib out of lib": {
			packages: world("lib/api/v1alpha1", Module+"/internal/walls"),
			want:     []Violation{{"lib/api/v1alpha1", Module + "/internal/walls", "lib imports nothing of this module outside lib"}},
		},
		"a room without a row": {
			packages: world("lib/util"),
			want:     []Violation{{Where: "lib/util", Rule: "lib has no room util in the table of internal/walls"}},
		},
		"cobra outside the command line": {
			packages: world("fn/krm", "github.com/spf13/cobra"),
			want:     []Violation{{"fn/krm", "github.com/spf13/cobra", "only fn/cli may: the command line is one room"}},
		},
		"cobra in the command line, kyaml in fn": {
			packages: append(world("fn/cli", "github.com/spf13/cobra"), world("fn", "sigs.k8s.io/kustomize/kyaml/kio")...),
		},
		"fn that knows the operator's column": {
			packages: world("fn/krm", Module+"/lib/plan"),
			want:     []Violation{{"fn/krm", Module + "/lib/plan", "only lib, operator may: the two columns meet only in operator"}},
		},
		"valkey-go beside its room": {
			packages: world("operator/internal/observe", "github.com/valkey-io/valkey-go"),
			want:     []Violation{{"operator/internal/observe", "github.com/valkey-io/valkey-go", "only operator/internal/valkeyconn, operator/internal/servertest may: one room talks to Valkey, the other runs it for tests"}},
		},
		"a package that cannot be read": {
			packages: []Package{{ImportPath: Module + "/fn", Error: &LoadError{Err: "expected 'package'"}}},
			want:     []Violation{{Where: "fn", Rule: "cannot be loaded: expected 'package'"}},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, CheckImports(tc.packages, Repository())); diff != "" {
				t.Errorf("violations (-want +got):\n%s", diff)
			}
		})
	}
}

func TestViolationNamesPlaceImportAndRule(t *testing.T) {
	tests := map[string]struct {
		violation Violation
		want      string
	}{
		"import": {Violation{"lib/menu", "os", "lib only computes"}, "lib/menu imports os: lib only computes"},
		"file":   {Violation{Where: "lib/x.go", Rule: "no"}, "lib/x.go: no"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if got := tc.violation.String(); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

// Every row of the table names rooms that have rows themselves, and no two
// rooms may import each other, however indirectly.
func TestRoomsAreAnOrder(t *testing.T) {
	table := Repository().Rooms
	var above func(room string, path []string)
	above = func(room string, path []string) {
		for _, p := range path {
			if p == room {
				t.Fatalf("rooms import each other: %v", append(path, room))
			}
		}
		below, known := table[room]
		if !known {
			t.Fatalf("room %q of %v has no row", room, path)
		}
		for _, next := range below {
			above(next, append(path[:len(path):len(path)], room))
		}
	}
	for room := range table {
		above(room, nil)
	}
}
