//go:build e2e && bench

package e2e

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// TestOutages prints how long writes to a shard of 3x1 stop when the process of its
// primary is killed, with the operator and, in turns, with the cluster paused, so
// that Valkey is alone.
func TestOutages(t *testing.T) {
	c := cluster(t, menu(t, func(x *v1alpha1.ValkeyConfig) { x.Spec.Resources.CPU = "500m" }), 3, 1)
	ready(t, c)
	var ours, alone []time.Duration
	for range 3 {
		ours = append(ours, outage(t, c, false))
		alone = append(alone, outage(t, c, true))
	}
	fmt.Printf("bench-e2e: the primary's process killed, longest gap of writes in its shard: operator median %s of %v, Valkey alone median %s of %v\n",
		median(ours).Round(time.Millisecond), sortedGaps(ours), median(alone).Round(time.Millisecond), sortedGaps(alone))
	atMost(t, "writes resume after a primary's end", slices.Max(ours), 3*time.Second)
	remove(t, c)
}

func outage(t *testing.T, c *v1alpha1.ValkeyCluster, isAlone bool) time.Duration {
	t.Helper()
	settled(t, c)
	get(t, c.Namespace, c.Name, c)
	lost := c.Status.Shards[0].Primary
	if isAlone {
		pause(t, c, "true")
		time.Sleep(time.Second) // a pass that has begun ends
	}
	stop := load(t, c)
	killed(t, c, lost)
	time.Sleep(15 * time.Second)
	r := stop()
	if r.Lost > 0 {
		t.Logf("%d acknowledged writes of the last moments are lost", r.Lost)
	}
	pause(t, c, "false")
	recovered(t, c, lost)
	return slices.Max(r.Gaps)
}
