package kustomize

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// result is what a program printed and how it ended.
type result struct {
	stdout, stderr string
	exit           int
}

// written writes a tree into a folder of its own.
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
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// program runs a program in a folder.
func program(t *testing.T, dir, stdin string, args ...string) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewBufferString(stdin), &stdout, &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatalf("running %q: %v", args, err)
	}
	return result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// kustomized builds with the real program and both flags.
func kustomized(t *testing.T, dir, overlay string) result {
	t.Helper()
	return program(t, dir, "", "kustomize", "build", "--enable-alpha-plugins", "--enable-exec", overlay)
}
