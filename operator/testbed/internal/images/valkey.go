package images

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/debs"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/valkeyserver"
)

// ValkeyRepository is the reference of the Valkey images without the tag.
const ValkeyRepository = "docker.io/valkey/valkey"

// valkeyUser is the user of the images that the Valkey project publishes.
const valkeyUser = 999

// Valkey makes the image of a Valkey version that valkeyserver knows, with the tag, from Debian's packages. Two tags of
// one version have the same layer and different configurations, as two builds of a release would.
func Valkey(ctx context.Context, cacheDir, version, tag string, log debs.Log) (Archive, error) {
	programs, err := valkeyserver.Get(ctx, cacheDir, version, log)
	if err != nil {
		return Archive{}, err
	}
	entries, err := treeEntries(programs.Root)
	if err != nil {
		return Archive{}, fmt.Errorf("reading the tree of valkey %s: %w", version, err)
	}
	entries = append(entries,
		entry{Name: "data", Mode: 0o755, Owner: valkeyUser},
		entry{Name: "tmp", Mode: 0o1777},
	)
	return write(cacheDir, ValkeyRepository+":"+tag, runConfig{
		User:         fmt.Sprintf("%d:%d", valkeyUser, valkeyUser),
		Env:          []string{"PATH=/usr/bin"},
		Entrypoint:   []string{"valkey-server"},
		WorkingDir:   "/data",
		ExposedPorts: map[string]struct{}{"6379/tcp": {}},
		Labels:       map[string]string{"org.opencontainers.image.version": version, "testbed.local/tag": tag},
	}, content{runtime.GOARCH, entries})
}

// needed says which paths of a package tree a program needs to run: programs, libraries and the links to them. Left out
// are manuals, service files, modules of OpenSSL and the character sets of iconv.
func needed(path string) bool {
	switch path {
	case "usr", "usr/bin", "usr/lib", "usr/lib64", "bin", "lib", "lib64":
		return true
	}
	rest, ok := strings.CutPrefix(path, "usr/lib/")
	if !ok {
		return strings.HasPrefix(path, "usr/bin/") || strings.HasPrefix(path, "usr/lib64/")
	}
	triplet, file, _ := strings.Cut(rest, "/")
	if strings.HasPrefix(rest, "ld-linux") { // where the loader of some architectures is
		return true
	}
	return strings.HasSuffix(triplet, "-linux-gnu") && !strings.Contains(file, "/") &&
		(file == "" || strings.Contains(file, ".so"))
}

// treeEntries lists the needed part of an unpacked tree, with modes that do not depend on who unpacked it.
func treeEntries(root string) ([]entry, error) {
	var entries []entry
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if !needed(name) {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		e, err := treeEntry(name, path, d)
		entries = append(entries, e)
		return err
	})
	return entries, err
}
