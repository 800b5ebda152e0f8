//go:build e2e

package checker

import (
	"strings"
	"syscall"
	"testing"
	"time"
)

// begin starts a run and lets it write for a while.
func begin(t *testing.T, options Options) *Run {
	t.Helper()
	r, err := Start(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// stop ends the run and shows the report in the test's log.
func stop(t *testing.T, r *Run) Report {
	t.Helper()
	began := time.Now()
	report := r.Stop(t.Context())
	var table strings.Builder
	if err := report.WriteTable(&table); err != nil {
		t.Fatal(err)
	}
	t.Logf("read back in %s\n%s", time.Since(began).Round(time.Millisecond), table.String())
	return report
}

// TestQuietCluster sees a cluster to which nothing happens keep everything.
func TestQuietCluster(t *testing.T) {
	c := startCluster(t, nil, nil, "--port")
	r := begin(t, Options{Addresses: []string{c.nodes[0].address}, MaxWrites: 20000})
	r.Wait()
	report := stop(t, r)
	if problems := report.Problems(); len(problems) > 0 {
		t.Errorf("problems: %q", problems)
	}
	if len(report.Shards) != 3 {
		t.Fatalf("%d shards, want 3", len(report.Shards))
	}
	acked := 0
	for _, s := range report.Shards {
		acked += s.Acknowledged
		if s.Written != s.Slots {
			t.Errorf("%s: %d of %d slots were written", s.Primary, s.Written, s.Slots)
		}
		if len(s.Replicas) != 1 || s.Replicas[0] == s.Primary {
			t.Errorf("%s: read from replicas %q, want one", s.Primary, s.Replicas)
		}
	}
	if acked != 20000 {
		t.Errorf("%d writes acknowledged, want all 20000", acked)
	}
}

// TestPlannedFailover sees the redirects of a failover that loses nothing.
func TestPlannedFailover(t *testing.T) {
	c := startCluster(t, nil, nil, "--port")
	r := begin(t, Options{Addresses: []string{c.nodes[0].address}, MaxDuration: time.Minute})
	first := r.groups[0].Primary
	replica := c.replicaOf(t, c.node(t, first))
	writesReach(t, r, 2000)
	c.cli(t, "-p", replica.port, "cluster", "failover")
	c.waitUntil(t, "the replica to be a primary", func() bool {
		return strings.Contains(c.cli(t, "-p", replica.port, "info", "replication"), "role:master")
	})
	writesReach(t, r, 4000)
	report := stop(t, r)
	if problems := report.Problems(); len(problems) > 0 {
		t.Errorf("problems: %q", problems)
	}
	if report.Shards[0].Moved == 0 {
		t.Error("no MOVED counted on the shard that changed its primary")
	}
	for _, s := range report.Shards[1:] {
		if s.Moved != 0 {
			t.Errorf("%s: %d times MOVED, on a shard that did not change", s.Primary, s.Moved)
		}
	}
}

// writesReach waits until so many writes were begun.
func writesReach(t *testing.T, r *Run, count int64) {
	t.Helper()
	for range 600 {
		if r.writes.Load() >= count {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%d writes only", r.writes.Load())
}

// TestHangingPrimary makes writes land after they were given up: they are unknown, and never a loss.
func TestHangingPrimary(t *testing.T) {
	c := startCluster(t, nil, nil, "--port")
	r := begin(t, Options{Addresses: []string{c.nodes[0].address}, MaxDuration: time.Minute, WriteTimeout: 200 * time.Millisecond})
	writesReach(t, r, 1000)
	victim := c.node(t, r.groups[2].Primary)
	victim.signal(t, syscall.SIGSTOP)
	c.waitUntil(t, "writes to be given up", func() bool {
		r.shards[2].mu.Lock()
		defer r.shards[2].mu.Unlock()
		return r.shards[2].counts.Unknown > 0
	})
	victim.signal(t, syscall.SIGCONT) // and now it carries out what it had received
	writesReach(t, r, 4000)
	report := stop(t, r)
	if problems := report.Problems(); len(problems) > 0 {
		t.Errorf("problems: %q", problems)
	}
	if hit := report.Shards[2]; hit.Keys <= hit.Written {
		t.Errorf("%d keys in %d slots: no key was given up after an unknown write", hit.Keys, hit.Written)
	}
}
