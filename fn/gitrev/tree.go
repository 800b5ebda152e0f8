package gitrev

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"sync"
)

// Tree is the files of one revision. It is an fs.FS, fs.StatFS, fs.ReadDirFS and
// fs.ReadLinkFS. Several goroutines may use it.
//
// Symbolic links are followed within the revision, as they would be in a
// checkout; one that leads out of it, or to an absolute path, is refused. A
// submodule is an ErrSubmodule: another repository holds its files.
type Tree struct {
	objects *objects
	root    entry
	mutex   sync.Mutex
	folders map[string][]entry // by id
}

// Errors of a path, found with errors.Is.
var (
	ErrSubmodule = errors.New("a submodule, whose files are in another repository")
	ErrLeadsOut  = errors.New("a symbolic link leads out of the repository")
	errLinks     = errors.New("too many symbolic links")
	errNotFolder = errors.New("not a folder")
)

func newTree(id string, o *objects) *Tree {
	return &Tree{objects: o, root: entry{name: ".", mode: fs.ModeDir | 0o555, id: id}, folders: map[string][]entry{}}
}

// Close ends the git program that reads for the Tree.
func (t *Tree) Close() error { return t.objects.close() }

// Open opens a file or folder.
func (t *Tree) Open(name string) (fs.File, error) {
	e, at, err := t.follow("open", name)
	if err != nil {
		return nil, err
	}
	if e.mode.IsDir() {
		list, err := t.list(e)
		if err != nil {
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		}
		return &folder{info: info{name: path.Base(name), mode: e.mode}, rest: t.entries(at, list)}, nil
	}
	data, err := t.objects.read(e.id, "blob")
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &file{Reader: bytes.NewReader(data), info: info{path.Base(name), e.mode, int64(len(data))}}, nil
}

// Stat describes what a path leads to.
func (t *Tree) Stat(name string) (fs.FileInfo, error) {
	e, _, err := t.follow("stat", name)
	return t.describe("stat", name, e, err)
}

// Lstat describes what stands at a path, also if it is a symbolic link.
func (t *Tree) Lstat(name string) (fs.FileInfo, error) {
	e, _, err := t.walk("lstat", name, false)
	return t.describe("lstat", name, e, err)
}

// ReadLink is the target of a symbolic link as it is written.
func (t *Tree) ReadLink(name string) (string, error) {
	e, _, err := t.walk("readlink", name, false)
	if err != nil {
		return "", err
	}
	if e.mode.Type() != fs.ModeSymlink {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
	}
	data, err := t.objects.read(e.id, "blob")
	if err != nil {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: err}
	}
	return string(data), nil
}

// ReadDir lists a folder by name.
func (t *Tree) ReadDir(name string) ([]fs.DirEntry, error) {
	e, at, err := t.follow("readdir", name)
	if err != nil {
		return nil, err
	}
	list, err := t.list(e)
	if err != nil {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: err}
	}
	return t.entries(at, list), nil
}

func (t *Tree) describe(op, name string, e entry, err error) (fs.FileInfo, error) {
	if err != nil {
		return nil, err
	}
	i := info{name: path.Base(name), mode: e.mode}
	if e.mode.IsDir() {
		return i, nil
	}
	data, err := t.objects.read(e.id, "blob")
	if err != nil {
		return nil, &fs.PathError{Op: op, Path: name, Err: err}
	}
	i.size = int64(len(data))
	return i, nil
}

// list is what a folder holds, by name.
func (t *Tree) list(e entry) ([]entry, error) {
	switch {
	case e.submodule:
		return nil, ErrSubmodule
	case !e.mode.IsDir():
		return nil, errNotFolder
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if list, ok := t.folders[e.id]; ok {
		return list, nil
	}
	data, err := t.objects.read(e.id, "tree")
	if err != nil {
		return nil, err
	}
	list, err := parseTree(data, len(e.id)/2)
	if err != nil {
		return nil, err
	}
	// git sorts folders as if their names ended in a slash.
	slices.SortFunc(list, func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	t.folders[e.id] = list
	return list, nil
}

func (t *Tree) entries(at string, list []entry) []fs.DirEntry {
	all := make([]fs.DirEntry, len(list))
	for i, e := range list {
		all[i] = dirEntry{t, path.Join(at, e.name), e}
	}
	return all
}

// Names lists what a folder holds, for suggestions; nothing if it cannot be
// read.
func (t *Tree) Names(name string) []string {
	e, _, err := t.follow("readdir", name)
	if err != nil {
		return nil
	}
	list, err := t.list(e)
	if err != nil {
		return nil
	}
	names := make([]string, len(list))
	for i, one := range list {
		names[i] = one.name
	}
	return names
}
