package overlay

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/valkey-menu/valkey-menu/fn/krm"
)

// TestMain makes this test the program that a build starts for our functions.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "fn" {
		os.Exit(function())
	}
	os.Exit(m.Run())
}

func function() int {
	in, err := io.ReadAll(os.Stdin)
	if err != nil {
		return krm.ExitUnreadable
	}
	out, exit := krm.Run(in, krm.Env{Root: ".", Version: "v0", Stderr: os.Stderr})
	if _, err := os.Stdout.Write(out); err != nil {
		return krm.ExitInternal
	}
	return exit
}

// files are the files of a tree by their paths. A value that starts with "-> "
// is a symbolic link.
type files map[string]string

func (f files) with(more files) files {
	all := files{}
	for _, one := range []files{f, more} {
		for name, text := range one {
			all[name] = text
		}
	}
	return all
}

func written(t *testing.T, f files) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range f {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if target, isLink := cutLink(text); isLink {
			err = os.Symlink(target, path)
		} else {
			err = os.WriteFile(path, []byte(text), 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func cutLink(text string) (string, bool) {
	if len(text) > 3 && text[:3] == "-> " {
		return text[3:], true
	}
	return "", false
}
