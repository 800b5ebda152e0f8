//go:build unix

package report

import (
	"bytes"
	"errors"
	"path/filepath"
	"syscall"
	"testing"
)

// TestWriteFileFails fills the limit that the system sets to a file: what was
// there before stays, and nothing else does.
func TestWriteFileFails(t *testing.T) {
	dir := t.TempDir()
	root := openRoot(t, dir)
	if err := WriteFile(root, "report", []byte("before")); err != nil {
		t.Fatal(err)
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	small := limit
	small.Cur = 1 << 20
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &small); err != nil {
		t.Fatal(err)
	}
	err := WriteFile(root, "report", bytes.Repeat([]byte("x"), 2<<20))
	if restore := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); restore != nil {
		t.Fatal(restore)
	}
	if !errors.Is(err, syscall.EFBIG) {
		t.Errorf("error %v, want that the file is too large", err)
	}
	only(t, filepath.Join(dir, "report"), "before")
}
