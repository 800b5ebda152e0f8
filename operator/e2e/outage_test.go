//go:build e2e && bench

package e2e

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// TestOutages prints how long writes to a shard of 3x1 stop when the process of its
// primary is killed, with the operator and, in turns, with the cluster paused, so
// that Valkey is alone; and when the processes of two primaries of three are killed,
// where Valkey has no majority to elect anybody.
func TestOutages(t *testing.T) {
	c := cluster(t, menu(t, func(x *v1alpha1.ValkeyConfig) { x.Spec.Resources.CPU = "500m" }), 3, 1)
	ready(t, c)
	var ours, alone, minority []time.Duration
	for range 3 {
		ours = append(ours, outage(t, c, 1, false))
		alone = append(alone, outage(t, c, 1, true))
		minority = append(minority, outage(t, c, 2, false))
	}
	fmt.Printf("bench-e2e: the primary's process killed, longest gap of writes in its shard: operator median %s of %v, Valkey alone median %s of %v\n",
		median(ours).Round(time.Millisecond), sortedGaps(ours), median(alone).Round(time.Millisecond), sortedGaps(alone))
	fmt.Printf("bench-e2e: the processes of two primaries of three killed, longest gap of writes in a shard: median %s of %v\n",
		median(minority).Round(time.Millisecond), sortedGaps(minority))
	atMost(t, "writes resume after a primary's end", slices.Max(ours), 3*time.Second)
	atMost(t, "writes resume after the end of two primaries of three", slices.Max(minority), plan.DefaultNodeTimeout+10*time.Second)
	remove(t, c)
}

// outage kills the processes of the first primaries and returns the longest gap of a
// shard from there. Valkey alone has had the cluster paused.
func outage(t *testing.T, c *v1alpha1.ValkeyCluster, primaries int, isAlone bool) time.Duration {
	t.Helper()
	settled(t, c)
	get(t, c.Namespace, c.Name, c)
	var lost []string
	for _, s := range c.Status.Shards[:primaries] {
		lost = append(lost, s.Primary)
	}
	if isAlone {
		pause(t, c, "true")
		time.Sleep(time.Second) // a pass that has begun ends
	}
	stop := load(t, c)
	for _, name := range lost {
		killed(t, c, name)
	}
	time.Sleep(20 * time.Second) // longer than every limit, so that a shard that stays down is seen
	r := stop()
	if r.Lost > 0 {
		t.Logf("%d acknowledged writes of the last moments are lost", r.Lost)
	}
	pause(t, c, "false")
	recovered(t, c, lost...)
	return slices.Max(r.Gaps)
}
