//go:build e2e

package e2e

import (
	"fmt"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

func TestShapes(t *testing.T) {
	shapes := [][2]int32{{1, 0}, {3, 1}}
	if full {
		shapes = [][2]int32{{1, 0}, {1, 1}, {2, 0}, {3, 1}, {4, 2}, {12, 1}}
	}
	for _, shape := range shapes {
		t.Run(fmt.Sprintf("%dx%d", shape[0], shape[1]), func(t *testing.T) {
			c := cluster(t, menu(t), shape[0], shape[1])
			ready(t, c)
			t.Logf("Active %s after the last pod ran, %s after it was made", sinceLastPod(t, c), active(c).Sub(c.CreationTimestamp.Time))
			verify(t, c)
			statusAgrees(t, c)
			quorumSpread(t, c)
			remove(t, c)
		})
	}
}

// quorumSpread demands that no host has a primary too many to be lost, where one of them
// could as well be on a host that has none. Each host is a zone here.
func quorumSpread(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	host, primaries := map[string]string{}, map[string]int{}
	for _, p := range pods(t, c) {
		host[p.Name] = p.Spec.NodeName
	}
	for _, s := range c.Status.Shards {
		primaries[host[s.Primary]]++
	}
	safe := max(1, (len(c.Status.Shards)-1)/2)
	for _, s := range c.Status.Shards {
		for _, r := range s.Replicas {
			if primaries[host[s.Primary]] > safe && primaries[host[r]] == 0 {
				t.Errorf("primaries by host are %v, and that of shard %d could be on %s", primaries, s.Index, host[r])
			}
		}
	}
	t.Logf("primaries by host: %v", primaries)
}

// active is when the cluster became Ready, to the second.
func active(c *v1alpha1.ValkeyCluster) time.Time {
	return meta.FindStatusCondition(c.Status.Conditions, v1alpha1.ConditionReady).LastTransitionTime.Time
}

// sinceLastPod is the time from the start of the last container until the
// cluster became Ready.
func sinceLastPod(t *testing.T, c *v1alpha1.ValkeyCluster) time.Duration {
	t.Helper()
	var last time.Time
	for _, p := range pods(t, c) {
		for _, s := range p.Status.ContainerStatuses {
			if s.State.Running != nil && s.State.Running.StartedAt.After(last) {
				last = s.State.Running.StartedAt.Time
			}
		}
	}
	return active(c).Sub(last)
}

// statusAgrees compares the status with the nodes.
func statusAgrees(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	if len(c.Status.Shards) != int(c.Spec.Shards) {
		t.Errorf("the status has %d shards, want %d", len(c.Status.Shards), c.Spec.Shards)
	}
	for _, s := range c.Status.Shards {
		if s.Primary == "" || s.Slots == "" || len(s.Replicas) != int(c.Spec.ReplicasPerShard) {
			t.Errorf("shard %d of the status is %+v", s.Index, s)
		}
	}
	if c.Status.TargetSpec != nil || c.Status.ObservedGeneration != c.Generation || c.Status.Config == nil || c.Status.Config.Image != valkeyRepository+":"+valkeyTag {
		t.Errorf("the status is %+v", c.Status)
	}
	for _, p := range pods(t, c) {
		if p.Status.Phase != corev1.PodRunning {
			t.Errorf("pod %s is %s", p.Name, p.Status.Phase)
		}
	}
	want := int32(len(nodes(t, c)))
	eventually(t, patience, "every node has loaded users.acl", func() error {
		get(t, c.Namespace, c.Name, c)
		if a := c.Status.ACL; a == nil || a.NodesAtRevision != want {
			return fmt.Errorf("status.acl is %+v, want %d nodes", a, want)
		}
		return nil
	})
}
