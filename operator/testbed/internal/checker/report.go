package checker

import (
	"fmt"
	"slices"
	"time"
)

// Report says what a run measured and found.
type Report struct {
	Run       string        `json:"run"` // what its keys and values are marked with
	Began     time.Time     `json:"began"`
	Duration  time.Duration `json:"duration"` // of the writing, in nanoseconds
	KeyPrefix string        `json:"keyPrefix"`
	Rate      int           `json:"rate"` // the writes a second that were asked for, for each shard
	Shards    []ShardReport `json:"shards"`
	Notes     []string      `json:"notes,omitempty"`
}

// Counts are of writes, except for the redirects. Every write is one of acknowledged, failed and unknown.
type Counts struct {
	Acknowledged int `json:"acknowledged"`
	Failed       int `json:"failed"`  // refused; without effect
	Unknown      int `json:"unknown"` // the reply was lost
	Moved        int `json:"moved"`   // answers MOVED, each followed by the client
	Asked        int `json:"asked"`   // answers ASK, likewise
}

// Gap is a time without an acknowledged write, in nanoseconds.
type Gap struct {
	Start  time.Duration `json:"start"` // since the beginning of the run
	Length time.Duration `json:"length"`
}

// ShardReport is about the slots that one primary served when the run began.
type ShardReport struct {
	Primary string `json:"primary"` // the address of then
	First   int    `json:"firstSlot"`
	Slots   int    `json:"slots"`
	Written int    `json:"slotsWritten"` // slots of which a write was acknowledged
	Keys    int    `json:"keys"`
	Counts
	PerSecond  int            `json:"perSecond"` // acknowledged writes a second, the median over the run
	LongestGap Gap            `json:"longestGap"`
	Gaps       []Gap          `json:"gaps,omitempty"`    // the longest ones, longest first
	Reasons    map[string]int `json:"reasons,omitempty"` // why writes failed or are unknown

	Lost          int      `json:"lost"`   // keys whose acknowledged write is not on the primary
	Unread        int      `json:"unread"` // keys that could not be read back from it
	Replicas      []string `json:"replicas,omitempty"`
	ReplicaLost   int      `json:"replicaLost"`
	ReplicaUnread int      `json:"replicaUnread"`
	Losses        []Loss   `json:"losses,omitempty"` // the first few
}

func (s *ShardReport) addReplica(address string) {
	if !slices.Contains(s.Replicas, address) {
		s.Replicas = append(s.Replicas, address)
	}
}

// newReport holds what was measured while writing.
func (r *Run) newReport() Report {
	report := Report{Run: r.id, Began: r.began, Duration: r.took, KeyPrefix: "testbed:" + r.id + ":", Rate: r.options.Rate}
	for i, g := range r.groups {
		s := r.shards[i]
		report.Shards = append(report.Shards, ShardReport{
			Primary: g.Primary, First: g.Slots[0], Slots: len(g.Slots), Counts: s.counts,
			PerSecond: s.rate(), LongestGap: s.gap, Gaps: s.gaps, Reasons: s.complaints,
		})
	}
	written := make([]bool, slotCount)
	for _, k := range r.keys() {
		s := &report.Shards[r.shardOf[k.Slot]]
		s.Keys++
		if k.Acked > 0 && !written[k.Slot] {
			written[k.Slot] = true
			s.Written++
		}
	}
	return report
}

// Lost is the number of keys whose acknowledged write is missing on a primary or on the replica that was read.
func (r Report) Lost() int {
	lost := 0
	for _, s := range r.Shards {
		lost += s.Lost + s.ReplicaLost
	}
	return lost
}

// Problems lists why the run does not show that the cluster kept what it had acknowledged: losses, and keys that could
// not be read. Gaps and failed writes are for the caller to judge, who knows what was done to the cluster.
func (r Report) Problems() []string {
	var problems []string
	add := func(count int, format string, args ...any) {
		if count > 0 {
			problems = append(problems, fmt.Sprintf(format, args...))
		}
	}
	for _, s := range r.Shards {
		add(s.Lost, "shard of slot %d: %d acknowledged writes lost on the primary", s.First, s.Lost)
		add(s.ReplicaLost, "shard of slot %d: %d acknowledged writes lost on a replica", s.First, s.ReplicaLost)
		add(s.Unread, "shard of slot %d: %d keys could not be read back", s.First, s.Unread)
		add(s.ReplicaUnread, "shard of slot %d: %d keys could not be read back from a replica", s.First, s.ReplicaUnread)
		if s.Acknowledged == 0 {
			problems = append(problems, fmt.Sprintf("shard of slot %d: no write was acknowledged", s.First))
		}
	}
	return problems
}
