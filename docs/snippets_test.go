package docs_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var goBlock = regexp.MustCompile("(?s)\n```go\n(.*?)\n```\n")

// TestGoProgramsCompile: Go on a page is a whole program, and one that compiles
// with what this module uses.
func TestGoProgramsCompile(t *testing.T) {
	found := 0
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".md") {
			return err
		}
		for _, m := range goBlock.FindAllStringSubmatch(read(t, name), -1) {
			found++
			t.Run(name, func(t *testing.T) { compiles(t, m[1]) })
		}
		return nil
	})
	if err != nil || found < 2 {
		t.Fatalf("%d programs (%v), want those of two pages at least", found, err)
	}
}

func compiles(t *testing.T, program string) {
	t.Helper()
	if !strings.HasPrefix(program, "// file: ") {
		t.Error("the program does not say what its file is called")
	}
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "vet", file).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s\n%s", err, out, program)
	}
}
