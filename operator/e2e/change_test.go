//go:build e2e

package e2e

import (
	"fmt"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// brisk gives a server the time that a load and a change take together. The CPU is
// a limit too: with the 20m of menu it runs for 2 of 100 milliseconds.
func brisk(c *v1alpha1.ValkeyConfig) { c.Spec.Resources.CPU = "150m" }

// lostNothing demands that each acknowledged write is there.
func lostNothing(t *testing.T, r report) {
	t.Helper()
	t.Log(r)
	if r.Lost > 0 || r.Unread > 0 || r.Acknowledged < 100 {
		t.Errorf("the change cost data: %s", r)
	}
}

// kept demands that a planned change lost nothing that was acknowledged, and that
// no request was refused. A reply that was lost with its connection is one that a
// client repeats.
func kept(t *testing.T, r report) {
	t.Helper()
	lostNothing(t, r)
	if r.Failed > 0 {
		t.Errorf("requests failed: %s", r)
	}
}

// TestScaling takes a cluster under load through shapes, also back half-way.
func TestScaling(t *testing.T) {
	t.Parallel()
	c := cluster(t, menu(t, brisk), 2, 1)
	ready(t, c)
	stop := load(t, c)
	shapes := []shape{{3, 1}, {2, 1}}
	if full {
		shapes = []shape{{3, 1}, {2, 1}, {2, 2}, {2, 1}, {2, 0}, {1, 0}, {2, 1}}
	}
	for _, s := range shapes {
		scaled(t, c, s)
	}
	kept(t, stop())
	remove(t, c)
}

func shaped(s shape) func(*v1alpha1.ValkeyCluster) {
	return func(c *v1alpha1.ValkeyCluster) { c.Spec.Shards, c.Spec.ReplicasPerShard = s[0], s[1] }
}

// scaled takes a cluster to a shape and demands that no primary changes and that
// no shard is ever short of what it needs.
func scaled(t *testing.T, c *v1alpha1.ValkeyCluster, to shape) seen {
	t.Helper()
	moves := c.Spec.Shards != to[0] && c.Spec.Shards > 1 // a single migration may fall between two looks
	stop := beside(t, c, to)
	began := time.Now()
	edit(t, c, shaped(to))
	ready(t, c)
	t.Logf("%dx%d after %s", to[0], to[1], time.Since(began).Round(time.Second/10))
	settled(t, c)
	s := steady(t, stop())
	if len(s.Promotions) > 0 {
		t.Errorf("%dx%d changed primaries: %v", to[0], to[1], s.Promotions)
	}
	if err := s.said("slots moved, ", " to go", "moving"); moves && err != nil {
		t.Error(err)
	}
	return s
}

// settled is verify with a little time: the pods of nodes that left end.
func settled(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	eventually(t, patience, "the pods are those of the nodes", func() error { return allRun(t, c, len(nodes(t, c))) })
	verify(t, c)
}

// allRun demands so many pods, each at work: one that has ended is there for a
// while, and so is the verdict of before.
func allRun(t *testing.T, c *v1alpha1.ValkeyCluster, count int) error {
	t.Helper()
	all := pods(t, c)
	for i := range all {
		if all[i].Status.Phase != corev1.PodRunning || all[i].DeletionTimestamp != nil {
			return fmt.Errorf("pod %s is %s, deleted %v", all[i].Name, all[i].Status.Phase, all[i].DeletionTimestamp)
		}
	}
	if len(all) != count {
		return fmt.Errorf("%d pods run, want %d", len(all), count)
	}
	return nil
}

// TestRolling replaces every pod of a cluster under load by way of its image and
// of a setting.
func TestRolling(t *testing.T) {
	t.Parallel()
	other := &v1alpha1.ValkeyImage{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "image-"},
		Spec:       v1alpha1.ValkeyImageSpec{Repository: valkeyRepository, Tag: valkeyTag + "-b", Version: valkeyTag},
	}
	create(t, other)
	config := menu(t, brisk)
	c := cluster(t, config, 2, 1)
	ready(t, c)
	stop := load(t, c)
	before := pods(t, c)
	began, unwatch := time.Now(), beside(t, c)
	chosen := get(t, "", config, &v1alpha1.ValkeyConfig{})
	edit(t, chosen, func(x *v1alpha1.ValkeyConfig) { x.Spec.ImageRef = other.Name })
	rolled(t, c, valkeyRepository+":"+valkeyTag+"-b")
	t.Logf("rolled %d pods in %s", len(before), time.Since(began).Round(time.Second/10))
	settled(t, c)
	onceEach(t, c, steady(t, unwatch()))
	kept(t, stop())
	for _, p := range pods(t, c) {
		for _, old := range before {
			if p.UID == old.UID {
				t.Errorf("pod %s was not replaced", p.Name)
			}
		}
	}
	remove(t, c)
}

// onceEach demands exactly one change of primary a shard.
func onceEach(t *testing.T, c *v1alpha1.ValkeyCluster, s seen) {
	t.Helper()
	for i := range c.Spec.Shards {
		if s.Promotions[i] != 1 {
			t.Errorf("shard %d changed its primary %d times, want once", i, s.Promotions[i])
		}
	}
}

// rolled waits until every node has the image and the cluster is Ready.
func rolled(t *testing.T, c *v1alpha1.ValkeyCluster, image string) {
	t.Helper()
	eventually(t, patience, "every node runs "+image, func() error {
		for _, n := range nodes(t, c) {
			if n.Spec.Image != image {
				return fmt.Errorf("node %s of shard %d runs %s\n%s", n.Name, n.Spec.ShardIndex, n.Spec.Image, events(t, c.Namespace))
			}
		}
		return nil
	})
	ready(t, c)
}
