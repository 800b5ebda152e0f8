//go:build e2e && full

package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// roomy is a config with room for some hundred megabytes of data.
func roomy(c *v1alpha1.ValkeyConfig) {
	brisk(c)
	c.Spec.Resources.Memory = "384Mi"
	c.Spec.Valkey["maxmemory"] = "256mb"
}

// valueSize of the keys that fill a cluster: 16384 of them are 105 MB.
const valueSize = 6400

// TestScalingFromOne takes a single server to replicas and shards and back.
func TestScalingFromOne(t *testing.T) {
	t.Parallel()
	c := cluster(t, menu(t, roomy), 1, 0)
	ready(t, c)
	library(t, c)
	fillSlots(t, c, valueSize/10)
	stop := load(t, c)
	for _, s := range []shape{{1, 1}, {2, 1}, {1, 1}, {1, 2}, {1, 0}} {
		scaled(t, c, s)
		callable(t, c)
	}
	filledSlots(t, c, valueSize/10)
	kept(t, stop())
	remove(t, c)
}

// TestScalingWithData takes a cluster with 100 MB of data out and in, and its
// replicas to two and to none.
func TestScalingWithData(t *testing.T) {
	t.Parallel()
	c := cluster(t, menu(t, roomy), 3, 1)
	ready(t, c)
	library(t, c)
	fillSlots(t, c, valueSize)
	stop := load(t, c)
	for _, s := range []shape{{4, 1}, {3, 1}, {3, 2}, {3, 0}, {3, 1}} {
		scaled(t, c, s)
		callable(t, c)
		filledSlots(t, c, valueSize)
	}
	kept(t, stop())
	remove(t, c)
}

// TestScalingInIsTakenBack takes a cluster of three shards to two and back again
// at three points: when the first slots are on their way, when some have left the
// last shard, and when all have.
func TestScalingInIsTakenBack(t *testing.T) {
	t.Parallel()
	c := cluster(t, menu(t, roomy), 3, 1)
	ready(t, c)
	library(t, c)
	fillSlots(t, c, valueSize)
	stop := load(t, c)
	points := map[string]func(slots int, moving bool) bool{
		"on their way": func(_ int, moving bool) bool { return moving },
		"some left":    func(slots int, _ bool) bool { return slots < 5461 },
		"all left":     func(slots int, _ bool) bool { return slots == 0 },
	}
	for name, reached := range points {
		t.Run(name, func(t *testing.T) {
			unwatch := beside(t, c, shape{2, 1})
			source := addressOf(t, c, c.Status.Shards[2].Primary)
			edit(t, c, shaped(shape{2, 1}))
			left := toTakeBack(t, c, source, reached)
			edit(t, c, shaped(shape{3, 1}))
			t.Logf("taken back with %d slots in the last shard", left)
			ready(t, c)
			settled(t, c)
			if s := steady(t, unwatch()); s.Promotions[0]+s.Promotions[1] > 0 {
				t.Errorf("primaries changed: %v", s.Promotions)
			}
			callable(t, c)
			filledSlots(t, c, valueSize)
		})
	}
	kept(t, stop())
	remove(t, c)
}

// toTakeBack waits for the point at which the edit is to be taken back, and
// returns how many slots the primary at the address has then.
func toTakeBack(t *testing.T, c *v1alpha1.ValkeyCluster, source string, reached func(slots int, moving bool) bool) int {
	t.Helper()
	address, l, left := addressOf(t, c, c.Status.Shards[0].Primary), operatorLogin(t, c), 0
	deadline := time.Now().Add(time.Minute)
	for time.Now().Before(deadline) {
		peers, err := topology.ParseNodes(asked(t, address, l, "CLUSTER", "NODES"))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range peers {
			if p.Address == source {
				left = p.Slots.Len()
			}
		}
		// The source may have ended: then it moves nothing.
		if jobs, _ := ask(t, source, l, "CLUSTER", "GETSLOTMIGRATIONS"); reached(left, underWay(jobs)) {
			return left
		}
	}
	t.Fatalf("the point was not reached; the last shard has %d slots", left)
	return 0
}

// underWay is whether one of the jobs in a reply to CLUSTER GETSLOTMIGRATIONS has
// not ended.
func underWay(jobs string) bool {
	lines := strings.Split(jobs, "\n")
	for i := range lines[1:] {
		if lines[i] == "state" && !topology.MigrationState(lines[i+1]).Ended() {
			return true
		}
	}
	return false
}

// TestScalingInWithPendingPod drains a shard that lost its replica while no host
// takes the new one, so that a pod of it that leaves is Pending.
func TestScalingInWithPendingPod(t *testing.T) {
	c := cluster(t, menu(t, roomy), 4, 1)
	ready(t, c)
	library(t, c)
	fillSlots(t, c, valueSize/10)
	for _, host := range []string{"node-a", "node-b", "node-c"} {
		must(testbed("cordon", host))
		t.Cleanup(func() { must(testbed("uncordon", host)) })
	}
	lost := c.Status.Shards[3].Replicas[0]
	if err := bed.client.Delete(t.Context(), &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: c.Namespace, Name: lost}}); err != nil {
		t.Fatal(err)
	}
	eventually(t, patience, "the new replica is Pending", func() error {
		for _, p := range pods(t, c) {
			if p.Status.Phase == corev1.PodPending && p.DeletionTimestamp == nil {
				return nil
			}
		}
		return fmt.Errorf("no pod is")
	})
	condition(t, c, v1alpha1.ConditionReady, metav1.ConditionFalse, "PodBlocked")
	stop := load(t, c)
	scaled(t, c, shape{3, 1})
	callable(t, c)
	filledSlots(t, c, valueSize/10)
	kept(t, stop())
	remove(t, c)
}
