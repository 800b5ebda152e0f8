//go:build e2e && full

package e2e

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// The node timeout that every node has, and the longest gap in writes after the
// loss of a host or of the quorum.
const (
	nodeTimeout = 5 * time.Second
	longestGap  = nodeTimeout + 10*time.Second
)

// broken calls a verb of the testbed and returns what calls the one that undoes
// it, once: at the latest that happens when the test ends.
func broken(t *testing.T, do, undo []string) (mend func()) {
	t.Helper()
	mend = sync.OnceFunc(func() {
		if _, err := testbed(undo...); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(mend)
	if _, err := testbed(do...); err != nil {
		t.Fatal(err)
	}
	return mend
}

func hostStopped(t *testing.T, host string) (boot func()) {
	t.Helper()
	return broken(t, []string{"stop-node", host}, []string{"start-node", host})
}

// cutOff takes a pod or a host off the network. What mends it names neither: the
// pod may be gone by then.
func cutOff(t *testing.T, what string) (mend func()) {
	t.Helper()
	return broken(t, []string{"partition", what}, []string{"heal"})
}

func cordoned(t *testing.T, host string) (uncordon func()) {
	t.Helper()
	return broken(t, []string{"cordon", host}, []string{"uncordon", host})
}

// revived starts the operator if it has ended, as a kubelet does: it ends when it
// cannot renew its lease.
func revived(t *testing.T) {
	t.Helper()
	status, err := testbed("operator", "status")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(status, "running") {
		t.Logf("the operator has %s: it is started", status)
		startOperator(t)
	}
}

// apart demands that no shard has two members on one host.
func apart(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	shardOf, taken := map[string]int32{}, map[int32][]string{}
	for _, n := range nodes(t, c) {
		shardOf[n.Name] = n.Spec.ShardIndex
	}
	for _, p := range pods(t, c) {
		shard := shardOf[p.Name]
		if slices.Contains(taken[shard], p.Spec.NodeName) {
			t.Fatalf("shard %d has two members on %s", shard, p.Spec.NodeName)
		}
		taken[shard] = append(taken[shard], p.Spec.NodeName)
	}
}

// at lists the pods of the cluster on a host.
func at(t *testing.T, c *v1alpha1.ValkeyCluster, host string) []corev1.Pod {
	t.Helper()
	return slices.DeleteFunc(pods(t, c), func(p corev1.Pod) bool { return p.Spec.NodeName != host })
}

// majority makes two primaries of three live on one host, as a person does with
// CLUSTER FAILOVER, and returns the host and the names of all its nodes.
func majority(t *testing.T, c *v1alpha1.ValkeyCluster) (host string, all []string) {
	t.Helper()
	for _, name := range []string{"node-a", "node-b", "node-c"} {
		if here := named(at(t, c, name)); len(here) > len(all) {
			host, all = name, here
		}
	}
	var wanted []string
	for _, s := range c.Status.Shards {
		here := slices.ContainsFunc(all, func(n string) bool { return n == s.Primary || slices.Contains(s.Replicas, n) })
		if primary := slices.Contains(all, s.Primary); here && primary != (len(wanted) < 2) {
			asked(t, addressOf(t, c, s.Replicas[0]), operatorLogin(t, c), "CLUSTER", "FAILOVER")
			wanted = append(wanted, s.Replicas[0])
		} else if here {
			wanted = append(wanted, s.Primary)
		}
	}
	eventually(t, patience, "two primaries are on "+host, func() error { return rolesAre(t, c, wanted) })
	ready(t, c)
	settled(t, c)
	return host, all
}

// single is a host with exactly one primary, whose shard it names. Where none has
// one, a shard is handed over by hand.
func single(t *testing.T, c *v1alpha1.ValkeyCluster) (host, primary string) {
	t.Helper()
	on := map[string][]string{}
	for _, s := range c.Status.Shards {
		name := get(t, c.Namespace, s.Primary, &corev1.Pod{}).Spec.NodeName
		on[name] = append(on[name], s.Primary)
	}
	for _, name := range []string{"node-a", "node-b", "node-c"} {
		if len(on[name]) == 1 {
			return name, on[name][0]
		}
	}
	l, replica := operatorLogin(t, c), c.Status.Shards[0].Replicas[0]
	asked(t, addressOf(t, c, replica), l, "CLUSTER", "FAILOVER")
	eventually(t, patience, "the replica is primary", func() error { return rolesAre(t, c, []string{replica}) })
	ready(t, c)
	return get(t, c.Namespace, replica, &corev1.Pod{}).Spec.NodeName, replica
}
