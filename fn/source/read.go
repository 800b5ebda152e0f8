package source

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/valkey-menu/valkey-menu/fn/gitrev"
)

// Stdin is the path that stands for standard input.
const Stdin = "-"

// Read reads files, folders, for "-" standard input, and for git:REF[:PATH] files of a revision of the current folder's
// Git repository, see package gitrev. Folders are read with all below them in the order of their names: files that end in
// .yaml, .yml or .json, in any case, not in folders that start with a dot, and without kustomizations. Symbolic links are
// followed; one that leads nowhere, or to a folder outside of the folder that is named, is an error. A file that is reached
// twice is read once.
//
// What is named has to hold something: a file without any document, and a folder whose files are all so, are unreadable.
//
// Files of a revision are named git:REF:PATH in Object.File, with the path from the top of the repository.
//
// The error is Errors when input was unreadable; the set is then still complete in everything else. An error that is
// ErrUsage comes without a set.
func Read(opts Options, paths []string, stdin io.Reader) (*Set, error) {
	base, err := filepath.Abs(opts.BaseDir)
	if err != nil {
		return nil, &usageError{"base folder: " + err.Error()}
	}
	g := gatherer{opts: opts, base: base, seen: map[string]int{}}
	if len(paths) == 0 {
		return nil, &usageError{"no path given"}
	}
	for _, path := range paths {
		var err error
		switch {
		case path == "":
			err = &usageError{"a path is empty"}
		case path == Stdin:
			err = g.stdin(stdin)
		case gitrev.IsSpec(path):
			err = g.revision(path)
		default:
			err = g.path(path)
		}
		if err != nil {
			return nil, err
		}
	}
	return g.finish()
}

func (g *gatherer) stdin(in io.Reader) error {
	if _, seen := g.seen[Stdin]; in == nil || seen {
		return &usageError{"standard input can be read once only"}
	}
	g.seen[Stdin] = unread
	name, empty := g.opts.StdinName, noObject
	if name == "" {
		name, empty = "stdin", inPipe
	}
	g.take(input{file: name, empty: empty}, in)
	return nil
}

// path takes a named file or folder.
func (g *gatherer) path(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		g.fail(g.display(path), err)
		return nil
	case info.IsDir():
		g.folder(path)
		return nil
	case isKustomizationFile(filepath.Base(path)):
		return &usageError{g.display(path) + " is a kustomization, which has to be built first"}
	}
	where, err := diskPath(path)
	if err != nil {
		where = path // such as /dev/fd/63, which leads nowhere and can be read
	}
	g.once(where, namedInput(g.display(path)), func() (fs.File, error) { return os.Open(path) })
	return nil
}

// display is the path as reports show it: relative to the base folder where that is possible, with slashes.
func (g *gatherer) display(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return filepath.ToSlash(path)
	}
	rel, err := filepath.Rel(g.base, abs)
	if err != nil {
		return filepath.ToSlash(path)
	}
	return filepath.ToSlash(rel)
}
