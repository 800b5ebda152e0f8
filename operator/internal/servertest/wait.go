package servertest

import (
	"context"
	"testing"
	"time"
)

// patience is for how long a test waits for anything: far longer than it takes on a
// machine that does much else.
const patience = 30 * time.Second

// Wait asks again until there is no error.
func Wait(t testing.TB, what string, ask func() error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for {
		err := ask()
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			t.Fatalf("waiting for %s: %v", what, err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}
