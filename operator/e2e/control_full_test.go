//go:build e2e && full

package e2e

import (
	"testing"
	"time"
)

// TestOperatorDown loses a primary's process and a replica's pod while nobody
// looks: Valkey fails over by itself, and the operator makes it whole when it is
// back.
func TestOperatorDown(t *testing.T) {
	c := cluster(t, menu(t), 3, 1)
	ready(t, c)
	primary, replica := c.Status.Shards[0].Primary, c.Status.Shards[1].Replicas[0]
	key := "side:{" + tags(t, c, c.Status.Shards[0], 1)[0] + "}"
	heir := asks(t, c, c.Status.Shards[0].Replicas[0], key)
	stop := load(t, c)
	t.Cleanup(func() { revived(t) })
	must(testbed("operator", "stop"))
	began := time.Now()
	killed(t, c, primary)
	if err := bed.client.Delete(t.Context(), podOf(c, replica)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(30 * time.Second)
	first := firstTaken(heir(), began)
	t.Logf("the replica took its first write %s after the primary was killed", first.Round(time.Second/10))
	if first == 0 {
		t.Error("Valkey did not fail over by itself within 30 s")
	}
	startOperator(t)
	whole(t, c, began, []string{primary, replica})
	r := stop()
	t.Log(r)
	timeline(t, c, began)
	if r.Unread > 0 || r.LongestGap > longestGap {
		t.Errorf("the longest gap is %s, want at most %s; %d keys cannot be read", r.LongestGap, longestGap, r.Unread)
	}
	remove(t, c)
}

// firstTaken is when the first write after a time was taken; 0 if none was.
func firstTaken(all []write, began time.Time) time.Duration {
	for _, w := range all {
		if since := w.at.Sub(began); w.taken && since > 0 {
			return since
		}
	}
	return 0
}

// TestAPIServerSilent: while nothing else fails, no client notices; a lost primary
// is replaced by Valkey itself, and by the operator when it hears again.
func TestAPIServerSilent(t *testing.T) {
	config := menu(t)
	silent := func(t *testing.T, meanwhile func()) {
		t.Helper()
		t.Cleanup(func() { revived(t) })
		mend := broken(t, []string{"apiserver", "drop"}, []string{"apiserver", "heal"})
		meanwhile()
		time.Sleep(20 * time.Second)
		mend()
		time.Sleep(2 * time.Second)
		revived(t)
	}
	t.Run("nothing else fails", func(t *testing.T) {
		c := cluster(t, config, 3, 1)
		ready(t, c)
		before := named(pods(t, c))
		stop := load(t, c)
		silent(t, func() {})
		ready(t, c)
		settled(t, c)
		r := stop()
		kept(t, r)
		if r.Failed > 0 || r.Unknown > 0 || r.LongestGap > time.Second {
			t.Errorf("clients noticed: %s", r)
		}
		if after := named(pods(t, c)); len(difference(before, after)) > 0 {
			t.Errorf("the pods are %v, were %v", after, before)
		}
		remove(t, c)
	})
	t.Run("a primary is killed", func(t *testing.T) {
		c := cluster(t, config, 3, 1)
		ready(t, c)
		primary := c.Status.Shards[0].Primary
		stop := load(t, c)
		var began time.Time
		silent(t, func() { began = time.Now(); killed(t, c, primary) })
		whole(t, c, began, []string{primary})
		r := stop()
		t.Log(r)
		timeline(t, c, began)
		if r.Unread > 0 || r.LongestGap > longestGap {
			t.Errorf("the longest gap is %s, want at most %s; %d keys cannot be read", r.LongestGap, longestGap, r.Unread)
		}
		remove(t, c)
	})
}

func difference(before, after []string) (gone []string) {
	there := map[string]bool{}
	for _, name := range after {
		there[name] = true
	}
	for _, name := range before {
		if !there[name] {
			gone = append(gone, name)
		}
	}
	return gone
}
