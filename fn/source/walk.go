package source

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// folder takes every file of a folder that may hold resources.
func (g *gatherer) folder(dir string) {
	on := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	g.manifests(manifests{
		fsys: os.DirFS(dir), root: ".",
		shown: func(name string) string { return g.display(on(name)) },
		open:  func(name string) { g.file(on(name), true) },
	})
}

// manifests is a folder on disk or in a revision.
type manifests struct {
	fsys  fs.FS
	root  string
	shown func(name string) string // as reports name the file
	open  func(name string)
}

// manifests takes every file of a folder that may hold resources.
func (g *gatherer) manifests(m manifests) {
	found := false
	g.walk(m.fsys, m.root, func(name string, entry fs.DirEntry) {
		if !isManifest(name) {
			return
		}
		if !entry.Type().IsRegular() {
			if info, err := fs.Stat(m.fsys, name); err == nil && !info.Mode().IsRegular() {
				return // a link to a folder, or a pipe, which could block
			}
		}
		found = true
		if isKustomizationFile(path.Base(name)) {
			g.files = append(g.files, m.shown(name))
			return
		}
		m.open(name)
	}, func(name string, err error) {
		found = true
		g.fail(m.shown(name), err)
	})
	if !found {
		g.errors = append(g.errors,
			&Error{File: m.shown(m.root), Message: "no .yaml, .yml or .json file in this folder", cause: fs.ErrNotExist})
	}
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
