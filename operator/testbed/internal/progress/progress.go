package progress

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// Steps writes one line when a step begins and one when it ends. Safe for concurrent use.
type Steps struct {
	mu    sync.Mutex
	out   io.Writer
	since time.Time
}

// New writes to out and counts the total from now.
func New(out io.Writer) *Steps { return &Steps{out: out, since: time.Now()} }

// Start announces a step and returns what ends it: defer s.Start("what")(&err).
func (s *Steps) Start(format string, args ...any) func(*error) {
	what := fmt.Sprintf(format, args...)
	began := time.Now()
	s.print("-->", what)
	return func(err *error) {
		took := time.Since(began).Round(100 * time.Millisecond)
		if err != nil && *err != nil {
			s.print("!!!", fmt.Sprintf("%s: failed after %s", what, took))
			return
		}
		s.print(" ok", fmt.Sprintf("%s (%s)", what, took))
	}
}

// Note writes one line within a step.
func (s *Steps) Note(format string, args ...any) { s.print("   ", fmt.Sprintf(format, args...)) }

// Elapsed is the time since New.
func (s *Steps) Elapsed() time.Duration { return time.Since(s.since) }

func (s *Steps) print(mark, what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	// A line that cannot be written changes nothing about the work.
	_, _ = fmt.Fprintf(s.out, "%6.1fs %s %s\n", s.Elapsed().Seconds(), mark, what)
}
