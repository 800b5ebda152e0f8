//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// TestTakeoverIsTold: the only primary is lost and nobody can elect its replica.
func TestTakeoverIsTold(t *testing.T) {
	t.Parallel()
	c := cluster(t, menu(t), 1, 1)
	ready(t, c)
	lost, heir := c.Status.Shards[0].Primary, c.Status.Shards[0].Replicas[0]
	killed(t, c, lost)
	recovered(t, c, lost)
	if l := logged(t, "INFO", "no quorum — issued TAKEOVER on replica", c.Namespace, heir, lost, "TakingOver"); l.Target != clusterTarget {
		t.Errorf("the target is %q", l.Target)
	}
	if all := events(t, c.Namespace); !strings.Contains(all, "TakingOver: ") {
		t.Errorf("no Event tells of it:\n%s", all)
	}
	remove(t, c)
}

// TestSilentPrimaryIsTold cuts off a primary whose process may run on: the operator
// waits for Valkey's own failover before it forces one, and its rounds over the
// servers say whom they do not reach. Once it is back, nobody was replaced.
func TestSilentPrimaryIsTold(t *testing.T) {
	t.Parallel()
	c := cluster(t, menu(t), 3, 1)
	ready(t, c)
	spread(t, c)
	before, cut := pods(t, c), c.Status.Shards[0].Primary
	// The replica does not stand for election by itself: Valkey may be quicker than the next look.
	asked(t, addressOf(t, c, c.Status.Shards[0].Replicas[0]), operatorLogin(t, c), "CONFIG", "SET", "cluster-replica-no-failover", "yes")
	must(testbed("partition", c.Namespace+"/"+cut))
	t.Cleanup(func() { say(testbed("heal", c.Namespace+"/"+cut)) })
	looked(t, c)
	const waiting = "primary unhealthy but replicas exist, waiting for auto-failover"
	logged(t, "WARN", waiting, c.Namespace, "FailoverPending", waiting+": ", cut)
	if l := logged(t, "WARN", "ACL LOAD failed, will retry next tick", c.Namespace, cut); l.Target != aclTarget || l.Fields["error"] == nil || l.Fields["node"] != cut {
		t.Errorf("the round says %s", l.raw)
	}
	told(t, c, "FailoverPending", waiting, cut)
	told(t, c, "ACLLoadFailed", "ACL LOAD failed, will retry next tick: ")
	eventually(t, patience, "its replica takes over", func() error {
		if get(t, c.Namespace, c.Name, c); c.Status.Shards[0].Primary == cut {
			return fmt.Errorf("the shards are %+v", c.Status.Shards)
		}
		return nil
	})
	must(testbed("heal", c.Namespace+"/"+cut))
	eventually(t, patience, "another one is primary", func() error {
		get(t, c.Namespace, c.Name, c)
		if i := slices.IndexFunc(c.Status.Shards, func(s v1alpha1.ShardStatus) bool { return slices.Contains(s.Replicas, cut) }); i != 0 {
			return fmt.Errorf("the shards are %+v", c.Status.Shards)
		}
		return nil
	})
	ready(t, c)
	settled(t, c)
	for i, p := range pods(t, c) {
		if p.UID != before[i].UID {
			t.Errorf("pod %s was replaced", p.Name)
		}
	}
	remove(t, c)
}

// TestRefusedPodIsTold: the API server refuses a pod for a quota. Its words reach
// condition, Event and log, and the cluster goes on when there is room.
func TestRefusedPodIsTold(t *testing.T) {
	t.Parallel()
	ns := namespace(t)
	quota := &corev1.ResourceQuota{ObjectMeta: metav1.ObjectMeta{Namespace: ns, Name: "few"},
		Spec: corev1.ResourceQuotaSpec{Hard: corev1.ResourceList{corev1.ResourcePods: resource.MustParse("0")}}}
	create(t, quota)
	eventually(t, patience, "the quota is in force", func() error {
		if get(t, ns, quota.Name, quota); len(quota.Status.Hard) == 0 {
			return fmt.Errorf("it is %+v", quota.Status)
		}
		return nil
	})
	c := cluster(t, menu(t), 1, 0, inNamespace(ns))
	message := condition(t, c, v1alpha1.ConditionReady, metav1.ConditionFalse, "PodBlocked")
	const words = "exceeded quota: few"
	if !strings.Contains(message, words) {
		t.Errorf("the message %q has not the API server's words", message)
	}
	told(t, c, "PodBlocked", words)
	if l := logged(t, "WARN", "reconcile error, requeuing", ns, words); l.Target != nodeTarget {
		t.Errorf("the target is %q", l.Target)
	}
	edit(t, quota, func(q *corev1.ResourceQuota) { q.Spec.Hard[corev1.ResourcePods] = resource.MustParse("1") })
	ready(t, c)
	remove(t, c)
}

// told waits for an Event of the reason that has the words.
func told(t *testing.T, c *v1alpha1.ValkeyCluster, reason string, words ...string) {
	t.Helper()
	eventually(t, patience, fmt.Sprintf("an Event %s says %q", reason, words), func() error {
		all := events(t, c.Namespace)
		for event := range strings.Lines(all) {
			lacks := func(word string) bool { return !strings.Contains(event, word) }
			if strings.HasPrefix(event, reason+": ") && !slices.ContainsFunc(words, lacks) {
				return nil
			}
		}
		return fmt.Errorf("the Events are\n%s", all)
	})
}
