//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// TestShapeIsHeldWhileCreating: a cluster whose pods no host takes yet is edited to
// another shape. It forms as it began, and takes the new shape once it is Active.
func TestShapeIsHeldWhileCreating(t *testing.T) {
	t.Parallel()
	ns := namespace(t)
	label := "e2e/" + ns // a host with it comes later
	c := cluster(t, menu(t), 2, 1, inNamespace(ns), placed(v1alpha1.Placement{NodeSelector: map[string]v1alpha1.LabelValue{label: "here"}}))
	condition(t, c, v1alpha1.ConditionReady, metav1.ConditionFalse, "PodBlocked")
	edit(t, c, func(c *v1alpha1.ValkeyCluster) { c.Spec.Shards = 3 })
	eventually(t, patience, "the edit was seen", func() error {
		if get(t, ns, c.Name, c); c.Status.ObservedGeneration != c.Generation {
			return fmt.Errorf("the status is of generation %d of %d", c.Status.ObservedGeneration, c.Generation)
		}
		return nil
	})
	time.Sleep(6 * time.Second) // a pass more: one that waits for Kubernetes comes after five seconds
	held := get(t, ns, c.Name, c).Status
	if n := len(nodes(t, c)); n != 4 || held.State != v1alpha1.StateCreating || held.TargetSpec == nil || held.TargetSpec.Shards != 2 || held.TargetSpec.ReplicasPerShard != 1 {
		t.Fatalf("while %s there are %d nodes and the target is %+v, want 4, of 2 shards", held.State, n, held.TargetSpec)
	}
	labelled(t, "node-a", label)
	formed := false
	eventually(t, patience, "the cluster has 3 shards", func() error {
		count := len(nodes(t, c)) // looked at before the state
		get(t, ns, c.Name, c)
		formed = formed || c.Status.State == v1alpha1.StateActive && c.Status.TargetSpec == nil
		if count > 4 && !formed {
			t.Fatalf("%d nodes while the state is %s and the target %+v", count, c.Status.State, c.Status.TargetSpec)
		}
		if count != 6 || len(c.Status.Shards) != 3 {
			return fmt.Errorf("%d nodes, %d shards", count, len(c.Status.Shards))
		}
		return nil
	})
	ready(t, c)
	settled(t, c)
	remove(t, c)
}

// labelled gives a host a label until the test ends.
func labelled(t *testing.T, host, label string) {
	t.Helper()
	patch := func(value string) error {
		body := fmt.Appendf(nil, `{"metadata":{"labels":{%q:%s}}}`, label, value)
		node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: host}}
		return bed.client.Patch(context.Background(), node, client.RawPatch(types.MergePatchType, body))
	}
	t.Cleanup(func() {
		if err := patch("null"); err != nil {
			t.Error(err)
		}
	})
	if err := patch(`"here"`); err != nil {
		t.Fatal(err)
	}
}
