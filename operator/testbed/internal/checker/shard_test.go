package checker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/valkey-io/valkey-go"
)

func TestLongestGap(t *testing.T) {
	cases := map[string]struct {
		acks []int // milliseconds since the beginning
		end  int
		want Gap
	}{
		"between two":          {[]int{100, 200, 900, 1000}, 1100, Gap{200 * time.Millisecond, 700 * time.Millisecond}},
		"before the first":     {[]int{800, 900}, 1000, Gap{0, 800 * time.Millisecond}},
		"after the last":       {[]int{100, 200}, 1000, Gap{200 * time.Millisecond, 800 * time.Millisecond}},
		"never":                {nil, 500, Gap{0, 500 * time.Millisecond}},
		"the first of two":     {[]int{300, 600}, 900, Gap{0, 300 * time.Millisecond}},
		"a clock that is slow": {[]int{100, 100}, 100, Gap{0, 100 * time.Millisecond}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			began := time.Unix(1000, 0)
			s := newShard(began)
			for _, ms := range c.acks {
				s.acked(began.Add(time.Duration(ms) * time.Millisecond))
			}
			s.end(began.Add(time.Duration(c.end) * time.Millisecond))
			if diff := cmp.Diff(c.want, s.gap); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestRateIgnoresAnOutage(t *testing.T) {
	began := time.Unix(1000, 0)
	s := newShard(began)
	for second := range 10 {
		if second == 3 || second == 4 { // two seconds without any
			continue
		}
		for n := range 20 {
			s.acked(began.Add(time.Duration(second)*time.Second + time.Duration(n)*time.Millisecond))
		}
	}
	s.end(began.Add(9500 * time.Millisecond))
	if got := s.rate(); got != 20 {
		t.Errorf("%d a second, want 20", got)
	}
}

func TestRateOfADeadShard(t *testing.T) {
	began := time.Unix(1000, 0)
	s := newShard(began)
	s.acked(began)
	s.end(began.Add(10 * time.Second))
	if got := s.rate(); got != 0 {
		t.Errorf("%d a second, want 0", got)
	}
}

func TestCounts(t *testing.T) {
	s := newShard(time.Unix(0, 0))
	s.acked(time.Unix(0, 1))
	s.missed(outcome{refused: true, reason: "OOM"})
	s.missed(outcome{refused: true, reason: "OOM"})
	s.missed(outcome{reason: "no reply in time"})
	s.redirected("MOVED")
	s.redirected("ASK")
	s.end(time.Unix(1, 0))
	s.redirected("MOVED") // while reading back
	if diff := cmp.Diff(Counts{Acknowledged: 1, Failed: 2, Unknown: 1, Moved: 1, Asked: 1}, s.counts); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]int{"OOM": 2, "no reply in time": 1}, s.complaints); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
}

func TestClassify(t *testing.T) {
	refused := &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	cases := map[string]struct {
		err  error
		want outcome
	}{
		"the server could not be dialled": {fmt.Errorf("writing: %w", refused), outcome{refused: true, reason: "no connection"}},
		"nobody serves the slot":          {valkey.ErrNoSlot, outcome{refused: true, reason: "slot without a node"}},
		"the time was over":               {context.DeadlineExceeded, outcome{reason: "no reply in time"}},
		"the connection ended":            {io.EOF, outcome{reason: "connection lost"}},
		"reading failed":                  {&net.OpError{Op: "read", Err: syscall.ECONNRESET}, outcome{reason: "connection lost"}},
		"anything else":                   {errors.New("strange"), outcome{reason: "connection lost"}},
	}
	for name, c := range cases {
		if got := classify(c.err); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
