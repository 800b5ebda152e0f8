package operator

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

// TestDigest changes with each name and content, and with nothing else.
func TestDigest(t *testing.T) {
	of := func(files map[string]string) string {
		t.Helper()
		dir := t.TempDir()
		for name, text := range files {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		sum, err := digest(dir)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	first := of(map[string]string{"a": "1", "d/b": "2"})
	if again := of(map[string]string{"d/b": "2", "a": "1"}); again != first {
		t.Error("the same files have another digest in another folder")
	}
	for name, files := range map[string]map[string]string{
		"a content": {"a": "1", "d/b": "3"}, "a name": {"a": "1", "d/c": "2"}, "one file less": {"a": "1"},
		"contents exchanged": {"a": "2", "d/b": "1"},
	} {
		if of(files) == first {
			t.Errorf("%s does not change the digest", name)
		}
	}
	if _, err := digest(t.TempDir() + "/absent"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

func TestForgetPermits(t *testing.T) {
	l := layout.Layout{State: t.TempDir()}
	if err := os.Mkdir(l.Operator(), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(permitsFile(l), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // and once more, when there is nothing
		if err := forgetPermits(l); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(permitsFile(l)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is still there: %v", err)
	}
}
