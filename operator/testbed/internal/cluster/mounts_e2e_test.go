//go:build e2e

package cluster

import (
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// TestUnmountBesideANode: what a node unmounts and removes in the same moment is no error.
func TestUnmountBesideANode(t *testing.T) {
	dir := t.TempDir()
	var ended atomic.Bool
	node := make(chan error, 1)
	go func() {
		defer close(node)
		point := filepath.Join(dir, "pod")
		for !ended.Load() {
			if err := os.Mkdir(point, 0o755); err != nil {
				node <- err
				return
			}
			if err := syscall.Mount("testbed", point, "tmpfs", 0, "size=4k"); err != nil {
				node <- err
				return
			}
			for os.Remove(point) != nil { // until nobody has it mounted
				_ = syscall.Unmount(point, detach)
			}
		}
	}()
	calls := 0
	for start := time.Now(); time.Since(start) < time.Second; calls++ {
		if err := UnmountBelow(dir); err != nil {
			t.Errorf("call %d: %v", calls, err)
			break
		}
	}
	ended.Store(true)
	if err := <-node; err != nil {
		t.Error(err)
	}
}
