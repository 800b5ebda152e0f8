//go:build e2e

package debs

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

// small is a set of one little package. Its version is one that was never there, so that Later is needed.
func small(later bool) Set {
	return Set{Name: "small", Suites: []string{"trixie"}, Pins: []Pin{{Package: "liblzf1", Version: "0-never", Later: later}}}
}

// TestFetchFromTheMirror goes through one cache folder, so that the lists are read from the mirror only a few times.
func TestFetchFromTheMirror(t *testing.T) {
	cache := t.TempDir()
	_, err := Fetch(t.Context(), cache, small(false), t.Logf)
	var unavailable *UnavailableError
	if !errors.As(err, &unavailable) || len(unavailable.Offered) == 0 {
		t.Fatalf("%v, want the versions that the mirror offers", err)
	}

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Fetch(ended, cache, small(true), t.Logf); !errors.Is(err, context.Canceled) {
		t.Errorf("cut off: %v, want a cancelled context", err)
	}
	// What a call that died while unpacking leaves.
	lay(t, cache, filepath.Join("debs", "."+small(true).folder()+".partial", "tree", "root", "half"))

	var calls sync.WaitGroup
	for range 2 {
		calls.Go(func() {
			tree, err := Fetch(t.Context(), cache, small(true), t.Logf)
			if err != nil {
				t.Error(err)
				return
			}
			if !slices.Contains(unavailable.Offered, tree.Versions["liblzf1"]) {
				t.Errorf("version %q, want one of %q", tree.Versions["liblzf1"], unavailable.Offered)
			}
			if found, err := filepath.Glob(filepath.Join(tree.Root, "lib", "*", "liblzf.so.1")); err != nil || len(found) != 1 {
				t.Errorf("libraries %q, %v; want one", found, err)
			}
			if fileExists(filepath.Join(tree.Root, "half")) {
				t.Error("the tree holds what the call before has left")
			}
		})
	}
	calls.Wait()
	left, err := filepath.Glob(filepath.Join(cache, "debs", ".*.partial"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
	if entries, err := os.ReadDir(filepath.Join(cache, "debs")); err != nil || len(entries) != 2 { // the tree and the lock
		t.Errorf("the cache holds %v, %v", entries, err)
	}
}
