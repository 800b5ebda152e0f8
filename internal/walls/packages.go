package walls

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// Package is the part of go list's answer that the checks read.
type Package struct {
	ImportPath string
	Standard   bool
	Imports    []string // what the non-test files import
	Error      *LoadError
}

// LoadError says why a package could not be read.
type LoadError struct{ Err string }

// Load asks go list, run in dir, for the packages that match ./... and for all
// their non-test dependencies. Extra arguments go before the pattern.
// A package that cannot be read is returned with its Error set, so that one
// broken file hides no other violation.
func Load(dir string, extra ...string) ([]Package, error) {
	args := []string{"list", "-e", "-deps", "-json=ImportPath,Standard,Imports,Error"}
	args = append(append(args, extra...), "./...")
	out, err := goCommand(dir, args...)
	if err != nil {
		return nil, fmt.Errorf("listing packages in %q: %w", dir, err)
	}
	var packages []Package
	for dec := json.NewDecoder(strings.NewReader(out)); ; {
		var p Package
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("reading the answer of go list: %w", err)
		}
		packages = append(packages, p)
	}
}

// goCommand runs the go tool in dir and returns what it printed.
func goCommand(dir string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w: %s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return string(out), nil
}
