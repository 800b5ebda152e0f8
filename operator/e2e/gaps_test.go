//go:build e2e && bench

package e2e

import (
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	eventsv1 "k8s.io/api/events/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// atMost fails for a figure above its limit. The limits are those of a machine with
// two cores that does nothing else.
func atMost(t *testing.T, what string, got, limit time.Duration) {
	t.Helper()
	if got > limit {
		t.Errorf("%s: %s, want at most %s", what, got.Round(time.Millisecond), limit)
	}
}

// TestGaps prints what clients of a 3x1 cluster with 200 MB see of planned
// changes, beside the raw commands of Valkey under the same load: the longest time
// without an acknowledged write in a shard.
func TestGaps(t *testing.T) {
	config := menu(t, func(x *v1alpha1.ValkeyConfig) {
		x.Spec.Resources = &v1alpha1.Resources{CPU: "500m", Memory: "256Mi"}
		x.Spec.Valkey["maxmemory"] = "150mb"
	})
	c := cluster(t, config, 3, 1)
	ready(t, c)
	fill(t, c, 200)

	var quiet, failover, handed, rolled, moved, migrated []time.Duration
	for range 2 {
		quiet = append(quiet, during(t, c, func() { time.Sleep(5 * time.Second) }).Gaps...)
	}
	for range 2 {
		var at []time.Time
		failover = append(failover, during(t, c, func() { at = failOverAll(t, c) }).at(at)...)
	}
	memory := 151
	for range 2 {
		var took time.Duration
		began := time.Now()
		r := during(t, c, func() { took = rollAll(t, c, fmt.Sprintf("%dmb", memory)) })
		rolled = append(rolled, r.Gaps...)
		handed = append(handed, r.at(handedOver(t, c, began))...)
		fmt.Printf("bench-e2e: rolling all 6 pods of 3x1 with 200 MB, no failed request: %s\n", took.Round(time.Second/10))
		atMost(t, "rolling 6 pods with 200 MB", took, 90*time.Second)
		memory++
	}
	for range 2 {
		var out, in time.Duration
		before := owned(t, c)
		moved = append(moved, during(t, c, func() { out = rescaled(t, c, 4) }).Gaps...)
		migrated = append(migrated, rawMoves(t, c, before)...)
		during(t, c, func() { in = rescaled(t, c, 3) })
		atMost(t, "3 to 4 shards with 200 MB", out, 20*time.Second)
		fmt.Printf("bench-e2e: 3x1 with 200 MB: 3 to 4 shards, balanced and Ready: %s; back: %s\n", out.Round(time.Second/10), in.Round(time.Second/10))
	}
	say := func(what string, gaps []time.Duration) {
		fmt.Printf("bench-e2e: longest gap of writes in a shard, %s: median %s of %v\n", what, median(gaps).Round(time.Millisecond), sortedGaps(gaps))
	}
	say("nothing happens", quiet)
	say("raw CLUSTER FAILOVER", failover)
	say("around the failovers of a roll", handed)
	say("a whole roll", rolled)
	say("raw CLUSTER MIGRATESLOTS of the same slots", migrated)
	say("3 to 4 shards", moved)
	fmt.Printf("bench-e2e: a failover of a roll is %s above a raw one, 3 to 4 shards %s above raw migrations\n",
		(median(handed) - median(failover)).Round(time.Millisecond), (median(moved) - median(migrated)).Round(time.Millisecond))
	const above = 200 * time.Millisecond
	atMost(t, "a roll's failover above a raw one", median(handed)-median(failover), above)
	atMost(t, "moving slots above raw migrations", median(moved)-median(migrated), above)
	atMost(t, "the longest gap of writes", max(slices.Max(handed), slices.Max(moved)), 500*time.Millisecond)
	remove(t, c)
}

// fill writes megabytes of data, spread over all slots: one key of each.
func fill(t *testing.T, c *v1alpha1.ValkeyCluster, megabytes int) {
	t.Helper()
	out, err := exec.Command(bed.testbed, "check", "--addresses", addresses(t, c), "--skip-replicas", "--rate", "2000",
		"--writes", strconv.Itoa(slots.Count), "--value-size", strconv.Itoa(megabytes<<20/slots.Count), "--write-timeout", "10s").CombinedOutput()
	if err != nil {
		t.Fatalf("filling the cluster: %v: %s", err, out)
	}
}

// at is the longest gap that touches the two seconds around each of the times.
func (r report) at(times []time.Time) []time.Duration {
	var found []time.Duration
	for _, t := range times {
		longest := time.Duration(0)
		for _, g := range r.Within {
			if g.Start.Before(t.Add(time.Second)) && g.Start.Add(g.Length).After(t.Add(-time.Second)) {
				longest = max(longest, g.Length)
			}
		}
		found = append(found, longest)
	}
	return found
}

// during demands that a change lost nothing and failed nothing.
func during(t *testing.T, c *v1alpha1.ValkeyCluster, change func()) report {
	t.Helper()
	get(t, c.Namespace, c.Name, c)
	stop := load(t, c)
	change()
	r := stop()
	kept(t, r)
	if r.Failed > 0 || r.Unknown > 0 {
		t.Errorf("%d requests failed and %d have no known outcome: %v", r.Failed, r.Unknown, r.Reasons)
	}
	return r
}

// handedOver is when the operator failed shards over, by its Events.
func handedOver(t *testing.T, c *v1alpha1.ValkeyCluster, since time.Time) []time.Time {
	t.Helper()
	var list eventsv1.EventList
	if err := bed.client.List(t.Context(), &list, client.InNamespace(c.Namespace)); err != nil {
		t.Fatal(err)
	}
	var all []time.Time
	for i := range list.Items {
		if e := &list.Items[i]; e.Reason == string(plan.RollingPrimary) && e.EventTime.After(since) {
			all = append(all, e.EventTime.Time)
		}
	}
	if len(all) != len(c.Status.Shards) {
		t.Errorf("%d failovers of %d shards", len(all), len(c.Status.Shards))
	}
	return all
}

// failOverAll hands every shard over to its replica, one after the other.
func failOverAll(t *testing.T, c *v1alpha1.ValkeyCluster) (at []time.Time) {
	t.Helper()
	for _, p := range peers(t, c) { // the status follows a failover by hand only later
		if p.Role == topology.RoleReplica {
			at = append(at, time.Now())
			asked(t, p.Address, operatorLogin(t, c), "CLUSTER", "FAILOVER")
			time.Sleep(2 * time.Second)
		}
	}
	ready(t, c)
	return at
}

func rollAll(t *testing.T, c *v1alpha1.ValkeyCluster, memory string) time.Duration {
	t.Helper()
	before := map[string]bool{}
	for _, p := range pods(t, c) {
		before[string(p.UID)] = true
	}
	began := time.Now()
	edit(t, get(t, "", c.Spec.ConfigRef, &v1alpha1.ValkeyConfig{}), func(x *v1alpha1.ValkeyConfig) { x.Spec.Valkey["maxmemory"] = v1alpha1.SettingValue(memory) })
	eventually(t, 5*time.Minute, "every pod is new", func() error {
		for _, p := range pods(t, c) {
			if before[string(p.UID)] {
				return fmt.Errorf("pod %s is not", p.Name)
			}
		}
		return nil
	})
	ready(t, c)
	return time.Since(began)
}

func rescaled(t *testing.T, c *v1alpha1.ValkeyCluster, shards int32) time.Duration {
	t.Helper()
	began := time.Now()
	edit(t, c, func(c *v1alpha1.ValkeyCluster) { c.Spec.Shards = shards })
	ready(t, c)
	took := time.Since(began)
	settled(t, c)
	return took
}

// peers is how one of the servers sees all.
func peers(t *testing.T, c *v1alpha1.ValkeyCluster) []topology.Peer {
	t.Helper()
	all, err := topology.ParseNodes(asked(t, pods(t, c)[0].Status.PodIP, operatorLogin(t, c), "CLUSTER", "NODES"))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// owned are the slots of each primary by its address.
func owned(t *testing.T, c *v1alpha1.ValkeyCluster) map[string]slots.Set {
	t.Helper()
	all := map[string]slots.Set{}
	for _, p := range peers(t, c) {
		if p.Role == topology.RolePrimary && !p.Slots.Empty() {
			all[p.Address] = p.Slots
		}
	}
	return all
}

// rawMoves pauses the cluster, moves what the newest shard has got back to where
// it came from and again to it, by hand, and returns the gaps of the shards that
// the slots left.
func rawMoves(t *testing.T, c *v1alpha1.ValkeyCluster, before map[string]slots.Set) []time.Duration {
	t.Helper()
	pause(t, c, "true")
	now := owned(t, c)
	newest := ""
	for address := range now {
		if _, old := before[address]; !old {
			newest = address
		}
	}
	for old, had := range before {
		migrate(t, c, newest, old, had.And(now[newest]))
	}
	gaps := during(t, c, func() {
		for old, had := range before {
			migrate(t, c, old, newest, had.And(now[newest]))
		}
	})
	pause(t, c, "false")
	ready(t, c)
	return gaps.Gaps[:len(before)] // the newest has no slot when the load begins
}

func pause(t *testing.T, c *v1alpha1.ValkeyCluster, value string) {
	t.Helper()
	edit(t, c, func(c *v1alpha1.ValkeyCluster) {
		if c.Annotations == nil {
			c.Annotations = map[string]string{}
		}
		c.Annotations[names.AnnotationPaused] = value
	})
}

// migrate moves slots by the raw command and waits until the target has them.
func migrate(t *testing.T, c *v1alpha1.ValkeyCluster, from, to string, moved slots.Set) {
	t.Helper()
	l := operatorLogin(t, c)
	command := []string{"CLUSTER", "MIGRATESLOTS", "SLOTSRANGE"}
	for _, r := range moved.Ranges() {
		command = append(command, strconv.Itoa(r.First), strconv.Itoa(r.Last))
	}
	asked(t, from, l, append(command, "NODE", asked(t, to, l, "CLUSTER", "MYID"))...)
	eventually(t, patience, "the slots have moved", func() error {
		peers, err := topology.ParseNodes(asked(t, to, l, "CLUSTER", "NODES"))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range peers {
			if p.Myself && p.Slots.And(moved) == moved {
				return nil
			}
		}
		return fmt.Errorf("they have not")
	})
}

func median(gaps []time.Duration) time.Duration {
	return slices.Sorted(slices.Values(gaps))[len(gaps)/2]
}

func sortedGaps(gaps []time.Duration) string {
	var all []string
	for _, g := range slices.Sorted(slices.Values(gaps)) {
		all = append(all, strconv.Itoa(int(g.Milliseconds())))
	}
	return strings.Join(all, " ") + " ms"
}
