//go:build e2e && full

package e2e

import (
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

func named(all []corev1.Pod) (list []string) {
	for i := range all {
		list = append(list, all[i].Name)
	}
	return list
}

// TestHostLost ends a host with one primary of three and a replica of another
// shard, and boots it again.
func TestHostLost(t *testing.T) {
	c := cluster(t, menu(t), 3, 1)
	ready(t, c)
	apart(t, c)
	host, _ := single(t, c)
	lost := named(at(t, c, host))
	stop := load(t, c)
	began := time.Now()
	boot := hostStopped(t, host)
	t.Logf("%s with %v is down; not Ready after %s", host, lost, notReady(t, host, began).Round(time.Second/10))
	whole(t, c, began, lost)
	boot()
	time.Sleep(10 * time.Second)
	ready(t, c)
	settled(t, c)
	r := stop()
	t.Log(r)
	timeline(t, c, began)
	if r.LongestGap > longestGap {
		t.Errorf("the longest gap is %s, want at most %s", r.LongestGap, longestGap)
	}
	if r.Unread > 0 {
		t.Errorf("%d keys cannot be read", r.Unread)
	}
	remove(t, c)
}

// whole waits until the cluster is whole without the lost nodes, and logs when.
func whole(t *testing.T, c *v1alpha1.ValkeyCluster, began time.Time, lost []string) {
	t.Helper()
	recovered(t, c, lost...)
	t.Logf("whole without %v after %s", lost, time.Since(began).Round(time.Second/10))
}

// TestQuorumLostWithAHost ends the host, which is a zone, that has two of three
// primaries. Nobody can vote, and nothing but the loss of the host proves that the
// two are gone: until Kubernetes has called it lost there is no takeover. The
// bound counts from there.
func TestQuorumLostWithAHost(t *testing.T) {
	c := cluster(t, menu(t), 3, 1)
	ready(t, c)
	apart(t, c)
	host, lost := majority(t, c)
	stop := load(t, c)
	began := time.Now()
	boot := hostStopped(t, host)
	proven := notReady(t, host, began)
	whole(t, c, began, lost)
	boot()
	time.Sleep(10 * time.Second)
	ready(t, c)
	settled(t, c)
	r := stop()
	t.Log(r)
	timeline(t, c, began)
	first := when(t, c, began, "TakingOver")
	t.Logf("not Ready after %s, first takeover %s later, %s after the fault; longest gap %s, which is %s after the proof",
		proven, first-proven, first, r.LongestGap, r.LongestGap-proven)
	if first < proven-time.Second {
		t.Errorf("the takeover came after %s, before the host was lost after %s", first, proven)
	}
	if r.LongestGap > proven+longestGap {
		t.Errorf("the longest gap is %s, want at most %s after the host is not Ready, which was after %s", r.LongestGap, longestGap, proven)
	}
	remove(t, c)
}
