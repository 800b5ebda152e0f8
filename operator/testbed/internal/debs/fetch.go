package debs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Tree is an unpacked set.
type Tree struct {
	Root     string            // absolute
	Versions map[string]string // package to the Debian version that was unpacked
}

// Fetch returns the tree of the set below cacheDir, and makes it first if the cache does not hold it, which needs apt
// and its mirror. It may be called by several processes at once: the first makes the tree, the others wait for it.
// A call that was cut off leaves nothing that a later one would use. The error is an *UnavailableError where a pinned
// version has left the mirror.
func Fetch(ctx context.Context, cacheDir string, set Set, log Log) (Tree, error) {
	cacheDir, err := filepath.Abs(cacheDir)
	if err != nil {
		return Tree{}, fmt.Errorf("finding the cache folder: %w", err)
	}
	trees := filepath.Join(cacheDir, "debs")
	if err := os.MkdirAll(trees, 0o755); err != nil {
		return Tree{}, fmt.Errorf("making the cache folder: %w", err)
	}
	final := filepath.Join(trees, set.folder())
	if tree, err := readTree(final); !errors.Is(err, fs.ErrNotExist) {
		return tree, err
	}
	unlock, err := lock(filepath.Join(trees, "."+set.release()+".lock"))
	if err != nil {
		return Tree{}, err
	}
	defer unlock()
	if tree, err := readTree(final); !errors.Is(err, fs.ErrNotExist) { // another process made it meanwhile
		return tree, err
	}
	if err := build(ctx, cacheDir, final, set, log); err != nil {
		return Tree{}, fmt.Errorf("fetching %q from Debian %s: %w", set.Name, set.release(), err)
	}
	return readTree(final)
}

// build makes the tree beside its place and then moves it there.
func build(ctx context.Context, cacheDir, final string, set Set, log Log) error {
	a, err := newApt(ctx, filepath.Join(cacheDir, "apt", set.release()), set.Suites)
	if err != nil {
		return err
	}
	log.note("reading the package lists of Debian %s", set.release())
	if _, err := a.get(ctx, "", "update"); err != nil {
		return err
	}
	offered, err := a.offers(ctx, set.Pins)
	if err != nil {
		return err
	}
	chosen, err := set.choose(offered, log)
	if err != nil {
		return err
	}
	work := filepath.Join(filepath.Dir(final), "."+filepath.Base(final)+".partial")
	if err := os.RemoveAll(work); err != nil { // what a call that was cut off has left
		return err
	}
	debFiles, root := filepath.Join(work, "deb"), filepath.Join(work, "tree", "root")
	for _, dir := range []string{debFiles, root} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	log.note("downloading %d packages for %s", len(chosen), set.Name)
	paths, err := a.download(ctx, debFiles, chosen)
	if err != nil {
		return err
	}
	if err := unpack(ctx, root, paths); err != nil {
		return err
	}
	if err := writeVersions(filepath.Join(work, "tree"), chosen); err != nil {
		return err
	}
	if err := os.Rename(filepath.Join(work, "tree"), final); err != nil {
		return err
	}
	return os.RemoveAll(work)
}

func writeVersions(dir string, pins []Pin) error {
	versions := map[string]string{}
	for _, p := range pins {
		versions[p.Package] = p.Version
	}
	text, err := json.MarshalIndent(versions, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "versions.json"), append(text, '\n'), 0o644)
}

// readTree reads a finished tree. The error is fs.ErrNotExist where there is none.
func readTree(dir string) (Tree, error) {
	text, err := os.ReadFile(filepath.Join(dir, "versions.json"))
	if err != nil {
		return Tree{}, fmt.Errorf("reading the cached tree: %w", err)
	}
	tree := Tree{Root: filepath.Join(dir, "root")}
	if err := json.Unmarshal(text, &tree.Versions); err != nil {
		return Tree{}, fmt.Errorf("reading the cached tree %q: %w", dir, err)
	}
	return tree, nil
}

// lock takes the lock file for this process; the kernel frees it when the process ends in whatever way.
func lock(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("opening the lock: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		_ = f.Close() // the failed lock is the error to report
		return nil, fmt.Errorf("taking the lock %q: %w", path, err)
	}
	return func() { _ = f.Close() }, nil
}
