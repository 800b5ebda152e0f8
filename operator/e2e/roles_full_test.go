//go:build e2e && full

package e2e

import (
	"fmt"
	"slices"
	"testing"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

func inside(c *v1alpha1.ValkeyCluster) client.ListOption { return client.InNamespace(c.Namespace) }

// rolesAre demands that the status has the nodes for primaries.
func rolesAre(t *testing.T, c *v1alpha1.ValkeyCluster, primaries []string) error {
	t.Helper()
	get(t, c.Namespace, c.Name, c)
	for _, name := range primaries {
		if !slices.ContainsFunc(c.Status.Shards, func(s v1alpha1.ShardStatus) bool { return s.Primary == name }) {
			return fmt.Errorf("node %s is no primary: %+v", name, c.Status.Shards)
		}
	}
	return nil
}

// shardOf is the shard of a primary, as the status has it.
func shardOf(t *testing.T, c *v1alpha1.ValkeyCluster, primary string) v1alpha1.ShardStatus {
	t.Helper()
	for _, s := range c.Status.Shards {
		if s.Primary == primary {
			return s
		}
	}
	t.Fatalf("no shard has primary %s: %+v", primary, c.Status.Shards)
	return v1alpha1.ShardStatus{}
}
