//go:build e2e

package e2e

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/slots"
)

// killed ends the process of a node's server, as a crash does.
func killed(t *testing.T, c *v1alpha1.ValkeyCluster, node string) {
	t.Helper()
	pid, err := serverOf(get(t, c.Namespace, node, &corev1.Pod{}))
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("kill", "-9", pid).CombinedOutput(); err != nil {
		t.Fatalf("kill: %v: %s", err, out)
	}
}

// recovered waits until the cluster is Ready without the node.
func recovered(t *testing.T, c *v1alpha1.ValkeyCluster, lost ...string) {
	t.Helper()
	eventually(t, patience, "the lost nodes are replaced", func() error {
		for _, n := range nodes(t, c) {
			for _, name := range lost {
				if n.Name == name {
					return fmt.Errorf("node %s is there\n%s", name, events(t, c.Namespace))
				}
			}
		}
		return nil
	})
	ready(t, c)
	settled(t, c)
}

// deleted ends a node's pod by force, as somebody does who does not want to wait.
func deleted(t *testing.T, c *v1alpha1.ValkeyCluster, node string) {
	t.Helper()
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: c.Namespace, Name: node}}
	if err := bed.client.Delete(t.Context(), pod, client.GracePeriodSeconds(0)); err != nil {
		t.Fatal(err)
	}
}

// ways are how a node without warning is lost.
func ways() map[string]func(t *testing.T, c *v1alpha1.ValkeyCluster, node string) {
	all := map[string]func(t *testing.T, c *v1alpha1.ValkeyCluster, node string){"processes killed": killed, "pods deleted": deleted}
	if !full {
		delete(all, "pods deleted")
	}
	return all
}

// readable fails for keys that nobody could say are there or not.
func readable(t *testing.T, r report) {
	t.Helper()
	if r.Unread > 0 {
		t.Errorf("%d keys cannot be read", r.Unread)
	}
}

// TestRecovery loses nodes in each of the four ways, by the end of a process and
// by the deletion of a pod, under load. How long writes stop is TestOutages' to say:
// here, clusters share the machine.
func TestRecovery(t *testing.T) {
	t.Parallel()
	config := menu(t)
	cases := map[string]func(t *testing.T, c *v1alpha1.ValkeyCluster) string{
		"a replica's process": func(t *testing.T, c *v1alpha1.ValkeyCluster) string {
			name := c.Status.Shards[0].Replicas[0]
			killed(t, c, name)
			return name
		},
		"a replica's pod": func(t *testing.T, c *v1alpha1.ValkeyCluster) string {
			name := c.Status.Shards[0].Replicas[0]
			deleted(t, c, name)
			return name
		},
		"a primary's process": func(t *testing.T, c *v1alpha1.ValkeyCluster) string {
			name := c.Status.Shards[0].Primary
			killed(t, c, name)
			return name
		},
		"a primary's pod": func(t *testing.T, c *v1alpha1.ValkeyCluster) string {
			name := c.Status.Shards[0].Primary
			pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: c.Namespace, Name: name}}
			if err := bed.client.Delete(t.Context(), pod); err != nil {
				t.Fatal(err)
			}
			return name
		},
	}
	if !full {
		delete(cases, "a replica's process")
		delete(cases, "a replica's pod")
		delete(cases, "a primary's pod")
	}
	for name, lose := range cases {
		t.Run(name, func(t *testing.T) {
			c := cluster(t, config, 3, 1)
			ready(t, c)
			stop := load(t, c)
			began := time.Now()
			recovered(t, c, lose(t, c))
			r := stop()
			t.Logf("recovered after %s; %s", time.Since(began).Round(time.Second/10), r)
			readable(t, r)
			remove(t, c)
		})
	}
	for how, lose := range ways() {
		t.Run("two of three primaries at once, "+how, func(t *testing.T) {
			c := cluster(t, config, 3, 1)
			ready(t, c)
			lost := []string{c.Status.Shards[0].Primary, c.Status.Shards[1].Primary}
			asked(t, addressOf(t, c, lost[0]), login{}, "-c", "SET", "k", "v")
			stop := load(t, c)
			for _, name := range lost {
				lose(t, c, name)
			}
			recovered(t, c, lost...)
			r := stop()
			t.Log(r)
			readable(t, r)
			if got := asked(t, addressOf(t, c, c.Status.Shards[0].Primary), login{}, "-c", "GET", "k"); got != "v" {
				t.Errorf("the key is %q after the takeover", got)
			}
			remove(t, c)
		})
		for replicas, what := range []string{"a primary without a replica", "a primary and its replica at once"} {
			t.Run(what+", "+how, func(t *testing.T) { wholeShardLost(t, cluster(t, config, 3, int32(replicas)), lose) })
		}
	}
	t.Run("every pod of the cluster, by force", func(t *testing.T) {
		c := cluster(t, config, 2, 1)
		ready(t, c)
		var lost []string
		for _, p := range pods(t, c) {
			lost = append(lost, p.Name)
			if err := bed.client.Delete(t.Context(), &p, client.GracePeriodSeconds(0)); err != nil {
				t.Fatal(err)
			}
		}
		recovered(t, c, lost...)
		remove(t, c)
	})
}

// wholeShardLost takes all nodes of one of a cluster's shards: its data is gone and said
// to be; its slots, its functions and all of the other shards are there.
func wholeShardLost(t *testing.T, c *v1alpha1.ValkeyCluster, lose func(t *testing.T, c *v1alpha1.ValkeyCluster, node string)) {
	t.Helper()
	ready(t, c)
	library(t, c)
	keys := make([]string, len(c.Status.Shards)) // one that each serves
	for i, s := range c.Status.Shards {
		owned, err := slots.Parse(s.Slots)
		if err != nil {
			t.Fatal(err)
		}
		keys[i] = keyOf()[owned.Lowest()]
		asked(t, addressOf(t, c, s.Primary), login{}, "SET", keys[i], "v")
	}
	gone := c.Status.Shards[1]
	lost := append([]string{gone.Primary}, gone.Replicas...)
	for _, name := range lost {
		lose(t, c, name)
	}
	recovered(t, c, lost...)
	loss := meta.FindStatusCondition(c.Status.Conditions, v1alpha1.ConditionDataLoss)
	if loss == nil || loss.Status != metav1.ConditionTrue || !strings.Contains(loss.Message, "5461 slots") {
		t.Errorf("DataLoss is %+v", loss)
	}
	if all := events(t, c.Namespace); !strings.Contains(all, "DataLoss: ") {
		t.Errorf("no Event tells of the loss:\n%s", all)
	}
	for i, s := range c.Status.Shards {
		want := "v"
		if s.Index == gone.Index {
			want = ""
		}
		if got := asked(t, addressOf(t, c, s.Primary), login{}, "GET", keys[i]); got != want {
			t.Errorf("shard %d: the key is %q, want %q", s.Index, got, want)
		}
	}
	callable(t, c)
	remove(t, c)
}
