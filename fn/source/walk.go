package source

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// folder takes every file of a folder that may hold resources.
func (g *gatherer) folder(dir string) error {
	found := false
	g.walk(os.DirFS(dir), ".", func(name string, entry fs.DirEntry) {
		if !isManifest(name) {
			return
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
			return // a link to a folder, or a pipe, which could block
		}
		found = true
		if isKustomizationFile(path.Base(name)) {
			g.files = append(g.files, g.display(file))
			return
		}
		g.file(file, true)
	}, func(name string, err error) {
		g.fail(g.display(filepath.Join(dir, filepath.FromSlash(name))), err)
	})
	if !found {
		g.errors = append(g.errors,
			&Error{File: g.display(dir), Message: "no .yaml, .yml or .json file in this folder", cause: fs.ErrNotExist})
	}
	return nil
}

// walk visits all files below a folder in the order of their names. Folders that start with a dot are left out.
func (g *gatherer) walk(fsys fs.FS, root string, file func(string, fs.DirEntry), fail func(string, error)) {
	_ = fs.WalkDir(fsys, root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			fail(name, err)
		case entry.IsDir():
			if name != root && strings.HasPrefix(entry.Name(), ".") {
				return fs.SkipDir
			}
		default:
			file(name, entry)
		}
		return nil
	})
}

// isManifest says whether a file's name ends as those of manifests do.
func isManifest(name string) bool {
	switch path.Ext(name) {
	case ".yaml", ".yml", ".json":
		return true
	}
	return false
}

// isKustomizationFile knows the names under which kustomize looks for a kustomization.
func isKustomizationFile(name string) bool {
	return name == "kustomization.yaml" || name == "kustomization.yml" || name == "Kustomization"
}
