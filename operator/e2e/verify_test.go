//go:build e2e

package e2e

import (
	"fmt"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// verify looks at the servers themselves: every one sees all slots, spread
// evenly over the shards, and each primary has its replicas.
func verify(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	all, l := pods(t, c), operatorLogin(t, c)
	if want := int(c.Spec.Shards * (c.Spec.ReplicasPerShard + 1)); len(all) != want || len(nodes(t, c)) != want {
		t.Fatalf("%d pods and %d nodes, want %d", len(all), len(nodes(t, c)), want)
	}
	for i := range all {
		if err := healthy(t, c, &all[i], l); err != nil {
			t.Errorf("as %s sees it: %v", all[i].Name, err)
		}
	}
}

func healthy(t *testing.T, c *v1alpha1.ValkeyCluster, pod *corev1.Pod, l login) error {
	t.Helper()
	peers, err := topology.ParseNodes(asked(t, pod.Status.PodIP, l, "CLUSTER", "NODES"))
	if err != nil {
		return err
	}
	taken, following, epochs := slots.Set{}, map[string]int32{}, map[uint64]bool{}
	for _, p := range peers {
		if p.Health != topology.HealthOK || !p.Connected {
			return fmt.Errorf("peer %s at %s is %s, connected %t", p.ID, p.Address, p.Health, p.Connected)
		}
		if p.Role == topology.RoleReplica {
			following[p.PrimaryID]++
			continue
		}
		if both := taken.And(p.Slots); !both.Empty() || epochs[p.ConfigEpoch] {
			return fmt.Errorf("slots %s have two owners, or epoch %d has", both, p.ConfigEpoch)
		}
		epochs[p.ConfigEpoch] = true
		taken = taken.Or(p.Slots)
	}
	least, most, primaries := slots.Count, 0, int32(0)
	for _, p := range peers {
		if p.Role != topology.RolePrimary {
			continue
		}
		primaries++
		least, most = min(least, p.Slots.Len()), max(most, p.Slots.Len())
		if following[p.ID] != c.Spec.ReplicasPerShard {
			return fmt.Errorf("primary %s has %d replicas, want %d", p.ID, following[p.ID], c.Spec.ReplicasPerShard)
		}
	}
	if taken != slots.All() || most-least > 1 || primaries != c.Spec.Shards {
		return fmt.Errorf("%d slots on %d primaries with %d to %d each", taken.Len(), primaries, least, most)
	}
	return nil
}
