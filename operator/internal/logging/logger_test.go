package logging_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
)

// writes counts the calls and keeps what came with each.
type writes struct{ calls []string }

func (w *writes) Write(text []byte) (int, error) {
	w.calls = append(w.calls, string(text))
	return len(text), nil
}

// TestConcurrentUse is for the race detector, and holds that a line is one Write.
func TestConcurrentUse(t *testing.T) {
	const goroutines, lines = 8, 50
	out, stderr := &writes{}, &bytes.Buffer{}
	shared := logging.WithSpan(logging.New(out, stderr, clock, "trace"), "reconcile", slog.String("namespace", "a")).With("x", 1, "y", 2, "z", 3)
	var group sync.WaitGroup
	for id := range goroutines {
		group.Go(func() {
			for range lines {
				shared.Info("m", "id", id, "namespace", "b")
				logging.WithSpan(shared, "act").With("w", 4).Info("m", "id", id)
			}
		})
	}
	group.Wait()
	got := map[float64]int{}
	for _, text := range out.calls {
		var line struct{ Fields map[string]any }
		if err := json.Unmarshal([]byte(text), &line); err != nil || !strings.HasSuffix(text, "}\n") {
			t.Fatalf("a write is not one line: %q: %v", text, err)
		}
		id, _ := line.Fields["id"].(float64)
		got[id]++
	}
	for id := range goroutines {
		if want := 2 * lines; got[float64(id)] != want {
			t.Errorf("%d lines of goroutine %d, want %d", got[float64(id)], id, want)
		}
	}
}

// TestLoggersAreIndependent: what is derived from one logger changes no other.
func TestLoggersAreIndependent(t *testing.T) {
	logger, out := newLogger(t, "")
	// Three of each leave room in the slices behind them, which two could share.
	base := logger.With("a1", 1, "a2", 2, "a3", 3)
	for _, name := range []string{"s1", "s2", "s3"} {
		base = logging.WithSpan(base, name)
	}
	first := logging.WithSpan(base.With("b", 1), "first")
	second := logging.WithSpan(base.With("c", 1), "second")
	tests := []struct {
		logger *slog.Logger
		want   string // what is its own
	}{{first, `"first" "b"`}, {second, `"second" "c"`}, {base, ""}, {first, `"first" "b"`}}
	for _, test := range tests {
		out.Reset()
		test.logger.Info("m", "namespace", "moved")
		out.Reset()
		test.logger.Info("m")
		var own []string
		for _, word := range []string{`"first"`, `"second"`, `"b"`, `"c"`, `"moved"`} {
			if strings.Contains(out.String(), word) {
				own = append(own, word)
			}
		}
		if got := strings.Join(own, " "); got != test.want {
			t.Errorf("the line has %s, want %s: %s", got, test.want, out.String())
		}
	}
}

// logs is a value that logs while it is written.
type logs struct{ logger *slog.Logger }

func (l logs) String() string {
	l.logger.Info("inner")
	return "text"
}

// TestValueThatLogs would hang if values were asked under the lock.
func TestValueThatLogs(t *testing.T) {
	logger, out := newLogger(t, "")
	logging.WithSpan(logger, "s", slog.Any("v", logs{logger})).Info("outer", "v", logs{logger})
	if got := strings.Count(out.String(), "inner"); got != 2 {
		t.Errorf("%d inner lines, want 2: %s", got, out.String())
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("pipe is closed") }

func TestWriteErrorIsReturned(t *testing.T) {
	logger := logging.New(brokenWriter{}, brokenWriter{}, clock, "x y")
	err := logger.Handler().Handle(context.Background(), slog.Record{Message: "m"})
	if err == nil || !strings.Contains(err.Error(), "pipe is closed") {
		t.Errorf("Handle = %v, want the error of the writer", err)
	}
}

func TestContext(t *testing.T) {
	logger, _ := newLogger(t, "")
	if got := logging.FromContext(logging.IntoContext(context.Background(), logger)); got != logger {
		t.Errorf("FromContext = %p, want the logger that was put in, %p", got, logger)
	}
	if got := logging.FromContext(context.Background()); got != slog.Default() {
		t.Errorf("FromContext of an empty context = %p, want the default, %p", got, slog.Default())
	}
}

// TestForeignLogger: a test may hand in any logger.
func TestForeignLogger(t *testing.T) {
	foreign := slog.New(slog.DiscardHandler)
	if got := logging.WithSpan(logging.WithTarget(foreign, "t"), "s", slog.Int("a", 1)); got != foreign {
		t.Errorf("a logger of another package was changed")
	}
	logging.Logr(foreign).Info("m", "a", 1)
}
