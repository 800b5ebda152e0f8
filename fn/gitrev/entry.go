package gitrev

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io/fs"
	"strings"
	"time"
)

// entry is one line of a tree object.
type entry struct {
	name string
	mode fs.FileMode
	id   string
	// submodule is a folder that another repository holds.
	submodule bool
}

var errTree = errors.New("the tree object is malformed")

// parseTree reads a tree object: "MODE NAME\0ID" again and again, with binary
// ids of the given size.
func parseTree(data []byte, idSize int) ([]entry, error) {
	var entries []entry
	seen := map[string]bool{}
	for len(data) > 0 {
		head, rest, ok := bytes.Cut(data, []byte{0})
		mode, name, spaced := strings.Cut(string(head), " ")
		if !ok || !spaced || len(rest) < idSize || !plainName(name) || seen[name] {
			return nil, errTree
		}
		e := entry{name: name, id: hex.EncodeToString(rest[:idSize])}
		if e.mode, e.submodule, ok = fileMode(mode); !ok {
			return nil, errTree
		}
		seen[name] = true
		entries = append(entries, e)
		data = rest[idSize:]
	}
	return entries, nil
}

// plainName refuses what no checkout could make: such names have been used to
// write elsewhere.
func plainName(name string) bool {
	return name != "" && name != "." && name != ".." && !strings.Contains(name, "/")
}

// fileMode is a mode of git. Old repositories hold more permissions than the
// two of today.
func fileMode(mode string) (m fs.FileMode, submodule, ok bool) {
	switch {
	case mode == "40000":
		return fs.ModeDir | 0o555, false, true
	case mode == "120000":
		return fs.ModeSymlink | 0o777, false, true
	case mode == "160000":
		return fs.ModeDir | 0o555, true, true
	case len(mode) == 6 && strings.HasPrefix(mode, "100"):
		return 0o444, false, true
	}
	return 0, false, false
}

// info is an entry with its size. A revision has no times of its own.
type info struct {
	name string
	mode fs.FileMode
	size int64
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return i.size }
func (i info) Mode() fs.FileMode  { return i.mode }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.mode.IsDir() }
func (i info) Sys() any           { return nil }
