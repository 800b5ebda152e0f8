package cachedir

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

func put(partial, text string) error {
	return os.WriteFile(filepath.Join(partial, "file"), []byte(text), 0o644)
}

func want(t *testing.T, final, text string) {
	t.Helper()
	got, err := os.ReadFile(filepath.Join(final, "file"))
	if err != nil || string(got) != text {
		t.Errorf("got %q, %v; want %q", got, err, text)
	}
}

func TestFillOnce(t *testing.T) {
	final := filepath.Join(t.TempDir(), "a", "thing-v1")
	if err := Fill(final, func(partial string) error { return put(partial, "first") }); err != nil {
		t.Fatal(err)
	}
	if err := Fill(final, func(string) error { return errors.New("filled again") }); err != nil {
		t.Error(err)
	}
	want(t, final, "first")
}

func TestFillAfterFailure(t *testing.T) {
	final := filepath.Join(t.TempDir(), "thing")
	broken := errors.New("broken")
	err := Fill(final, func(partial string) error { return errors.Join(put(partial, "half"), broken) })
	if !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
	if _, err := os.Stat(final); err == nil {
		t.Error("a failed work looks finished")
	}
	if err := Fill(final, func(partial string) error { return put(partial, "whole") }); err != nil {
		t.Fatal(err)
	}
	want(t, final, "whole")
}

// TestFillAfterCrash: what a run that was killed left is not mixed with what is made now.
func TestFillAfterCrash(t *testing.T) {
	dir := t.TempDir()
	stale := filepath.Join(dir, ".thing.partial")
	if err := os.MkdirAll(filepath.Join(stale, "stale"), 0o755); err != nil {
		t.Fatal(err)
	}
	final := filepath.Join(dir, "thing")
	if err := Fill(final, func(partial string) error { return put(partial, "new") }); err != nil {
		t.Fatal(err)
	}
	want(t, final, "new")
	if _, err := os.Stat(filepath.Join(final, "stale")); err == nil {
		t.Error("what a killed run left is in the result")
	}
}

func TestFillAtOnce(t *testing.T) {
	final := filepath.Join(t.TempDir(), "thing")
	var calls atomic.Int32
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			err := Fill(final, func(partial string) error { calls.Add(1); return put(partial, "one") })
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got := calls.Load(); got != 1 {
		t.Errorf("the work was done %d times", got)
	}
	want(t, final, "one")
}
