package operator

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cluster"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/proc"
)

// TestNothingWithoutATestbed: each verb says what is missing before it does anything.
func TestNothingWithoutATestbed(t *testing.T) {
	here, err := layout.FromEnv()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		l    layout.Layout
		want error
	}{
		"no tree":    {layout.Layout{State: t.TempDir()}, errNoSource},
		"no testbed": {layout.Layout{State: t.TempDir(), Source: here.Source}, cluster.ErrDown},
	} {
		for verb, err := range map[string]error{
			"start":     Start(t.Context(), c.l, Options{}),
			"install":   Install(t.Context(), c.l, base, DefaultImage),
			"uninstall": Uninstall(t.Context(), c.l, false),
		} {
			if !errors.Is(err, c.want) {
				t.Errorf("%s: %s: %v, want %v", name, verb, err, c.want)
			}
		}
		if err := Stop(c.l, true); err != nil {
			t.Errorf("%s: stop of what does not run: %v", name, err)
		}
	}
}

func TestStatusAndStop(t *testing.T) {
	l := layout.Layout{State: t.TempDir()}
	if got := Status(l); got != "not started" {
		t.Errorf("before: %q", got)
	}
	if err := os.Mkdir(l.Operator(), 0o755); err != nil {
		t.Fatal(err)
	}
	start := func(script string) {
		t.Helper()
		if err := proc.Start(proc.Spec{Name: processName, Args: []string{"/bin/sh", "-c", script}, Pids: l.Operator(), Logs: l.Operator()}); err != nil {
			t.Fatal(err)
		}
	}
	start(`trap "" TERM; while :; do sleep 0.1; done`)
	if got := Status(l); !strings.HasPrefix(got, "running, process ") {
		t.Errorf("running: %q", got)
	}
	if err := Stop(l, true); err != nil { // without --now this takes the whole grace
		t.Fatal(err)
	}
	if got := Status(l); got != "not started" {
		t.Errorf("after: %q", got)
	}
	start("sleep 0.3")
	for range 100 {
		if _, running := process(l); !running {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if got := Status(l); got != "ended" {
		t.Errorf("after it ended by itself: %q", got)
	}
}

// TestExecSparesTheMachine: outside of a mount namespace of its own it refuses, before it unmounts anything.
func TestExecSparesTheMachine(t *testing.T) {
	outside, err := mountNamespace()
	if err != nil {
		t.Fatal(err)
	}
	l := layout.Layout{State: t.TempDir()}
	if err := Exec(l, outside, "/bin/true"); err == nil || !strings.Contains(err.Error(), "mounts of the machine") {
		t.Errorf("%v, want a refusal", err)
	}
}

func TestTail(t *testing.T) {
	file := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(file, []byte(strings.Repeat("early\n", 20)+strings.Repeat("late\n", 10)), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, want := tail(file), strings.TrimSpace(strings.Repeat("late\n", 10)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestUntilReadySaysWhyItEnded: the last lines of the log, not only that it is not there.
func TestUntilReadySaysWhyItEnded(t *testing.T) {
	l := layout.Layout{State: t.TempDir()}
	if err := os.Mkdir(l.Operator(), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(LogFile(l), []byte("no such flag\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := untilReady(t.Context(), l, LogFile(l)); err == nil || !strings.Contains(err.Error(), "no such flag") {
		t.Errorf("%v, want the log", err)
	}
}
