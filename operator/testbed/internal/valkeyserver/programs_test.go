package valkeyserver

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// fakeTree is a tree whose loader is a script that tells its process and its arguments.
func fakeTree(t *testing.T, loaders ...string) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "it's a cache", "root")
	for _, loader := range loaders {
		path := filepath.Join(root, loader)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("#!/bin/sh\necho $$\nprintf '%s\\n' \"$@\"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestLauncher(t *testing.T) {
	root := fakeTree(t, "usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2")
	loader, err := findLoader(root)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "valkey-server")
	for range 2 { // the second time it is there already
		if err := writeLauncher(path, launcher(root, loader, "valkey-server")); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(path, "--save", "", "two words")
	cmd.Dir = t.TempDir()
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{fmt.Sprint(cmd.Process.Pid), "--argv0", "valkey-server", "--library-path",
		filepath.Join(root, "usr", "lib", "x86_64-linux-gnu"), filepath.Join(root, "usr", "bin", "valkey-server"), "--save", "", "two words", ""}, "\n")
	if string(out) != want {
		t.Errorf("got %q, want %q", out, want)
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

func TestFindLoaderWantsOne(t *testing.T) {
	cases := map[string][]string{
		"none": nil,
		"two":  {"usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2", "usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1"},
	}
	for name, loaders := range cases {
		if got, err := findLoader(fakeTree(t, loaders...)); err == nil {
			t.Errorf("%s: found %q, want an error", name, got)
		}
	}
}
