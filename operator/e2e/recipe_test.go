//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// TestRecipeThatCannotBeMade: a config that resolves and of which no node can be made
// is for a person to mend, and meanwhile a lost node is replaced by its like.
func TestRecipeThatCannotBeMade(t *testing.T) {
	t.Parallel()
	config := menu(t)
	c := cluster(t, config, 1, 1)
	ready(t, c)
	x := get(t, "", config, &v1alpha1.ValkeyConfig{})
	edit(t, x, func(x *v1alpha1.ValkeyConfig) { x.Spec.Resources.Memory = "2 gigs" })
	words := fmt.Sprintf("reading resources.memory \"2 gigs\" of ValkeyConfig %q: ", config)
	stalled(t, c, "BadQuantity", words)
	menuCondition(t, x, "BadQuantity")

	lost := c.Status.Shards[0].Replicas[0]
	killed(t, c, lost)
	eventually(t, patience, "the lost replica is replaced", func() error {
		get(t, c.Namespace, c.Name, c)
		if r := c.Status.Shards[0].Replicas; len(r) != 1 || r[0] == lost {
			return fmt.Errorf("the replicas are %v\n%s", r, events(t, c.Namespace))
		}
		for _, n := range nodes(t, c) {
			if n.Name == lost || n.Spec.Lifecycle != v1alpha1.LifecycleActive || n.Spec.Memory != "64Mi" {
				return fmt.Errorf("node %s is %s with memory %s", n.Name, n.Spec.Lifecycle, n.Spec.Memory)
			}
		}
		return nil
	})
	settled(t, c)
	staysStalled(t, c, "BadQuantity", words)
	if all := events(t, c.Namespace); strings.Contains(all, "ActionFailed") {
		t.Errorf("an action failed:\n%s", all)
	}

	edit(t, x, func(x *v1alpha1.ValkeyConfig) { x.Spec.Resources.Memory = "80Mi" })
	menuCondition(t, x, "Resolved")
	eventually(t, patience, "the mended recipe is what runs", func() error {
		for _, n := range nodes(t, c) {
			if n.Spec.Memory != "80Mi" {
				return fmt.Errorf("node %s has memory %s\n%s", n.Name, n.Spec.Memory, events(t, c.Namespace))
			}
		}
		return nil
	})
	ready(t, c)
	settled(t, c)
	remove(t, c)
}

// TestQuota: what keeps the objects of a node from being made stands in the condition
// in the API server's words, and is tried again until it is gone.
func TestQuota(t *testing.T) {
	t.Parallel()
	config := menu(t)
	for _, kind := range []corev1.ResourceName{corev1.ResourceConfigMaps, corev1.ResourcePods} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			c := cluster(t, config, 1, 0)
			ready(t, c)
			quota := spentQuota(t, c.Namespace, kind)
			edit(t, c, func(c *v1alpha1.ValkeyCluster) { c.Spec.ReplicasPerShard = 1 })
			message := condition(t, c, v1alpha1.ConditionReady, metav1.ConditionFalse, string(plan.PodBlocked))
			if !strings.Contains(message, "exceeded quota: "+quota.Name) || !strings.Contains(message, string(kind)+"=1") {
				t.Errorf("the condition says %q", message)
			}
			if s := meta.FindStatusCondition(c.Status.Conditions, v1alpha1.ConditionStalled); s == nil || s.Status != metav1.ConditionFalse {
				t.Errorf("what heals by itself is Stalled: %+v", s)
			}
			if err := bed.client.Delete(t.Context(), quota); err != nil {
				t.Fatal(err)
			}
			ready(t, c)
			settled(t, c)
			for _, n := range nodes(t, c) {
				if words, told := n.Annotations["valkey.gomomento.com/pod-refused"]; told {
					t.Errorf("node %s still says %q", n.Name, words)
				}
			}
			remove(t, c)
		})
	}
}

// spentQuota makes a quota that the namespace has used up.
func spentQuota(t *testing.T, namespace string, kind corev1.ResourceName) *corev1.ResourceQuota {
	t.Helper()
	quota := &corev1.ResourceQuota{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "spent"},
		Spec:       corev1.ResourceQuotaSpec{Hard: corev1.ResourceList{kind: resource.MustParse("1")}},
	}
	create(t, quota)
	eventually(t, patience, "the quota is counted", func() error {
		get(t, namespace, "spent", quota)
		if used := quota.Status.Used[kind]; used.Value() < 1 {
			return fmt.Errorf("used is %v", quota.Status.Used)
		}
		return nil
	})
	return quota
}
