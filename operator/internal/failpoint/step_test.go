package failpoint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// A step that is not in the list is one that no test is asked for.
func TestEveryStepIsListed(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "step.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	declared := 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Names) != 1 || len(spec.Values) != 1 {
			return true
		}
		literal, ok := spec.Values[0].(*ast.BasicLit)
		if !ok {
			return true
		}
		value, err := strconv.Unquote(literal.Value)
		if err != nil {
			t.Fatal(err)
		}
		if declared++; value != spec.Names[0].Name {
			t.Errorf("step %s is called %q", spec.Names[0].Name, value)
		}
		if !slices.Contains(Steps(), Step(value)) {
			t.Errorf("step %s is not listed", value)
		}
		return true
	})
	if want := declared + len(plan.ActionKinds()); declared == 0 || len(Steps()) != want {
		t.Errorf("%d steps are listed, want %d", len(Steps()), want)
	}
	all := slices.Sorted(slices.Values(Steps()))
	if len(slices.Compact(all)) != len(Steps()) {
		t.Error("a step is listed twice")
	}
}
