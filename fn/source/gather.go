package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// gatherer reads the bytes of all inputs.
type gatherer struct {
	opts    Options
	base    string         // absolute
	seen    map[string]int // index of the input by where it really is, or unread
	files   []string
	inputs  []input
	folders []folder
	errors  Errors // in the order of the input, ahead of those of the content
}

// unread stands for the index of what could not be read, and of standard input.
const unread = -1

// folder is what the walk through a named folder has found.
type folder struct {
	file   string
	inputs []int
	other  bool // something that is no input: a kustomization, or an error
}

// What the input lacks, and what to do. A command that fails leaves an empty file where its output was to be, and
// nothing that was judged looks just like nothing that is wrong.
const (
	noObject   = "no object in the input"
	inPipe     = noObject + ": it is empty or holds comments only; see whether the command before the pipe failed"
	inFile     = "no object in this file: it is empty or holds comments only; " + whatToDo
	inFolder   = "no object in this folder: its files are empty or hold comments only; " + whatToDo
	noManifest = "no .yaml, .yml or .json file in this folder"
	whatToDo   = "see whether the command that wrote it failed, and write a List with empty items where no object is meant"
)

func (g *gatherer) finish() (*Set, error) {
	set := &Set{Files: g.files}
	g.errors = append(g.errors, load(set, g.inputs, g.opts.placeholders())...)
	for _, f := range g.folders {
		if !f.other && !g.anyDocument(f.inputs) {
			g.errors = append(g.errors, &Error{File: f.file, Message: inFolder})
		}
	}
	if len(g.errors) > 0 {
		return set, g.errors
	}
	return set, nil
}

func (g *gatherer) anyDocument(inputs []int) bool {
	for _, i := range inputs {
		if i == unread || g.inputs[i].documents > 0 {
			return true
		}
	}
	return false
}

// once takes a file, unless it was taken before under this name or another, and returns the index of its input. One
// that is named is judged as such, also where a folder held it first.
func (g *gatherer) once(where string, in input, open func() (fs.File, error)) int {
	if i, seen := g.seen[where]; seen {
		if i != unread && !in.lenient {
			g.inputs[i].lenient, g.inputs[i].empty = false, in.empty
		}
		return i
	}
	g.seen[where] = unread
	f, err := open()
	if err != nil {
		g.fail(in.file, err)
		return unread
	}
	defer func() { _ = f.Close() }() // only read from
	g.seen[where] = g.take(in, f)
	return g.seen[where]
}

// namedInput is the input of a path that the user has named, which therefore has to hold something.
func namedInput(file string) input { return input{file: file, empty: inFile} }

// foundInput is that of a folder.
func foundInput(file string) input { return input{file: file, lenient: true} }

// take reads one input to its end and returns its index.
func (g *gatherer) take(in input, from io.Reader) int {
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
		return unread
	}
	g.inputs = append(g.inputs, in)
	return len(g.inputs) - 1
}

var (
	errTooLarge   = errors.New("larger than the limit for one input")
	errNotRegular = errors.New("neither a file nor a folder")
	errPointer    = errors.New("only a pointer of Git LFS: the text is not here and has to be fetched with git lfs first, " +
		"and in a revision it never is")
)

// isPointer knows what stands for a file that Git LFS keeps elsewhere.
func isPointer(data []byte) bool {
	return len(data) < 1024 && bytes.HasPrefix(data, []byte("version https://git-lfs.github.com/spec/"))
}

func (g *gatherer) fail(file string, err error) { g.errors = append(g.errors, fileError(file, err)) }

func (g *gatherer) failf(file string, cause error, format string, args ...any) {
	g.errors = append(g.errors, &Error{File: file, Message: fmt.Sprintf(format, args...), cause: cause})
}
