package cachedir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// Fill makes the folder final unless it exists: work fills a hidden folder beside it, which then gets the name. What an
// earlier run left half-made is removed. Another process that fills in the same parent folder is waited for.
func Fill(final string, work func(partial string) error) (err error) {
	if _, err := os.Stat(final); err == nil {
		return nil
	}
	parent, name := filepath.Split(final)
	unlock, err := lock(parent)
	if err != nil {
		return fmt.Errorf("locking the cache: %w", err)
	}
	defer unlock()
	if _, err := os.Stat(final); err == nil {
		return nil
	}
	partial := filepath.Join(parent, "."+name+".partial")
	if err := os.RemoveAll(partial); err != nil {
		return fmt.Errorf("removing what an earlier run left: %w", err)
	}
	if err := os.Mkdir(partial, 0o755); err != nil {
		return fmt.Errorf("making a cache folder: %w", err)
	}
	if err := work(partial); err != nil {
		return errors.Join(err, os.RemoveAll(partial))
	}
	return os.Rename(partial, final)
}

// lock makes dir and holds a lock on it, which the kernel frees when the process ends.
func lock(dir string) (func(), error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(dir, ".lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return func() { _ = file.Close() }, nil // Closing frees the lock and cannot lose data.
}
