//go:build unix

package source

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipes has a pipe in a folder, which would block. Nobody writes to them.
func TestPipes(t *testing.T) {
	dir := writeFiles(t, map[string]string{"a.yaml": image("a")})
	for _, pipe := range []string{"pipe.yaml", "pipe"} {
		if err := syscall.Mkfifo(filepath.Join(dir, pipe), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for way, read := range map[string]func() (*Set, error){
		"disk":    func() (*Set, error) { return Read(Options{BaseDir: dir}, []string{dir}, nil) },
		"sources": func() (*Set, error) { return ReadSources(Options{}, dir, []SourceSpec{{Path: "."}}) },
	} {
		set, err := read()
		if err == nil || err.Error() != "pipe.yaml: neither a file nor a folder" || len(set.Objects) != 1 {
			t.Errorf("%s: %d objects, error %v", way, len(set.Objects), err)
		}
	}
}
