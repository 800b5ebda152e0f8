package images

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTreeEntries(t *testing.T) {
	root := t.TempDir()
	for name, mode := range map[string]os.FileMode{
		"usr/bin/valkey-cli":                              0o700,
		"usr/lib/x86_64-linux-gnu/libc.so.6":              0o600,
		"usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2":   0o755,
		"usr/lib/x86_64-linux-gnu/engines-3/padlock.so":   0o644,
		"usr/lib/x86_64-linux-gnu/gconv/UTF-16.so":        0o644,
		"usr/lib/systemd/system/valkey-server.service":    0o644,
		"usr/share/doc/valkey-server/changelog.gz":        0o644,
		"etc/valkey/valkey.conf":                          0o644,
		"usr/lib/x86_64-linux-gnu/pkgconfig/openssl.pc":   0o644,
		"usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1": 0o755,
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), mode); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"lib": "usr/lib", "bin": "usr/bin", "usr/bin/valkey-server": "valkey-check-rdb"} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := treeEntries(root)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int64{}
	for _, e := range entries {
		got[e.Name] = e.Mode
		if e.Owner != 0 {
			t.Errorf("%s belongs to %d", e.Name, e.Owner)
		}
	}
	want := map[string]int64{
		"bin": 0o777, "lib": 0o777, "usr": 0o755, "usr/bin": 0o755, "usr/lib": 0o755,
		"usr/bin/valkey-cli": 0o755, "usr/bin/valkey-server": 0o777,
		"usr/lib/x86_64-linux-gnu": 0o755, "usr/lib/x86_64-linux-gnu/libc.so.6": 0o644,
		"usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2": 0o755,
		"usr/lib/aarch64-linux-gnu":                     0o755, "usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1": 0o755,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTreeRefusesDevices(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "usr", "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(root, "usr", "bin", "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := treeEntries(root); err == nil {
		t.Error("a pipe became a part of an image")
	}
}
