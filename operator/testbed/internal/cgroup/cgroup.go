package cgroup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Create makes path, such as /valkey-menu-testbed/node-a, in every hierarchy, level by level.
func Create(path string) error {
	all, err := hierarchies()
	if err != nil {
		return err
	}
	for _, h := range all {
		level := ""
		for part := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
			level += "/" + part
			if err := h.create(level); err != nil {
				return fmt.Errorf("making cgroup %q in %s: %w", level, h.mount, err)
			}
		}
	}
	return nil
}

// ProcsFiles are the files into which a process writes its pid to join path in every hierarchy.
func ProcsFiles(path string) ([]string, error) {
	all, err := hierarchies()
	if err != nil {
		return nil, err
	}
	var files []string
	for _, h := range all {
		files = append(files, filepath.Join(h.mount, path, "cgroup.procs"))
	}
	return files, nil
}

// Members lists the processes of path and of all below it, in any hierarchy, ascending.
func Members(path string) ([]int, error) {
	all, err := hierarchies()
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, h := range all {
		err := filepath.WalkDir(filepath.Join(h.mount, path), func(file string, _ fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil || filepath.Base(file) != "cgroup.procs" {
				return err
			}
			content, _ := os.ReadFile(file) // A cgroup that went away meanwhile has no members.
			for _, field := range strings.Fields(string(content)) {
				if pid, err := strconv.Atoi(field); err == nil && pid > 1 {
					pids = append(pids, pid)
				}
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("listing the members of cgroup %q: %w", path, err)
		}
	}
	slices.Sort(pids)
	return slices.Compact(pids), nil
}

// Kill ends every member of path, as a power loss would, and waits until none is left or the limit is over.
func Kill(path string, limit time.Duration) error {
	deadline := time.Now().Add(limit)
	for {
		pids, err := Members(path)
		if err != nil || len(pids) == 0 {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("ending the members of cgroup %q: processes %v are left", path, pids)
		}
		for _, pid := range pids {
			if pid != os.Getpid() {
				_ = syscall.Kill(pid, syscall.SIGKILL) // One that ended meanwhile is what we want.
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// Remove deletes path and all below it from every hierarchy. It must have no members.
func Remove(path string) error {
	all, err := hierarchies()
	if err != nil {
		return err
	}
	var failed []error
	for _, h := range all {
		var dirs []string
		_ = filepath.WalkDir(filepath.Join(h.mount, path), func(dir string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() {
				dirs = append(dirs, dir)
			}
			return nil
		})
		for _, dir := range slices.Backward(dirs) {
			if err := removeEmptied(dir); err != nil {
				failed = append(failed, fmt.Errorf("removing cgroup: %w", err))
			}
		}
	}
	return errors.Join(failed...)
}

// removeEmptied waits a moment for the kernel: a cgroup stays busy briefly after its last process was reaped.
func removeEmptied(dir string) error {
	var err error
	for range 40 {
		if err = syscall.Rmdir(dir); err == nil || errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("%s: %w", dir, err)
}
