package cgroup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Find returns the path of the one cgroup of that name below path.
func Find(path, name string) (string, error) {
	all, err := hierarchies()
	if err != nil {
		return "", err
	}
	for _, h := range all {
		found := ""
		_ = filepath.WalkDir(filepath.Join(h.mount, path), func(dir string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() && entry.Name() == name {
				found = strings.TrimPrefix(dir, h.mount)
				return fs.SkipAll
			}
			return nil
		})
		if found != "" {
			return found, nil
		}
	}
	return "", fmt.Errorf("finding cgroup %q below %q: %w", name, path, fs.ErrNotExist)
}

// Memory returns the bytes in use and the limit in bytes of path. No limit is an error.
func Memory(path string) (used, limit uint64, err error) {
	all, err := hierarchies()
	if err != nil {
		return 0, 0, err
	}
	for _, h := range all {
		usage, most := "memory.usage_in_bytes", "memory.limit_in_bytes"
		if h.v2 {
			usage, most = "memory.current", "memory.max"
		}
		used, err := number(filepath.Join(h.mount, path, usage))
		if errors.Is(err, fs.ErrNotExist) {
			continue // A hierarchy without the memory controller.
		}
		if err != nil {
			return 0, 0, err
		}
		limit, err := number(filepath.Join(h.mount, path, most))
		// Version 1 writes "no limit" as the largest number of pages.
		if err != nil {
			return 0, 0, fmt.Errorf("reading the memory limit of cgroup %q: %w", path, err)
		}
		if limit >= 1<<62 {
			return 0, 0, fmt.Errorf("reading the memory limit of cgroup %q: it has none", path)
		}
		return used, limit, nil
	}
	return 0, 0, fmt.Errorf("reading the memory of cgroup %q: no hierarchy has the memory controller", path)
}

func number(file string) (uint64, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	return strconv.ParseUint(strings.TrimSpace(string(content)), 10, 64)
}
