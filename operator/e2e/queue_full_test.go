//go:build e2e && full

package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// TestSharedConfig edits a config that ten clusters share: two of them roll at the
// same time, also across a restart of the operator, and in the end all have.
func TestSharedConfig(t *testing.T) {
	const limit, count = 2, 10
	t.Setenv("MAX_ROLLING_CLUSTERS", fmt.Sprint(limit))
	t.Cleanup(func() { _ = os.Unsetenv("MAX_ROLLING_CLUSTERS"); startOperator(t) })
	startOperator(t)
	config := menu(t)
	var all []*v1alpha1.ValkeyCluster
	for range count {
		all = append(all, cluster(t, config, 1, 0))
	}
	for _, c := range all {
		ready(t, c)
	}
	edit(t, get(t, "", config, &v1alpha1.ValkeyConfig{}), func(x *v1alpha1.ValkeyConfig) { x.Spec.Valkey["maxmemory"] = "31mb" })
	queued, most, restarted := false, 0, false
	eventually(t, 5*time.Minute, "all have rolled", func() error {
		rolling, left := 0, 0
		for _, c := range all {
			fresh, old := 0, 0
			for _, n := range nodes(t, c) {
				if n.Spec.ValkeySettings["maxmemory"] == "31mb" {
					fresh++
				} else {
					old++
				}
			}
			if old > 0 {
				left++
			}
			if old > 0 && fresh > 0 {
				rolling++
			}
			get(t, c.Namespace, c.Name, c)
			for _, condition := range c.Status.Conditions {
				queued = queued || condition.Reason == string(plan.RollQueued) && condition.Status == metav1.ConditionTrue && strings.Contains(condition.Message, "2 clusters may roll at the same time")
			}
		}
		if most = max(most, rolling); rolling > limit {
			t.Fatalf("%d clusters roll", rolling)
		}
		if left <= count/2 && !restarted {
			restarted = true
			startOperator(t)
		}
		if left > 0 {
			return fmt.Errorf("%d clusters have old nodes", left)
		}
		return nil
	})
	if !queued || most != limit {
		t.Errorf("at most %d clusters rolled at once, and that others wait was told: %t", most, queued)
	}
	for _, c := range all {
		ready(t, c)
		settled(t, c)
	}
}
