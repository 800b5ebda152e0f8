//go:build e2e

package checker

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// TestDamageIsCaught drops one acknowledged write behind the run's back, and puts an older one in place of another.
func TestDamageIsCaught(t *testing.T) {
	c := startCluster(t, nil, nil, "--port")
	// Fast, so that keys are written more than once: an older number must be there to be put back.
	r := begin(t, Options{Addresses: []string{c.nodes[0].address}, Rate: 4000, MaxWrites: 50000})
	r.Wait()
	var dropped, overwritten string
	acked := r.Acknowledged()
	for name, number := range acked {
		switch {
		case dropped == "":
			dropped = name
		case overwritten == "" && number > 1:
			overwritten = name
		}
	}
	if overwritten == "" {
		t.Fatal("no key was written twice")
	}
	c.cli(t, "-c", "-p", c.nodes[0].port, "del", dropped)
	c.cli(t, "-c", "-p", c.nodes[0].port, "set", overwritten, r.Value(acked[overwritten]-1))
	report := stop(t, r)
	if got := report.Lost(); got != 2 {
		t.Errorf("%d writes reported as lost, want 2", got)
	}
	if len(report.Problems()) == 0 {
		t.Error("no problem in the report")
	}
	found := map[string]string{}
	for _, s := range report.Shards {
		for _, l := range s.Losses {
			found[l.Key] = l.Found
		}
	}
	if found[dropped] != "nothing" {
		t.Errorf("the dropped key: found %q, want nothing", found[dropped])
	}
	if !strings.HasPrefix(found[overwritten], "the older number") {
		t.Errorf("the overwritten key: found %q, want an older number", found[overwritten])
	}
}

// TestKilledPrimary sees the death of a primary as a gap of its shard.
func TestKilledPrimary(t *testing.T) {
	c := startCluster(t, nil, nil, "--port")
	var addresses []string
	for _, n := range c.nodes {
		addresses = append(addresses, n.address)
	}
	r := begin(t, Options{Addresses: addresses, MaxDuration: 2 * time.Minute})
	victim := r.groups[1].Primary
	heir := c.replicaOf(t, c.node(t, victim))
	writesReach(t, r, 2000)
	c.node(t, victim).kill()
	c.waitUntil(t, "the replica to take over", func() bool {
		return strings.Contains(c.cli(t, "-p", heir.port, "info", "replication"), "role:master")
	})
	after := r.writes.Load()
	writesReach(t, r, after+4000)
	report := stop(t, r)
	hit := report.Shards[1]
	// No other node may take over before the timeout is over; what is taken off it is for the ping that was under way.
	if hit.LongestGap.Length < nodeTimeout*2/3 {
		t.Errorf("the gap of the killed primary is %s, shorter than a failover can be", hit.LongestGap.Length)
	}
	if hit.Failed+hit.Unknown == 0 {
		t.Error("no write failed while the primary was dead")
	}
	for i, s := range report.Shards {
		if i != 1 && s.LongestGap.Length >= hit.LongestGap.Length {
			t.Errorf("%s: its gap of %s is not shorter than the one of the killed primary", s.Primary, s.LongestGap.Length)
		}
		if s.Unread+s.ReplicaUnread > 0 {
			t.Errorf("%s: %d keys not read, %d not from the replica", s.Primary, s.Unread, s.ReplicaUnread)
		}
	}
	if noted := slices.ContainsFunc(report.Notes, func(n string) bool { return strings.Contains(n, heir.address) }); !noted {
		t.Errorf("notes %q do not say that the new primary %s has no replica", report.Notes, heir.address)
	}
}
