package overlay

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// mount shows an fs.FS to kustomize as if it lay in a folder of the disk: there
// is one, and a function that runs in a folder of the file system finds itself
// in a copy of that folder. All else is read from the file system.
type mount struct {
	files fs.FS
	at    string
}

var _ filesys.FileSystem = (*mount)(nil)

func newMount(files fs.FS) (*mount, error) {
	at, err := os.MkdirTemp("", "valkey-menu-overlay-")
	if err != nil {
		return nil, err
	}
	real, err := filepath.EvalSymlinks(at)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(at))
	}
	return &mount{files: files, at: real}, nil
}

func (m *mount) close() error { return os.RemoveAll(m.at) }

// path is where something of the file system seems to lie.
func (m *mount) path(name string) string { return filepath.Join(m.at, filepath.FromSlash(name)) }

// name is the opposite of path. A path that is not below the mount has a name
// that no file system knows.
func (m *mount) name(at string) string {
	relative, err := filepath.Rel(m.at, filepath.Clean(at))
	if err != nil {
		return ".."
	}
	return filepath.ToSlash(relative)
}

// unplaced removes the place of the mount from the text of an error: it is a
// different one each time.
func (m *mount) unplaced(err error) error {
	var refused *RefusedError
	if err == nil || errors.As(err, &refused) || !strings.Contains(err.Error(), m.at) {
		return err
	}
	text := strings.ReplaceAll(err.Error(), m.at+string(filepath.Separator), "")
	return reworded(err, strings.ReplaceAll(text, m.at, "."))
}

// IsDir reports whether the path is a folder.
func (m *mount) IsDir(at string) bool {
	info, err := fs.Stat(m.files, m.name(at))
	return err == nil && info.IsDir()
}

// Exists reports whether there is anything at the path.
func (m *mount) Exists(at string) bool {
	_, err := fs.Stat(m.files, m.name(at))
	return err == nil
}

// ReadFile returns the content of a file.
func (m *mount) ReadFile(at string) ([]byte, error) { return fs.ReadFile(m.files, m.name(at)) }

// ReadDir lists the names in a folder.
func (m *mount) ReadDir(at string) ([]string, error) {
	entries, err := fs.ReadDir(m.files, m.name(at))
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, err
}

// CleanedAbs splits a path into folder and file; the file is empty for a folder.
func (m *mount) CleanedAbs(at string) (filesys.ConfirmedDir, string, error) {
	name := m.name(at)
	info, err := fs.Stat(m.files, name)
	if err != nil {
		return "", "", err
	}
	if info.IsDir() {
		return filesys.ConfirmedDir(m.path(name)), "", nil
	}
	return filesys.ConfirmedDir(m.path(path.Dir(name))), path.Base(name), nil
}

// Glob lists the paths that match a pattern.
func (m *mount) Glob(pattern string) ([]string, error) {
	names, err := fs.Glob(m.files, m.name(pattern))
	for i, name := range names {
		names[i] = m.path(name)
	}
	return names, err
}

// Walk visits everything below a path.
func (m *mount) Walk(at string, visit filepath.WalkFunc) error {
	return fs.WalkDir(m.files, m.name(at), func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return visit(m.path(name), nil, err)
		}
		info, err := entry.Info()
		return visit(m.path(name), info, err)
	})
}

// errReadOnly: a build writes nothing.
var errReadOnly = errors.New("the file system is read-only")

// Open is not used by a build.
func (m *mount) Open(string) (filesys.File, error) { return nil, errReadOnly }

// Create is refused.
func (m *mount) Create(string) (filesys.File, error) { return nil, errReadOnly }

// Mkdir is refused.
func (m *mount) Mkdir(string) error { return errReadOnly }

// MkdirAll is refused.
func (m *mount) MkdirAll(string) error { return errReadOnly }

// RemoveAll is refused.
func (m *mount) RemoveAll(string) error { return errReadOnly }

// WriteFile is refused.
func (m *mount) WriteFile(string, []byte) error { return errReadOnly }
