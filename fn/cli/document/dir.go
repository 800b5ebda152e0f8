package document

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// File is one file of a folder.
type File struct {
	// Name is relative to the folder, with slashes.
	Name    string
	Content []byte
}

// ErrRefused marks what WriteDir does not write to, whatever the file system
// would allow.
var ErrRefused = errors.New("refused")

// WriteDir writes the files into the folder, which it makes if need be, and
// returns how many other files stand in it: they are left alone. It refuses a
// folder that is a symbolic link, a file below one, one in the place of a link
// or of a folder, and names that lead out, and finds all that out before it
// writes the first file.
func WriteDir(dir string, files []File) (others int, err error) {
	if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
		return 0, refuse(dir, "is no folder")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, fmt.Errorf("making the folder: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return 0, fmt.Errorf("opening the folder: %w", err)
	}
	defer root.Close() //nolint:errcheck // it was only looked up in
	for _, f := range files {
		if err := check(root, f.Name); err != nil {
			return 0, err
		}
	}
	for _, f := range files {
		if err := write(root, f); err != nil {
			return 0, fmt.Errorf("writing %q: %w", f.Name, err)
		}
	}
	return count(root, files)
}

func refuse(name, why string) error { return fmt.Errorf("%w: %q %s", ErrRefused, name, why) }

// check looks at the file and at every folder on the way to it.
func check(root *os.Root, name string) error {
	if !fs.ValidPath(name) {
		return refuse(name, "leads out of the folder")
	}
	if info, err := root.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return refuse(name, "is no regular file")
	}
	for at := path.Dir(name); at != "."; at = path.Dir(at) {
		if info, err := root.Lstat(at); err == nil && !info.IsDir() {
			return refuse(at, "is no folder")
		}
	}
	return nil
}

// write makes the file anew: with O_EXCL a link that somebody puts there
// meanwhile is not followed.
func write(root *os.Root, f File) error {
	if err := root.MkdirAll(path.Dir(f.Name), 0o755); err != nil {
		return err
	}
	if err := root.Remove(f.Name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	file, err := root.OpenFile(f.Name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(f.Content)
	return errors.Join(err, file.Close())
}

// count is how many files of the folder are none of those given.
func count(root *os.Root, files []File) (int, error) {
	written := make(map[string]bool, len(files))
	for _, f := range files {
		written[f.Name] = true
	}
	others := 0
	err := fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && !written[name] {
			others++
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("looking for other files: %w", err)
	}
	return others, nil
}
