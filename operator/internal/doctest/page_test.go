package doctest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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

// constants returns the values of the text constants that have the type, in a Go
// file or in all of a package; no type stands for untyped ones.
func constants(t *testing.T, typeName string, path ...string) []string {
	t.Helper()
	name := filepath.Join(append([]string{"..", "..", ".."}, path...)...)
	files := []string{name}
	if filepath.Ext(name) == "" {
		var err error
		if files, err = filepath.Glob(filepath.Join(name, "*.go")); err != nil {
			t.Fatal(err)
		}
		files = slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
	}
	var all []string
	for _, f := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), f, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok {
				all = append(all, texts(spec, typeName)...)
			}
			return true
		})
	}
	if len(all) == 0 {
		t.Fatalf("%s has no constants of type %q", filepath.Join(path...), typeName)
	}
	return all
}

// texts are the values of a declaration, if they are texts and it has the type.
func texts(spec *ast.ValueSpec, typeName string) []string {
	declared := ""
	if name, ok := spec.Type.(*ast.Ident); ok {
		declared = name.Name
	}
	var all []string
	for _, v := range spec.Values {
		lit, ok := v.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING || declared != typeName {
			continue
		}
		if text, err := strconv.Unquote(lit.Value); err == nil {
			all = append(all, text)
		}
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
