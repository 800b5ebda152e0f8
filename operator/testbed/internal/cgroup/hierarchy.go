package cgroup

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// hierarchy is one mounted cgroup file system.
type hierarchy struct {
	mount  string
	v2     bool
	cpuset bool
}

// hierarchies lists what the machine has mounted. A version 2 mount beside version 1 has no controllers and is listed
// too, since runtimes put processes there as well.
func hierarchies() ([]hierarchy, error) {
	content, err := os.ReadFile("/proc/self/mounts")
	if err != nil {
		return nil, fmt.Errorf("listing cgroup hierarchies: %w", err)
	}
	all := parse(string(content))
	if len(all) == 0 {
		return nil, fmt.Errorf("listing cgroup hierarchies: none is mounted")
	}
	return all, nil
}

func parse(table string) []hierarchy {
	var all []hierarchy
	for line := range strings.Lines(table) {
		fields := strings.Fields(line)
		if len(fields) < 4 || (fields[2] != "cgroup" && fields[2] != "cgroup2") {
			continue
		}
		all = append(all, hierarchy{
			mount:  fields[1],
			v2:     fields[2] == "cgroup2",
			cpuset: slices.Contains(strings.Split(fields[3], ","), "cpuset"),
		})
	}
	return all
}

// create makes one level. A version 1 cpuset starts empty and takes no process until it is filled from above; in
// version 2 the level above must hand its controllers down.
func (h hierarchy) create(path string) error {
	dir, parent := filepath.Join(h.mount, path), filepath.Join(h.mount, filepath.Dir(path))
	if h.v2 {
		if err := delegate(parent); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if !h.cpuset || h.v2 {
		return nil
	}
	for _, file := range []string{"cpuset.cpus", "cpuset.mems"} {
		if err := inherit(parent, dir, file); err != nil {
			return err
		}
	}
	return nil
}

func inherit(parent, dir, file string) error {
	own, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil || strings.TrimSpace(string(own)) != "" {
		return err
	}
	above, err := os.ReadFile(filepath.Join(parent, file))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, file), above, 0o644)
}

func delegate(dir string) error {
	controllers, err := os.ReadFile(filepath.Join(dir, "cgroup.controllers"))
	if err != nil {
		return err
	}
	for _, name := range strings.Fields(string(controllers)) {
		if !slices.Contains([]string{"cpuset", "cpu", "io", "memory", "pids", "hugetlb"}, name) {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, "cgroup.subtree_control"), []byte("+"+name), 0o644); err != nil {
			return fmt.Errorf("handing down controller %s: %w", name, err)
		}
	}
	return nil
}
