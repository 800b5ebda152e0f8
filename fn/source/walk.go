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
		where: func(name string) (string, error) { return diskPath(on(name)) },
		shown: func(name string) string { return g.display(on(name)) },
		open:  func(name string) (fs.File, error) { return os.Open(on(name)) },
	})
}

// manifests is a folder on disk, in a revision or below a kustomization root. Paths have slashes.
type manifests struct {
	fsys  fs.FS
	root  string
	where func(name string) (string, error) // the path without symbolic links
	key   func(where string) string         // that path, unlike those of other inputs; nil leaves it
	shown func(name string) string          // as reports name the file
	open  func(name string) (fs.File, error)
	// Of a functionConfig's sources, otherwise nil: which files to read, by their path below root, and which links to
	// leave alone.
	wants, excluded func(name string) bool
	// explain gives errors of the file system words; nil leaves them.
	explain func(error) error
}

// walk is the way through one folder. Links are looked at last, so that what they lead to has its own name where the
// folder holds it too.
type walk struct {
	*gatherer
	manifests
	top     string // where root really is
	visited map[string]bool
	folders []entry // links to folders
	files   []entry // links to files
	found   folder
}

// entry is a file or folder by its name and where it really is.
type entry struct{ name, where string }

// manifests takes every file of a folder that may hold resources.
func (g *gatherer) manifests(m manifests) {
	w := walk{gatherer: g, manifests: m, visited: map[string]bool{}, found: folder{file: m.shown(m.root)}}
	var err error
	if w.top, err = m.where(m.root); err != nil {
		w.fail(m.root, err)
		return
	}
	w.folder(entry{m.root, w.top})
	for len(w.folders) > 0 {
		next := w.folders[0]
		w.folders = w.folders[1:]
		w.folder(next)
	}
	for _, link := range w.files {
		w.file(link)
	}
	switch {
	case w.found.other || len(w.found.inputs) > 0:
		g.folders = append(g.folders, w.found)
	case m.wants != nil:
		g.failf(w.found.file, fs.ErrNotExist, "no file in this folder is included")
	default:
		g.failf(w.found.file, fs.ErrNotExist, noManifest)
	}
}

// folder visits a folder in the order of names, once. Folders that start with a dot are left out.
func (w *walk) folder(dir entry) {
	if w.visited[dir.where] {
		return
	}
	w.visited[dir.where] = true
	list, err := fs.ReadDir(w.fsys, dir.name)
	if err != nil {
		w.fail(dir.name, err)
	}
	for _, one := range list {
		next := entry{path.Join(dir.name, one.Name()), path.Join(dir.where, one.Name())}
		switch mode := one.Type(); {
		case mode.IsDir():
			if !isHidden(one.Name()) {
				w.folder(next)
			}
		case mode.IsRegular():
			w.file(next)
		case mode == fs.ModeSymlink:
			w.link(next.name)
		case w.takes(next.name):
			w.fail(next.name, errNotRegular) // a pipe could block
		}
	}
}

// link notes what a symbolic link leads to. Who writes a link wants that read, so what cannot be is an error, but for
// names with a dot, under which programs keep links of their own.
func (w *walk) link(name string) {
	if w.excluded != nil && w.excluded(w.below(name)) {
		return
	}
	info, err := fs.Stat(w.fsys, name)
	var where string
	if err == nil {
		where, err = w.where(name)
	}
	isFolder := err == nil && info.IsDir()
	switch {
	case isHidden(path.Base(name)) && (err != nil || isFolder):
	case err != nil:
		w.fail(name, err)
	case isFolder && !inside(w.top, where):
		w.fail(name, errLeadsOut)
	case isFolder:
		w.folders = append(w.folders, entry{name, where})
	case !w.takes(name):
	case !info.Mode().IsRegular():
		w.fail(name, errNotRegular)
	default:
		w.files = append(w.files, entry{name, where})
	}
}

// file takes a file if it may hold resources.
func (w *walk) file(f entry) {
	switch {
	case !w.takes(f.name):
	case isKustomizationFile(path.Base(f.name)):
		w.found.other = true
		w.gatherer.files = append(w.gatherer.files, w.shown(f.name))
	default:
		where := f.where
		if w.key != nil {
			where = w.key(where)
		}
		i := w.once(where, foundInput(w.shown(f.name)), func() (fs.File, error) { return w.open(f.name) })
		w.found.inputs = append(w.found.inputs, i)
	}
}

func (w *walk) takes(name string) bool {
	if w.wants != nil {
		return w.wants(w.below(name))
	}
	return isManifest(name)
}

// below is a path seen from the folder.
func (w *walk) below(name string) string {
	if w.root == "." {
		return name
	}
	return strings.TrimPrefix(strings.TrimPrefix(name, w.root), "/")
}

func (w *walk) fail(name string, err error) {
	w.found.other = true
	if w.explain != nil {
		err = w.explain(err)
	}
	w.gatherer.fail(w.shown(name), err)
}

func isHidden(name string) bool { return strings.HasPrefix(name, ".") }

// isManifest says whether a file's name ends as those of manifests do, in any case.
func isManifest(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".yaml", ".yml", ".json":
		return true
	}
	return false
}

// isKustomizationFile knows the names under which kustomize looks for a kustomization.
func isKustomizationFile(name string) bool {
	return name == "kustomization.yaml" || name == "kustomization.yml" || name == "Kustomization"
}
