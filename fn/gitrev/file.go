package gitrev

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
)

// dirEntry is an entry with its place.
type dirEntry struct {
	tree *Tree
	path string
	entry
}

func (d dirEntry) Name() string               { return d.name }
func (d dirEntry) IsDir() bool                { return d.mode.IsDir() }
func (d dirEntry) Type() fs.FileMode          { return d.mode.Type() }
func (d dirEntry) Info() (fs.FileInfo, error) { return d.tree.describe("stat", d.path, d.entry, nil) }

// file is an open file.
type file struct {
	*bytes.Reader
	info info
}

func (f *file) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *file) Close() error               { return nil }

// folder is an open folder.
type folder struct {
	info info
	rest []fs.DirEntry
}

func (f *folder) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *folder) Close() error               { return nil }

func (f *folder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.info.name, Err: errors.New("is a folder")}
}

func (f *folder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 && len(f.rest) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(f.rest) {
		n = len(f.rest)
	}
	var list []fs.DirEntry
	list, f.rest = f.rest[:n:n], f.rest[n:]
	return list, nil
}
