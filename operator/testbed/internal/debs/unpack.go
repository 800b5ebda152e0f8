package debs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// unpack lays the packages over each other in root, and merges /lib and its like into /usr as every Debian of today
// does, so that the tree can be the root of a file system.
func unpack(ctx context.Context, root string, debFiles []string) error {
	for _, deb := range debFiles {
		if _, err := run(ctx, "", "dpkg-deb", "-x", deb, root); err != nil {
			return fmt.Errorf("unpacking %q: %w", filepath.Base(deb), err)
		}
	}
	for _, name := range []string{"bin", "sbin", "lib", "lib64"} {
		if err := mergeUsr(root, name); err != nil {
			return fmt.Errorf("merging /%s into /usr: %w", name, err)
		}
	}
	return nil
}

// mergeUsr moves root/name into root/usr/name and leaves a relative link. A folder that no package fills is left out.
func mergeUsr(root, name string) error {
	top, usr := filepath.Join(root, name), filepath.Join(root, "usr", name)
	info, err := os.Lstat(top)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if !fileExists(usr) {
			return nil
		}
		return os.Symlink(filepath.Join("usr", name), top)
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return nil
	}
	if err := moveInto(top, usr); err != nil {
		return err
	}
	return os.Symlink(filepath.Join("usr", name), top)
}

// moveInto moves what from holds into to, folder by folder, and removes from. Two files of one name are an error.
func moveInto(from, to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		source, target := filepath.Join(from, e.Name()), filepath.Join(to, e.Name())
		info, err := os.Lstat(target)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			err = os.Rename(source, target)
		case err == nil && info.IsDir() && e.IsDir():
			err = moveInto(source, target)
		case err == nil:
			err = fmt.Errorf("%q is there twice", target)
		}
		if err != nil {
			return err
		}
	}
	return os.Remove(from)
}
