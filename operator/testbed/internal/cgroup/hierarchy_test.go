package cgroup

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	tests := map[string]struct {
		table string
		want  []hierarchy
	}{
		"version 2": {
			"cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid 0 0\n",
			[]hierarchy{{mount: "/sys/fs/cgroup", v2: true}},
		},
		"version 1 with 2 beside it": {
			"tmpfs /sys/fs/cgroup tmpfs rw 0 0\ncgroup /c/cpuset cgroup rw,cpuset 0 0\ncgroup /c/memory cgroup rw,memory 0 0\ncgroup2 /c/unified cgroup2 rw 0 0\n",
			[]hierarchy{{mount: "/c/cpuset", cpuset: true}, {mount: "/c/memory"}, {mount: "/c/unified", v2: true}},
		},
		"none": {"proc /proc proc rw 0 0\n", nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, parse(test.table), cmp.AllowUnexported(hierarchy{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestInherit stands plain files in for a cpuset hierarchy, whose new cgroups are empty.
func TestInherit(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "cpuset.cpus"), "0-1\n")
	write(t, filepath.Join(root, "fresh", "cpuset.cpus"), "\n")
	write(t, filepath.Join(root, "set", "cpuset.cpus"), "1\n")
	for name, want := range map[string]string{"fresh": "0-1\n", "set": "1\n"} {
		if err := inherit(root, filepath.Join(root, name), "cpuset.cpus"); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(root, name, "cpuset.cpus")); err != nil || string(got) != want {
			t.Errorf("%s: got %q, %v; want %q", name, got, err, want)
		}
	}
}

// TestDelegate: only controllers that pods need are handed down, each in a write of its own.
func TestDelegate(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "cgroup.controllers"), "memory rdma\n")
	if err := delegate(root); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, "cgroup.subtree_control"))
	if err != nil || string(got) != "+memory" {
		t.Errorf("got %q, %v", got, err)
	}
}
