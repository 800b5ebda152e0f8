//go:build e2e

package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// report is what the testbed's checker says of a load, summed over the shards.
type report struct {
	Acknowledged, Failed, Unknown, Lost, Unread int
	// LongestGap is the longest time without an acknowledged write in any shard.
	LongestGap time.Duration
	// Gaps are the longest ones of each shard.
	Gaps []time.Duration
	// Within are the longest gaps of all shards, with the time at which they began.
	Within  []gap
	Reasons map[string]int
}

type gap struct {
	Start  time.Time
	Length time.Duration
}

func (r report) String() string {
	return fmt.Sprintf("%d writes acknowledged, %d failed, %d unknown, %d lost, %d unread, longest gap %s %v",
		r.Acknowledged, r.Failed, r.Unknown, r.Lost, r.Unread, r.LongestGap.Round(time.Millisecond), r.Reasons)
}

func addresses(t *testing.T, c *v1alpha1.ValkeyCluster) string {
	t.Helper()
	var all []string
	for _, p := range pods(t, c) {
		all = append(all, p.Status.PodIP+":"+strconv.Itoa(names.Port))
	}
	return strings.Join(all, ",")
}

// load writes known values to the cluster, 300 a second to each shard, until stop
// is called. That reads all of them back and returns what came of it.
func load(t *testing.T, c *v1alpha1.ValkeyCluster) (stop func() report) {
	t.Helper()
	command := exec.Command(bed.testbed, "check", "--addresses", addresses(t, c), "--duration", "10m", "--rate", "300", "--json")
	var out, complaint bytes.Buffer
	command.Stdout, command.Stderr = &out, &complaint
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * time.Second) // it writes to every shard
	return func() report {
		t.Helper()
		time.Sleep(2 * time.Second)
		if err := command.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		ended := command.Wait() // an error also when something was lost: the report says what
		var said struct {
			Began  time.Time
			Shards []struct {
				Acknowledged, Failed, Unknown            int
				Lost, Unread, ReplicaLost, ReplicaUnread int
				LongestGap                               struct{ Length time.Duration }
				Gaps                                     []struct{ Start, Length time.Duration }
				Reasons                                  map[string]int
			}
		}
		if err := json.Unmarshal(out.Bytes(), &said); err != nil {
			t.Fatalf("the checker's report: %v (%v): %s%s", err, ended, out.String(), complaint.String())
		}
		r := report{Reasons: map[string]int{}}
		for _, s := range said.Shards {
			r.Acknowledged, r.Failed, r.Unknown = r.Acknowledged+s.Acknowledged, r.Failed+s.Failed, r.Unknown+s.Unknown
			r.Lost, r.Unread = r.Lost+s.Lost+s.ReplicaLost, r.Unread+s.Unread+s.ReplicaUnread
			r.LongestGap = max(r.LongestGap, s.LongestGap.Length)
			r.Gaps = append(r.Gaps, s.LongestGap.Length)
			for _, g := range s.Gaps {
				r.Within = append(r.Within, gap{said.Began.Add(g.Start), g.Length})
			}
			for why, times := range s.Reasons {
				r.Reasons[why] += times
			}
		}
		return r
	}
}
