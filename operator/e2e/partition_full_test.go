//go:build e2e && full

package e2e

import (
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// TestPartitionHeals cuts a host and then a pod off for half a minute, each with
// one primary of three. Clients on both sides go on writing: once it has healed,
// the server that was cut off takes no write any more.
func TestPartitionHeals(t *testing.T) {
	config := menu(t)
	cases := map[string]func(c *v1alpha1.ValkeyCluster, host, primary string) string{
		"a host": func(_ *v1alpha1.ValkeyCluster, host, _ string) string { return host },
		"a pod":  func(c *v1alpha1.ValkeyCluster, _, primary string) string { return c.Namespace + "/" + primary },
	}
	for name, what := range cases {
		t.Run(name, func(t *testing.T) {
			c := cluster(t, config, 3, 1)
			ready(t, c)
			apart(t, c)
			host, primary := single(t, c)
			s := shardOf(t, c, primary)
			key := "side:{" + tags(t, c, s, 1)[0] + "}"
			stop := load(t, c)
			old := asks(t, c, primary, key)
			heir := asks(t, c, s.Replicas[0], key)
			began := time.Now()
			mend := cutOff(t, what(c, host, primary))
			time.Sleep(30 * time.Second)
			mend()
			healed := time.Now()
			time.Sleep(20 * time.Second)
			ready(t, c)
			settled(t, c)
			t.Logf("whole %s after it healed", time.Since(healed).Round(time.Second/10))
			r := stop()
			t.Log(r)
			timeline(t, c, began)
			one(t, old(), heir(), began, healed)
			if r.LongestGap > longestGap {
				t.Errorf("the longest gap is %s, want at most %s", r.LongestGap, longestGap)
			}
			if r.Unread > 0 {
				t.Errorf("%d keys cannot be read", r.Unread)
			}
			remove(t, c)
		})
	}
}

// one demands that the server that was cut off takes no write after the network
// has healed, and that its heir did before.
func one(t *testing.T, old, heir []write, began, healed time.Time) {
	t.Helper()
	last, late := time.Duration(0), 0
	for _, w := range old {
		if !w.taken {
			continue
		}
		last = max(last, w.at.Sub(began))
		if w.at.After(healed) {
			late++
		}
	}
	first := time.Duration(0)
	for _, w := range heir {
		if since := w.at.Sub(began); w.taken && since > 0 && first == 0 {
			first = since
		}
	}
	both := 0
	for _, w := range old {
		if w.taken && first > 0 && w.at.Sub(began) > first {
			both++
		}
	}
	t.Logf("the server that was cut off took writes until %s, its heir from %s; %d behind the first of the heir; asked %d and %d times",
		last.Round(time.Second/10), first.Round(time.Second/10), both, len(old), len(heir))
	if late > 0 {
		t.Errorf("%d writes were taken by the old primary after the network had healed", late)
	}
	if first == 0 || first > healed.Sub(began) {
		t.Errorf("the heir took no write while the network was cut: the first after %s", first)
	}
	if len(old) < 50 || len(heir) < 50 {
		t.Errorf("the servers were asked %d and %d times only", len(old), len(heir))
	}
}

// TestPartitionOfTheOnlyShard cuts the primary of a single shard off: it is its
// own majority, so that nobody else may be promoted, and it goes on when the
// network has healed.
func TestPartitionOfTheOnlyShard(t *testing.T) {
	c := cluster(t, menu(t), 1, 1)
	ready(t, c)
	s := c.Status.Shards[0]
	pod := get(t, c.Namespace, s.Primary, &corev1.Pod{})
	key := "side:{" + tags(t, c, s, 1)[0] + "}"
	old, heir := asks(t, c, s.Primary, key), asks(t, c, s.Replicas[0], key)
	began := time.Now()
	mend := cutOff(t, pod.Namespace+"/"+pod.Name)
	time.Sleep(40 * time.Second)
	mend()
	time.Sleep(5 * time.Second)
	ready(t, c)
	settled(t, c)
	timeline(t, c, began)
	taken := 0
	for _, w := range old() {
		if w.taken && w.at.After(began) {
			taken++
		}
	}
	for _, w := range heir() {
		if w.taken {
			t.Fatalf("the replica took a write %s after the cut", w.at.Sub(began))
		}
	}
	t.Logf("the primary took %d writes since the cut", taken)
	if taken < 50 || c.Status.Shards[0].Primary != s.Primary {
		t.Errorf("%d writes, and the primary is %s, was %s", taken, c.Status.Shards[0].Primary, s.Primary)
	}
	remove(t, c)
}
