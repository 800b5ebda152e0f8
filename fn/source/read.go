package source

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/valkey-menu/valkey-menu/fn/gitrev"
)

// Stdin is the path that stands for standard input.
const Stdin = "-"

// Read reads files, folders, for "-" standard input, and for git:REF[:PATH] files of a revision of the current folder's
// Git repository, see package gitrev. Folders are read with all below them in the order of their names: files that end in
// .yaml, .yml or .json, not in folders that start with a dot, and without kustomizations. A path that is reached twice is
// read once. Symbolic links to files are followed, those to folders are not, unless named.
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
	g := gatherer{opts: opts, base: base, seen: map[string]bool{}}
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

// gatherer reads the bytes of all inputs.
type gatherer struct {
	opts   Options
	base   string          // absolute
	seen   map[string]bool // absolute paths, and Stdin
	files  []string
	inputs []input
	errors Errors // in the order of the input, ahead of those of the content
}

func (g *gatherer) finish() (*Set, error) {
	set := &Set{Files: g.files}
	g.errors = append(g.errors, load(set, g.inputs, g.opts.placeholders())...)
	if len(g.errors) > 0 {
		return set, g.errors
	}
	return set, nil
}

func (g *gatherer) stdin(in io.Reader) error {
	if in == nil || g.seen[Stdin] {
		return &usageError{"standard input can be read once only"}
	}
	g.seen[Stdin] = true
	name := g.opts.StdinName
	if name == "" {
		name = "stdin"
	}
	g.take(input{file: name, required: true}, in)
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
	g.file(path, false)
	return nil
}

func (g *gatherer) file(path string, lenient bool) {
	abs, err := filepath.Abs(path)
	if err == nil && g.seen[abs] {
		return
	}
	g.seen[abs] = true
	f, err := os.Open(path)
	if err != nil {
		g.fail(g.display(path), err)
		return
	}
	defer func() { _ = f.Close() }() // only read from
	g.take(input{file: g.display(path), lenient: lenient}, f)
}

// take reads one input to its end.
func (g *gatherer) take(in input, from io.Reader) {
	g.files = append(g.files, in.file)
	var err error
	in.data, err = io.ReadAll(io.LimitReader(from, g.opts.maxBytes()+1))
	if err == nil && int64(len(in.data)) > g.opts.maxBytes() {
		err = errTooLarge
	}
	if err == nil && isPointer(in.data) {
		err = errPointer
	}
	if err != nil {
		g.fail(in.file, err)
		return
	}
	g.inputs = append(g.inputs, in)
}

var (
	errTooLarge = errors.New("larger than the limit for one input")
	errPointer  = errors.New("only a pointer of Git LFS: the text is not here and has to be fetched with git lfs first, " +
		"and in a revision it never is")
)

// isPointer knows what stands for a file that Git LFS keeps elsewhere.
func isPointer(data []byte) bool {
	return len(data) < 1024 && bytes.HasPrefix(data, []byte("version https://git-lfs.github.com/spec/"))
}

func (g *gatherer) fail(file string, err error) { g.errors = append(g.errors, fileError(file, err)) }

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
