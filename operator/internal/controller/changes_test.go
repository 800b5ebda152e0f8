package controller

import (
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/operator/internal/apply"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
)

// TestChanges: each trouble of a node is told once, and nothing is kept of nodes and
// clusters that are gone.
func TestChanges(t *testing.T) {
	c, cache, other := newChanges(), types.NamespacedName{Namespace: "a", Name: "cache"}, types.NamespacedName{Namespace: "b", Name: "cache"}
	for i, step := range []struct {
		cluster types.NamespacedName
		bad     bool
		want    bool
	}{{cache, true, true}, {cache, true, false}, {other, true, true}, {cache, false, false}, {cache, true, true}, {other, true, false}} {
		if got := c.began(step.cluster, "cache-00001", step.bad); got != step.want {
			t.Errorf("step %d: it began %t, want %t", i, got, step.want)
		}
	}
	world := observe.World{Nodes: map[string]*v1alpha1.ValkeyNode{"cache-00001": {}}}
	c.keep(cache, world)
	if c.began(cache, "cache-00001", true) {
		t.Error("a node that is there was forgotten")
	}
	c.began(cache, "cache-00002", true)
	c.keep(cache, world)
	if got := len(c.bad[cache]); got != 1 {
		t.Errorf("%d nodes are remembered, want the one that is there", got)
	}
	c.began(cache, "cache-00001", false)
	c.keep(cache, world)
	c.forget(other)
	if len(c.bad) != 0 {
		t.Errorf("%v is remembered of clusters that are well or gone", c.bad)
	}
}

// TestRoundsForget: a round over a cluster forgets a node that failed and was then
// removed, and one over a cluster that is gone forgets all.
func TestRoundsForget(t *testing.T) {
	cluster := &v1alpha1.ValkeyCluster{ObjectMeta: metav1.ObjectMeta{Namespace: "team", Name: "cache"}}
	name := types.NamespacedName{Namespace: "team", Name: "cache"}
	l, failed := (&refusing{}).loops(t), newChanges()
	failed.began(name, "cache-00001", true)
	l.tellAll(t.Context(), cluster, round{say: func(apply.Credentials) talk { return nil }, failed: failed})
	if len(failed.bad) != 0 {
		t.Errorf("%v is remembered of nodes that are gone", failed.bad)
	}
	for loop, reconcile := range map[string]func(*changes) error{
		"ACL": func(c *changes) error {
			_, err := (&ACL{l, newPace(), c}).Reconcile(t.Context(), ctrl.Request{NamespacedName: name})
			return err
		},
		"TLS": func(c *changes) error {
			_, err := (&TLS{l, c}).Reconcile(t.Context(), ctrl.Request{NamespacedName: name})
			return err
		},
	} {
		failed.began(name, "cache-00001", true)
		if err := reconcile(failed); err != nil || len(failed.bad) != 0 {
			t.Errorf("%s: %v, and %v is remembered of a cluster that is gone", loop, err, failed.bad)
		}
	}
}
