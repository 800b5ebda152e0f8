package report

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func openRoot(t *testing.T, dir string) *os.Root {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := root.Close(); err != nil {
			t.Error(err)
		}
	})
	return root
}

// only wants the file to hold the text and its folder nothing else.
func only(t *testing.T, file, want string) {
	t.Helper()
	got, err := os.ReadFile(file)
	if err != nil || string(got) != want {
		t.Errorf("%s holds %.20q (%v), want %q", file, got, err, want)
	}
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v (%v), want the report alone", entries, err)
	}
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	root := openRoot(t, dir)
	file := filepath.Join(dir, "report")
	for _, text := range []string{"first", "a longer second", "3"} {
		if err := WriteFile(root, "report", []byte(text)); err != nil {
			t.Fatal(err)
		}
		only(t, file, text)
	}
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(root, "report", []byte("4")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode() != 0o640 {
		t.Errorf("mode %v (%v), want that of the file before", info.Mode(), err)
	}
}

func TestWriteFileRefuses(t *testing.T) {
	dir := t.TempDir()
	root := openRoot(t, dir)
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".taken.0.tmp"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		name string
		want error
	}{
		"no folder":     {"none/report", fs.ErrNotExist},
		"a folder":      {"folder", ErrNoFile},
		"outside":       {"../report", nil},
		"below no file": {".taken.0.tmp/report", syscall.ENOTDIR},
	}
	for name, test := range tests {
		err := WriteFile(root, test.name, []byte("x"))
		if err == nil || test.want != nil && !errors.Is(err, test.want) || strings.Contains(err.Error(), ".tmp") {
			t.Errorf("%s: error %v, want %v and no name of another file", name, err, test.want)
		}
	}
	if err := WriteFile(root, "taken", []byte("x")); err != nil {
		t.Errorf("beside what another run has left: %v", err)
	}
}
