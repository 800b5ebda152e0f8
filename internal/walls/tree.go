package walls

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// MaxLines is the most lines that a Go file may have. Tests, test data and
// generated code are exempt: nobody reads them from top to bottom.
const MaxLines = 350

// CheckTree returns each breach of the rules about files: lib has no Go file of
// its own, each package in a room has a doc.go, or is a program, and no file outgrows MaxLines.
// Folders whose name starts with a dot, bin and testdata are not looked at.
func CheckTree(root fs.FS) ([]Violation, error) {
	var found []Violation
	hasDoc := map[string]bool{} // package folder -> has a doc.go, or is a program with its main.go
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return enter(name)
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		if path.Dir(name) == "lib" {
			found = append(found, Violation{Where: name, Rule: "lib has no Go file of its own: each line belongs in a room"})
		}
		if strings.HasSuffix(name, "_test.go") {
			return nil
		}
		says := path.Base(name) == "doc.go" || path.Base(name) == "main.go"
		hasDoc[path.Dir(name)] = hasDoc[path.Dir(name)] || says
		long, err := tooLong(root, name)
		found = append(found, long...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("walking the tree: %w", err)
	}
	for dir, documented := range hasDoc {
		if !documented && inRoom(dir) {
			found = append(found, Violation{Where: dir, Rule: "a package says in doc.go what it does and what it may not do"})
		}
	}
	return sorted(found), nil
}

// enter says which folders are walked.
func enter(name string) error {
	base := path.Base(name)
	if name != "." && (strings.HasPrefix(base, ".") || base == "testdata" || name == "bin") {
		return fs.SkipDir
	}
	return nil
}

// inRoom says whether a folder lies in one of the trees that need a doc.go.
func inRoom(dir string) bool {
	for _, tree := range []string{"lib", "fn", "operator", "internal"} {
		if strings.HasPrefix(dir, tree+"/") {
			return true
		}
	}
	return false
}

func tooLong(root fs.FS, name string) ([]Violation, error) {
	if strings.HasPrefix(path.Base(name), "zz_generated") {
		return nil, nil
	}
	content, err := fs.ReadFile(root, name)
	if err != nil {
		return nil, fmt.Errorf("reading %q: %w", name, err)
	}
	if lines := bytes.Count(content, []byte("\n")); lines > MaxLines {
		return []Violation{{Where: name, Rule: fmt.Sprintf("%d lines, more than %d: it holds more than one idea", lines, MaxLines)}}, nil
	}
	return nil, nil
}
