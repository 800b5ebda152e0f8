package render_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

func TestBudgetIsWhole(t *testing.T) {
	budgets := render.Budgets(newWorld().resolve(t), 3, 2)
	if len(budgets) != 3 {
		t.Fatalf("%d budgets, want 3", len(budgets))
	}
	want := `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  labels:
    app.kubernetes.io/instance: cache
    app.kubernetes.io/managed-by: valkey-operator
    app.kubernetes.io/name: valkey
  name: cache-shard-2
  namespace: team-a
spec:
  minAvailable: 2
  selector:
    matchLabels:
      app.kubernetes.io/instance: cache
      app.kubernetes.io/name: valkey
      valkey.gomomento.com/shard-index: "2"
  unhealthyPodEvictionPolicy: AlwaysAllow
`
	if diff := cmp.Diff(want, document(t, budgets[2])); diff != "" {
		t.Errorf("the budget differs (-want +got):\n%s", diff)
	}
}

func TestBudgetsFollowTheSize(t *testing.T) {
	for name, c := range map[string]struct {
		shards, replicas int
		want             map[string]int
	}{
		"one node a shard": {3, 0, map[string]int{}},
		"one shard":        {1, 1, map[string]int{"cache-shard-0": 1}},
		"three shards":     {3, 1, map[string]int{"cache-shard-0": 1, "cache-shard-1": 1, "cache-shard-2": 1}},
		"more replicas":    {2, 4, map[string]int{"cache-shard-0": 4, "cache-shard-1": 4}},
		"nothing":          {0, 1, map[string]int{}},
		"not a size":       {-1, -1, map[string]int{}},
	} {
		got := map[string]int{}
		for _, b := range render.Budgets(newWorld().resolve(t), c.shards, c.replicas) {
			got[b.Name] = b.Spec.MinAvailable.IntValue()
			if b.Spec.MaxUnavailable != nil {
				t.Errorf("%s: %s sets maxUnavailable", name, b.Name)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: budgets differ (-want +got):\n%s", name, diff)
		}
	}
}

// TestBudgetSelectsOneShard: every pod is under exactly one budget, since
// Kubernetes refuses to evict a pod under two.
func TestBudgetSelectsOneShard(t *testing.T) {
	w := newWorld()
	budgets := render.Budgets(w.resolve(t), 12, 1)
	p := pod(t, w) // of shard 3
	for shard, b := range budgets {
		selects := labels.SelectorFromSet(b.Spec.Selector.MatchLabels).Matches(labels.Set(p.Labels))
		if want := shard == 3; selects != want {
			t.Errorf("%s selects a pod of shard 3: %v, want %v", b.Name, selects, want)
		}
	}
}

func TestLongestBudgetName(t *testing.T) {
	c := &resolve.Cluster{Namespace: namespace, Name: strings.Repeat("a", 57)}
	budgets := render.Budgets(c, render.MaxNodes/2, 1)
	last := budgets[len(budgets)-1].Name
	if problems := validation.IsDNS1123Subdomain(last); len(problems) > 0 || !strings.HasSuffix(last, "-shard-8191") {
		t.Errorf("name %q: %v", last, problems)
	}
}
