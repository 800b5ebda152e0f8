package definitions_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// TestEveryFunctionConfigOfTheTree: examples, pages and fixtures are taken by
// the schemas and by the decoder.
func TestEveryFunctionConfigOfTheTree(t *testing.T) {
	found := documents(t, "examples", ".yaml")
	for _, more := range []map[string]string{documents(t, "docs", ".md"), documents(t, "fn/generate/testdata", ".yaml")} {
		for place, text := range more {
			found[place] = text
		}
	}
	for place, text := range found {
		if why := refusal(t, text); why != "" {
			t.Errorf("%s: the schema refuses it: %s", place, why)
		}
		if err := decodes(t, text); err != nil {
			t.Errorf("%s: the decoder refuses it: %v", place, err)
		}
	}
	if len(found) < 12 {
		t.Errorf("only %d functionConfigs were found", len(found))
	}
}

// TestWhatTheDecoderRefuses takes the bad documents from the decoder's own
// tests. The schemas refuse each of them, but for faults that lie between
// fields, or in names that only the program knows.
func TestWhatTheDecoderRefuses(t *testing.T) {
	beyond := []string{
		"no repository",                      // of the image or of the menu
		"an unknown rule", "a slug mistyped", // the registry of rules
		"report outside", "report absolute", // what a path means
	}
	bad := decoderTests(t)
	for name, text := range bad {
		if decodes(t, text) == nil {
			t.Errorf("%q: the decoder takes it", name)
		}
		why := refusal(t, text)
		if expected := slices.Contains(beyond, name); expected != (why == "") {
			t.Errorf("%q: refused with %q by the schema, want refused: %t", name, why, !expected)
		}
	}
	for _, name := range beyond {
		if bad[name] == "" {
			t.Errorf("the decoder has no test %q", name)
		}
	}
	if len(bad) < 25 {
		t.Errorf("only %d bad documents were found in the decoder's tests", len(bad))
	}
}

// decoderTests reads the table of TestDecodeErrors in fn/config.
func decoderTests(t *testing.T) map[string]string {
	t.Helper()
	source, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "config", "decode_test.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	constants := map[string]string{}
	bad := map[string]string{}
	ast.Inspect(source, func(n ast.Node) bool {
		switch at := n.(type) {
		case *ast.ValueSpec:
			if len(at.Values) == 1 {
				if text, ok := constant(at.Values[0], constants); ok {
					constants[at.Names[0].Name] = text
				}
			}
		case *ast.FuncDecl:
			return at.Name.Name == "TestDecodeErrors"
		case *ast.KeyValueExpr:
			row, ok := at.Value.(*ast.CompositeLit)
			name, named := constant(at.Key, constants)
			if !ok || !named || len(row.Elts) == 0 {
				return true
			}
			if text, ok := constant(row.Elts[0], constants); ok {
				bad[name] = text
			}
		}
		return true
	})
	return bad
}

// constant is the value of a text that is written as literals, constants and
// sums of them.
func constant(e ast.Expr, constants map[string]string) (string, bool) {
	switch at := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(at.Value)
		return text, err == nil
	case *ast.Ident:
		text, ok := constants[at.Name]
		return text, ok
	case *ast.BinaryExpr:
		left, ok := constant(at.X, constants)
		right, also := constant(at.Y, constants)
		return left + right, ok && also
	}
	return "", false
}
