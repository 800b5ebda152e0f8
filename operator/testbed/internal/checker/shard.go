package checker

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// maxGaps is how many gaps of a shard are reported.
const maxGaps = 50

// shard counts what happens to the writes of one group of slots. Safe for concurrent use.
type shard struct {
	mu         sync.Mutex
	began      time.Time
	lastAck    time.Time
	counts     Counts
	gap        Gap
	gaps       []Gap          // the longest ones, longest first
	perSecond  []int          // acknowledged writes of each second since began
	complaints map[string]int // why writes were refused or unknown
	ended      bool           // counts of what comes after the writing are not taken
}

func newShard(now time.Time) *shard {
	return &shard{began: now, lastAck: now, complaints: map[string]int{}}
}

// acked counts an acknowledged write. The time since the one before is a gap, and so is the time to the first one.
func (s *shard) acked(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts.Acknowledged++
	s.closeGap(now)
	s.lastAck = now
	s.perSecond[s.second(now)]++
}

// second makes room for the counts up to now and says which of them is the one of now.
func (s *shard) second(now time.Time) int {
	second := int(now.Sub(s.began) / time.Second)
	for len(s.perSecond) <= second {
		s.perSecond = append(s.perSecond, 0)
	}
	return second
}

func (s *shard) closeGap(now time.Time) {
	if length := now.Sub(s.lastAck); length > s.gap.Length {
		s.gap = Gap{Start: s.lastAck.Sub(s.began), Length: length}
	}
	if len(s.gaps) == maxGaps && s.gaps[maxGaps-1].Length >= now.Sub(s.lastAck) {
		return
	}
	s.gaps = append(s.gaps, Gap{Start: s.lastAck.Sub(s.began), Length: now.Sub(s.lastAck)})
	slices.SortStableFunc(s.gaps, func(a, b Gap) int { return cmp.Compare(b.Length, a.Length) })
	s.gaps = s.gaps[:min(len(s.gaps), maxGaps)]
}

// missed counts a write that was refused or whose outcome is unknown.
func (s *shard) missed(o outcome) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o.refused {
		s.counts.Failed++
	} else {
		s.counts.Unknown++
	}
	s.complaints[o.reason]++
}

func (s *shard) redirected(kind string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ended:
	case kind == "ASK":
		s.counts.Asked++
	default:
		s.counts.Moved++
	}
}

// end closes the last gap, which lasts to the end of the writing.
func (s *shard) end(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closeGap(now)
	s.second(now)
	s.ended = true
}

// rate is the median of acknowledged writes a second, over the whole seconds of the run. An outage that is shorter than
// half the run does not lower it, so it tells a weak load from an interrupted one.
func (s *shard) rate() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.perSecond) < 2 { // the last second is not whole
		return s.counts.Acknowledged
	}
	sorted := slices.Sorted(slices.Values(s.perSecond[:len(s.perSecond)-1]))
	return sorted[len(sorted)/2]
}
