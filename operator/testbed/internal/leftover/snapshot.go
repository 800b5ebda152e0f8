package leftover

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

// Snapshot is the set of what was found, each item a line such as "mount /x".
type Snapshot map[string]bool

// Take looks at the machine now. Of processes it lists the testbed's alone, since others come and go; of all other kinds
// it lists everything.
func Take(l layout.Layout) (Snapshot, error) {
	found := Snapshot{}
	for kind, list := range map[string]func(layout.Layout) ([]string, error){
		"process": processes, "mount": mounts, "link": links, "netns": namespaces, "cgroup": cgroups,
		"listener": listeners, "file": files, "sysctl": sysctls,
	} {
		items, err := list(l)
		if err != nil {
			return nil, fmt.Errorf("looking at what the machine has: %s: %w", kind, err)
		}
		for _, item := range items {
			found[kind+" "+item] = true
		}
	}
	return found, nil
}

// Added lists, sorted, what the later snapshot has beyond this one.
func (s Snapshot) Added(later Snapshot) []string {
	var added []string
	for _, item := range slices.Sorted(maps.Keys(later)) {
		if !s[item] {
			added = append(added, item)
		}
	}
	return added
}

// shared are the folders outside of the testbed's own in which its programs may write.
var shared = []string{
	"/run/containerd", "/run/netns", "/run/runc", "/run/flannel", "/etc/cni", "/etc/kubernetes", "/opt/cni", "/var/lib/cni",
	"/var/lib/containerd", "/var/lib/kubelet", "/var/log/containers", "/var/log/pods", "/usr/libexec/kubernetes",
}

func files(l layout.Layout) ([]string, error) {
	var found []string
	for _, root := range append([]string{l.State}, shared...) {
		_ = filepath.WalkDir(root, func(file string, _ fs.DirEntry, err error) error {
			if err == nil {
				found = append(found, file)
			}
			return nil
		})
	}
	return found, nil
}

func links(layout.Layout) ([]string, error) {
	entries, err := os.ReadDir("/sys/class/net")
	if err != nil {
		return nil, err
	}
	var found []string
	for _, entry := range entries {
		found = append(found, entry.Name())
	}
	return found, nil
}

func mounts(layout.Layout) ([]string, error) {
	points, err := mountPoints()
	if err != nil {
		return nil, err
	}
	var found []string
	for _, m := range points {
		found = append(found, m.point)
	}
	return found, nil
}

func cgroups(layout.Layout) ([]string, error) {
	points, err := mountPoints()
	if err != nil {
		return nil, err
	}
	var found []string
	for _, m := range points {
		if m.kind != "cgroup" && m.kind != "cgroup2" {
			continue
		}
		_ = filepath.WalkDir(m.point, func(dir string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() {
				found = append(found, dir)
			}
			return nil
		})
	}
	return found, nil
}

type mount struct{ point, kind string }

func mountPoints() ([]mount, error) {
	content, err := os.ReadFile("/proc/self/mounts")
	if err != nil {
		return nil, err
	}
	var found []mount
	for line := range strings.Lines(string(content)) {
		if fields := strings.Fields(line); len(fields) > 2 {
			found = append(found, mount{point: fields[1], kind: fields[2]})
		}
	}
	return found, nil
}
