package valkeyserver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/debs"
)

// Programs are the programs of one Valkey version, as absolute paths. They run from any folder, and the process that is
// started is the server itself: its pid can be signalled and waited for.
type Programs struct {
	Version string
	Server  string
	CLI     string
	Root    string // the unpacked tree, for an image
}

// Get returns the programs of a version below cacheDir, and fetches them first if they are not there.
func Get(ctx context.Context, cacheDir, version string, log debs.Log) (Programs, error) {
	set, err := Set(version)
	if err != nil {
		return Programs{}, err
	}
	tree, err := debs.Fetch(ctx, cacheDir, set, log)
	if err != nil {
		return Programs{}, err
	}
	loader, err := findLoader(tree.Root)
	if err != nil {
		return Programs{}, fmt.Errorf("valkey %s: %w", version, err)
	}
	programs := Programs{Version: version, Root: tree.Root}
	for name, path := range map[string]*string{"valkey-server": &programs.Server, "valkey-cli": &programs.CLI} {
		// Beside the tree, not in it: an image is made of the tree.
		*path = filepath.Join(filepath.Dir(tree.Root), name)
		if err := writeLauncher(*path, launcher(tree.Root, loader, name)); err != nil {
			return Programs{}, fmt.Errorf("valkey %s: %w", version, err)
		}
	}
	return programs, nil
}

// findLoader finds the dynamic loader of the tree. Its folder is the one of the libraries.
func findLoader(root string) (string, error) {
	found, err := filepath.Glob(filepath.Join(root, "usr", "lib", "*-linux-gnu", "ld-linux*.so.*"))
	if err != nil {
		return "", err
	}
	if len(found) != 1 {
		return "", fmt.Errorf("expected one dynamic loader in the tree, found %d", len(found))
	}
	return found[0], nil
}

// launcher is a script that becomes the program. The loader is named outright since the one in the program's header is
// the machine's, which may be of an older release than the program's C library.
func launcher(root, loader, name string) string {
	return fmt.Sprintf("#!/bin/sh\nexec %s --argv0 %s --library-path %s %s \"$@\"\n",
		quote(loader), name, quote(filepath.Dir(loader)), quote(filepath.Join(root, "usr", "bin", name)))
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// writeLauncher writes the script in one step, as another process may be about to run it.
func writeLauncher(path, text string) error {
	if old, err := os.ReadFile(path); err == nil && string(old) == text {
		return nil
	}
	temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return fmt.Errorf("writing the launcher: %w", err)
	}
	defer func() { _ = os.Remove(temp.Name()) }() // gone after the rename
	if _, err = temp.WriteString(text); err == nil {
		err = temp.Chmod(0o755)
	}
	if closeErr := temp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("writing the launcher: %w", err)
	}
	return nil
}
