package overlay

import (
	"io/fs"
	"os"
	"path/filepath"
)

// unreadable is the name that stands for what cannot be read: a link to it leads
// nowhere, so that a function fails that needs it, and no other.
const unreadable = "cannot-be-read.yaml"

// placed are the links that a copy makes, by their paths on the disk.
type placed struct{ at, target string }

// copyFolders puts folders on the disk, for functions to run in. Symbolic links
// stay links, as on a disk. They come last: nothing is ever written through one.
func (m *mount) copyFolders(dirs []string) error {
	var links []placed
	for _, dir := range dirs {
		more, err := m.copyFolder(m.name(dir))
		if err != nil {
			return err
		}
		links = append(links, more...)
	}
	for _, link := range links {
		if _, err := os.Lstat(link.at); err == nil {
			continue // another of the folders is there
		}
		if err := os.Symlink(link.target, link.at); err != nil {
			return err
		}
	}
	return nil
}

func (m *mount) copyFolder(root string) (links []placed, err error) {
	err = fs.WalkDir(m.files, root, func(name string, entry fs.DirEntry, err error) error {
		to := m.path(name)
		switch {
		case err != nil: // a submodule, or an object that is not in this clone
			links = append(links, placed{filepath.Join(to, unreadable), filepath.Join(unreadable, unreadable)})
			return nil //nolint:nilerr // a function that needs it complains
		case entry.IsDir():
			return os.MkdirAll(to, 0o700)
		case entry.Type()&fs.ModeSymlink != 0:
			if target, err := fs.ReadLink(m.files, name); err == nil {
				links = append(links, placed{to, filepath.FromSlash(target)})
				return nil
			}
		}
		text, err := fs.ReadFile(m.files, name)
		if err != nil {
			links = append(links, placed{to, filepath.Join(unreadable, unreadable)})
			return nil //nolint:nilerr // as above
		}
		return os.WriteFile(to, text, 0o600)
	})
	return links, err
}
