//go:build e2e

package e2e

import (
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// loggedForming demands the lines of a TLS cluster that was formed, as often as
// they are due, with their targets and fields.
func loggedForming(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	all := nodes(t, c)
	for _, k := range []struct {
		message, target string
		fields          []string
		times           int
	}{
		{"creating headless Service", clusterTarget, []string{"cluster_name"}, 1},
		{"creating Pod for node", nodeTarget, []string{"cluster_name", "pod", "node"}, len(all)},
		{"cluster meet issued", clusterTarget, []string{"cluster_name", "node", "peer"}, 1},
		{"completed join", clusterTarget, []string{"cluster_name", "node"}, len(all)},
		{"cluster formed, transitioning to Active", clusterTarget, []string{"cluster_name"}, 1},
		{"active tick", clusterTarget, []string{"cluster_name", "shards", "nodes"}, 1},
		{"ACL reconcile tick", aclTarget, []string{"cluster_name"}, 1},
		{"TLS reconcile tick", tlsTarget, []string{"cluster_name"}, 1},
	} {
		for i := range k.times {
			var words []string
			if k.times > 1 {
				words = []string{all[i].Name}
			}
			l := logged(t, "INFO", k.message, c.Namespace, words...)
			if l.Target != k.target || l.Timestamp.IsZero() {
				t.Errorf("%q has target %q at %s, want %q", k.message, l.Target, l.Timestamp, k.target)
			}
			for _, field := range k.fields {
				if l.Fields[field] == nil {
					t.Errorf("%q has no field %s: %s", k.message, field, l.raw)
				}
			}
		}
	}
}

// beats demands that the cluster's heartbeats went on between two times, and that
// the one of the cluster loop counts what there is.
func beats(t *testing.T, c *v1alpha1.ValkeyCluster, from, to time.Time) {
	t.Helper()
	all, err := linesOf(c.Namespace)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"active tick": true, "ACL reconcile tick": true, "TLS reconcile tick": c.Spec.TLS != nil}
	for message, due := range want {
		count := 0
		for _, l := range all {
			if !l.says("INFO", message) || l.Timestamp.Before(from) || l.Timestamp.After(to) {
				continue
			}
			count++
			shards, nodes := float64(c.Spec.Shards), float64(c.Spec.Shards*(1+c.Spec.ReplicasPerShard))
			if message == "active tick" && (l.Fields["shards"] != shards || l.Fields["nodes"] != nodes) {
				t.Errorf("the heartbeat counts wrongly, want %v shards and %v nodes: %s", shards, nodes, l.raw)
			}
		}
		if least := int(to.Sub(from) / (30*time.Second + 5*time.Second)); due && count < least || !due && count > 0 || count > least+2 {
			t.Errorf("%s: %q stands in the log %d times in %s", c.Namespace, message, count, to.Sub(from))
		}
	}
}
