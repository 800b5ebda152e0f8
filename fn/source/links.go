package source

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

var (
	errLeadsOut = errors.New("a symbolic link leads out of the folder: name what it leads to as a path of its own, or delete the link")
	errLinks    = errors.New("too many symbolic links")
)

// diskPath is where a file really is: absolute, without links, with slashes.
func diskPath(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	where, err := filepath.EvalSymlinks(abs)
	return filepath.ToSlash(where), err
}

// realPath is where a file of a file system really is, seen from its top.
func realPath(fsys fs.FS, name string) (string, error) {
	const most = 40 // the limit of Linux
	at, links := ".", 0
	steps := strings.Split(name, "/")
	for len(steps) > 0 {
		next := path.Join(at, steps[0])
		steps = steps[1:]
		info, err := fs.Lstat(fsys, next)
		if err != nil {
			return "", err
		}
		if info.Mode().Type() != fs.ModeSymlink {
			at = next
			continue
		}
		target, err := fs.ReadLink(fsys, next)
		if err != nil {
			return "", err
		}
		to := path.Join(at, filepath.ToSlash(target))
		if path.IsAbs(target) || !fs.ValidPath(to) {
			return "", errLeadsOut
		}
		if links++; links > most {
			return "", errLinks
		}
		at, steps = ".", append(strings.Split(to, "/"), steps...)
	}
	return at, nil
}

// inside says whether a real path is a folder or below it.
func inside(folder, where string) bool {
	return folder == "." || where == folder || strings.HasPrefix(where, strings.TrimSuffix(folder, "/")+"/")
}
