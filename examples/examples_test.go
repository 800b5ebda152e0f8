package examples

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExamples(t *testing.T) {
	for _, dir := range cases(t) {
		t.Run(filepath.ToSlash(dir), func(t *testing.T) {
			got := run(t, dir)
			if *update {
				if err := got.write(dir); err != nil {
					t.Fatal(err)
				}
				t.Fatal("expected output written; look at the difference and run again without -update")
			}
			want, err := expected(dir)
			if err != nil {
				t.Fatalf("no expectation, write it with -update: %v", err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("output differs from what is expected (-want +got):\n%s", diff)
			}
		})
	}
}

// TestExamplesRepeat runs one case of each program twice: the output depends on
// the input alone.
func TestExamplesRepeat(t *testing.T) {
	for _, dir := range []string{"demo/good", "demo/broken", "render-files/manifests"} {
		if diff := cmp.Diff(run(t, dir), run(t, dir)); diff != "" {
			t.Errorf("%s: a second run differs:\n%s", dir, diff)
		}
	}
}

// TestEveryFileBelongsToACase finds input that nothing runs, cases inside cases
// and cases that nobody explains.
func TestEveryFileBelongsToACase(t *testing.T) {
	all := cases(t)
	for _, dir := range all {
		if inside := above(all, filepath.Dir(dir)); inside != "" {
			t.Errorf("case %s lies in case %s", dir, inside)
		}
		if text, err := os.ReadFile(filepath.Join(dir, readmeFile)); err != nil || len(text) == 0 {
			t.Errorf("case %s has no %s that says what it shows: %v", dir, readmeFile, err)
		}
	}
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Dir(name) == "." || entry.Name() == readmeFile {
			return err
		}
		if above(all, filepath.Dir(name)) == "" {
			t.Errorf("%s belongs to no case", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// above is the case that a folder lies in, or "".
func above(all []string, dir string) string {
	for ; dir != "."; dir = filepath.Dir(dir) {
		if slices.Contains(all, dir) {
			return dir
		}
	}
	return ""
}

// TestListOfExamples demands that README.md links to each case, or to the
// folder above it.
func TestListOfExamples(t *testing.T) {
	text, err := os.ReadFile(readmeFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range cases(t) {
		link, parent := "("+filepath.ToSlash(dir)+"/)", "("+filepath.ToSlash(filepath.Dir(dir))+"/)"
		if !strings.Contains(string(text), link) && !strings.Contains(string(text), parent) {
			t.Errorf("README.md links to neither %s nor %s", link, parent)
		}
	}
}
