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
	shared := logging.WithSpan(logging.New(out, stderr, clock, "trace"), "reconcile", slog.String("namespace", "a")).With("x", 1)
	var group sync.WaitGroup
	for range goroutines {
		group.Go(func() {
			for range lines {
				logging.WithSpan(shared, "act").With("y", 2).Info("m", "namespace", "b")
			}
		})
	}
	group.Wait()
	if len(out.calls) != goroutines*lines {
		t.Fatalf("%d writes, want %d", len(out.calls), goroutines*lines)
	}
	for _, line := range out.calls {
		if line != out.calls[0] || !json.Valid([]byte(line)) || !strings.HasSuffix(line, "}\n") {
			t.Fatalf("line %q differs from %q", line, out.calls[0])
		}
	}
}

// TestLoggersAreIndependent: what is derived from one logger changes no other.
func TestLoggersAreIndependent(t *testing.T) {
	logger, out := newLogger(t, "")
	base := logging.WithSpan(logger.With("a", 1), "outer")
	first := logging.WithSpan(base.With("b", 1), "first")
	second := logging.WithSpan(base.With("c", 1), "second")
	first.Info("m")
	got := out.String()
	out.Reset()
	second.Info("m")
	if strings.Contains(out.String(), "first") || strings.Contains(got, "second") || strings.Contains(out.String(), `"b"`) {
		t.Errorf("loggers share attributes:\n%s%s", got, out.String())
	}
	out.Reset()
	base.Info("m")
	if strings.Contains(out.String(), "first") || strings.Contains(out.String(), `"c"`) {
		t.Errorf("the parent changed: %s", out.String())
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
