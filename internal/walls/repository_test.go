package walls

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// root is the repository's root as seen from this package's folder.
const root = "../.."

func TestRepositoryKeepsItsWalls(t *testing.T) {
	packages, err := Load(root)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(packages, func(p Package) bool { return covers(Module+"/lib", p.ImportPath) }) {
		t.Fatal("go list named no package of lib, so nothing was checked")
	}
	report(t, CheckImports(packages, Repository()))
}

// This test opens each Go file of the tree, which also tells go test's result
// cache what the tests beside it depend on: go list runs in a process of its
// own, whose reads the cache does not see.
func TestRepositoryKeepsItsLayout(t *testing.T) {
	violations, err := CheckTree(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	report(t, violations)
}

func TestEachDirectDependencyHasAnEntry(t *testing.T) {
	direct, err := Direct(root)
	if err != nil {
		t.Fatal(err)
	}
	tools, err := filepath.Glob(filepath.Join(root, "tools", "*", "go.mod"))
	if err != nil || len(tools) == 0 {
		t.Fatalf("tools in modules of their own: %v (error %v), want some", tools, err)
	}
	for _, file := range append(tools, filepath.Join(root, "go.mod")) {
		if _, err := os.ReadFile(file); err != nil { // go mod reads it unseen by the result cache
			t.Fatal(err)
		}
	}
	for _, file := range tools {
		named, err := Direct(filepath.Dir(file))
		if err != nil {
			t.Fatal(err)
		}
		direct = append(direct, named...)
	}
	page, err := os.ReadFile(filepath.Join(root, "docs", "dependencies.md"))
	if err != nil {
		t.Fatal(err)
	}
	report(t, CheckDependencyPage(direct, string(page)))
}

// The walls are worth something only if they stop a real breach: each file of
// testdata/planted is laid over the repository, and go list is asked again.
func TestPlantedBreachIsFound(t *testing.T) {
	planted := map[string]string{ // place in the repository -> file in testdata/planted
		"lib/menu/planted.go":                  "menu_client_go.go",
		"lib/names/planted.go":                 "names_os.go",
		"lib/plan/planted.go":                  "plan_menu.go",
		"operator/internal/act/planted.go":     "operator_kyaml.go",
		"operator/internal/observe/planted.go": "observe_logging.go",
	}
	packages, err := Load(root, "-overlay", overlay(t, planted))
	if err != nil {
		t.Fatal(err)
	}
	found := CheckImports(packages, Repository())
	want := []Violation{
		{Where: "lib/menu", What: "k8s.io/client-go/rest", Rule: "lib may import directly only k8s.io/api, k8s.io/apimachinery"},
		{Where: "lib/menu", What: "k8s.io/client-go/rest", Rule: "only operator may: only the operator has a live cluster"},
		{Where: "lib/names", What: "os", Rule: "lib only computes"},
		{Where: "lib/plan", What: Module + "/lib/menu", Rule: "room plan of lib may not know room menu"},
		{Where: "operator/internal/act", What: Module + "/fn/krm", Rule: "only fn may: fn and operator never import each other"},
		{Where: "operator/internal/act", What: "sigs.k8s.io/kustomize/kyaml/yaml", Rule: "only fn may: kyaml and kustomize stay in fn"},
		{Where: "operator/internal/observe", What: "github.com/valkey-menu/valkey-menu/operator/internal/logging",
			Rule: "only operator/internal/controller, operator/internal/run may: only the loops log"},
	}
	for _, w := range want {
		if !slices.Contains(found, w) {
			t.Errorf("planted breach not found: %v\nfound:\n%s", w, lines(found))
		}
	}
}

// overlay writes the file that go list -overlay wants and returns its path.
func overlay(t *testing.T, planted map[string]string) string {
	t.Helper()
	replace := map[string]string{}
	for place, source := range planted {
		replace[absolute(t, filepath.Join(root, place))] = absolute(t, filepath.Join("testdata", "planted", source))
	}
	content, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func absolute(t *testing.T, name string) string {
	t.Helper()
	abs, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}

func report(t *testing.T, violations []Violation) {
	t.Helper()
	if len(violations) > 0 {
		t.Errorf("%d violations:\n%s", len(violations), lines(violations))
	}
}

func lines(violations []Violation) string {
	var b strings.Builder
	for _, v := range violations {
		b.WriteString("  " + v.String() + "\n")
	}
	return b.String()
}
