package doctest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// page reads a page of docs/operator.
func page(t *testing.T, name string) string {
	t.Helper()
	return file(t, "docs", "operator", name)
}

// file reads a file of the repository.
func file(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(append([]string{"..", "..", ".."}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// section returns what stands below a heading of the second level.
func section(t *testing.T, page, heading string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, "\n## "+heading+"\n")
	if !found {
		t.Fatalf("no heading %q", heading)
	}
	rest, _, _ = strings.Cut(rest, "\n## ")
	return rest
}

// rows returns the rows of the tables in a text, without their headings.
func rows(text string) [][]string {
	var all [][]string
	body := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case !strings.HasPrefix(line, "|"):
			body = false
		case strings.HasPrefix(line, "|---"):
			body = true
		case body:
			cells := strings.Split(strings.Trim(line, "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			all = append(all, cells)
		}
	}
	return all
}

var inCode = regexp.MustCompile("`([^`]+)`")

// words lists what stands in code in a text.
func words(text string) []string {
	var all []string
	for _, m := range inCode.FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// constants returns the values of the text constants of a Go file that have the
// type, in their order; no type stands for untyped ones.
func constants(t *testing.T, typeName string, path ...string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), path[len(path)-1], file(t, path...), 0)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	ast.Inspect(parsed, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		declared := ""
		if name, ok := spec.Type.(*ast.Ident); ok {
			declared = name.Name
		}
		for _, v := range spec.Values {
			if lit, ok := v.(*ast.BasicLit); ok && lit.Kind == token.STRING && declared == typeName {
				text, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, text)
			}
		}
		return true
	})
	if len(all) == 0 {
		t.Fatalf("%s has no constants of type %q", filepath.Join(path...), typeName)
	}
	return all
}

func TestRowsAreRead(t *testing.T) {
	text := "# A\n\n## B\n\n| h | i |\n|---|---|\n| `a`, `b` | c |\n\ntext\n\n## C\n| h |\n|---|\n| d |\n"
	got := rows(section(t, text, "B"))
	if len(got) != 1 || len(got[0]) != 2 || got[0][1] != "c" {
		t.Errorf("rows %q, want the one below B", got)
	}
	if w := words(got[0][0]); len(w) != 2 || w[1] != "b" {
		t.Errorf("words %q, want a and b", w)
	}
}
