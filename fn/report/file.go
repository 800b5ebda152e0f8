package report

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile replaces a file below root by data: by all of it, or not at all. It
// is written beside the file first, under a name that starts with a dot and ends
// in .tmp, and takes its place then, so that a failure leaves what was there and
// never half a report. The folder has to exist. The error does not repeat the
// name. Something that is no ordinary file is refused with [ErrNoFile].
func WriteFile(root *os.Root, name string, data []byte) error {
	before, err := root.Stat(name)
	if err == nil && !before.Mode().IsRegular() {
		return ErrNoFile
	}
	f, temporary, err := create(root, name)
	if err != nil {
		return withoutPath(err)
	}
	_, err = f.Write(data)
	if before != nil {
		err = errors.Join(err, f.Chmod(before.Mode().Perm()))
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = root.Rename(temporary, name)
	}
	if err != nil {
		return errors.Join(withoutPath(err), root.Remove(temporary))
	}
	return nil
}

// ErrNoFile is a place for a report that is a folder, a device or the like.
var ErrNoFile = errors.New("is no ordinary file")

// create makes a new file beside the named one. A name that is taken is that of
// another run, or of one that was killed.
func create(root *os.Root, name string) (f *os.File, temporary string, err error) {
	for n := range 100 {
		temporary = filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%d.tmp", filepath.Base(name), n))
		f, err = root.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return f, temporary, err
}

// withoutPath leaves out the path of an error of the file system, which is that
// of the temporary file.
func withoutPath(err error) error {
	var at *fs.PathError
	var renamed *os.LinkError
	switch {
	case errors.As(err, &at):
		return at.Err
	case errors.As(err, &renamed):
		return renamed.Err
	}
	return err
}
