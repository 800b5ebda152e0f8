//go:build e2e && full

package e2e

import (
	"testing"
	"time"

	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// TestDrain drains one host after the other, all three, of a cluster with 1 GiB of
// data in one shard. A kubelet ends a server as soon as it has handed over, so that
// clients which do not try again see failures until they know the new primary; no
// write that was acknowledged is lost.
func TestDrain(t *testing.T) {
	config := menu(t, func(c *v1alpha1.ValkeyConfig) {
		// A processor's fiftieth, as elsewhere, would copy 1 GiB in minutes.
		c.Spec.Resources = &v1alpha1.Resources{CPU: "500m", Memory: "1536Mi"}
		c.Spec.Valkey["maxmemory"] = "1300mb"
	})
	c := cluster(t, config, 3, 1)
	ready(t, c)
	fillShard(t, c, c.Status.Shards[0], 1<<30)
	stop := load(t, c)
	for _, host := range []string{"node-a", "node-b", "node-c"} {
		apart(t, c)
		began := time.Now()
		uncordon := cordoned(t, host)
		drained := named(at(t, c, host))
		for _, name := range drained {
			evict(t, c, name)
		}
		eventually(t, patience, host+" is empty", func() error { return empty(at(t, c, host)) })
		t.Logf("%s with %v is empty after %s", host, drained, time.Since(began).Round(time.Second/10))
		uncordon()
		whole(t, c, began, drained)
		timeline(t, c, began)
	}
	lostNothing(t, stop())
	remove(t, c)
}

func evict(t *testing.T, c *v1alpha1.ValkeyCluster, name string) {
	t.Helper()
	pod := get(t, c.Namespace, name, podOf(c, name))
	if err := bed.client.SubResource("eviction").Create(t.Context(), pod, &policyv1.Eviction{
		ObjectMeta: metav1.ObjectMeta{Namespace: c.Namespace, Name: name},
	}); err != nil {
		t.Fatal(err)
	}
}
