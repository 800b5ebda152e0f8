//go:build e2e

package apply

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

func pod(t *testing.T, n *v1alpha1.ValkeyNode) *corev1.Pod {
	t.Helper()
	p, err := render.Pod(n, resolve.DefaultOptions(), map[string]string{"wanted": "1"})
	if err != nil {
		t.Fatal(err)
	}
	render.Own(p, render.NodeOwner(n.Name, n.UID))
	return p
}

// TestNodeAndPod are created once and never again, whatever became of them.
func TestNodeAndPod(t *testing.T) {
	s := shared
	o := s.cluster(t)
	a, _ := s.applier(t)
	node := valkeyNode(t, "cache-0a1b2", o)
	steps := []struct {
		object client.Object
		want   bool
	}{{node, true}, {node, false}}
	for i, step := range steps {
		if made, err := a.Create(t.Context(), step.object); err != nil || made != step.want {
			t.Fatalf("step %d: %v, %v, want %v", i, made, err, step.want)
		}
	}
	live := s.read(t, node).(*v1alpha1.ValkeyNode)
	p := pod(t, live)
	for i, want := range []bool{true, false} {
		if made, err := a.Create(t.Context(), p); err != nil || made != want {
			t.Fatalf("pod, step %d: %v, %v, want %v", i, made, err, want)
		}
	}
	other := p.DeepCopy()
	other.OwnerReferences[0].UID, other.OwnerReferences[0].Name = "other", "other"
	if _, err := a.Create(t.Context(), other); !errors.Is(err, ErrForeign) {
		t.Errorf("error %v, want that it is foreign", err)
	}
	s.edit(t, edit{p, func(o client.Object) { o.GetAnnotations()["theirs"] = "x" }})
	annotate(t, s, a, p)
	finalizers(t, s, a, live)
}

func annotate(t *testing.T, s *server, a *Applier, p *corev1.Pod) {
	t.Helper()
	for i, want := range []Result{Applied, Unchanged} {
		seen := s.read(t, p).(*corev1.Pod)
		result, err := a.PodAnnotations(t.Context(), seen, map[string]string{"wanted": "2", "more": ""})
		if err != nil || result != want {
			t.Fatalf("annotations, pass %d: %q, %v, want %q", i, result, err, want)
		}
	}
	want := map[string]string{"wanted": "2", "more": "", "theirs": "x"}
	if diff := cmp.Diff(want, s.read(t, p).GetAnnotations()); diff != "" {
		t.Errorf("annotations differ (-want +got):\n%s", diff)
	}
}

// finalizers takes ours off a node that others hold too, and from a stale copy
// not at all.
func finalizers(t *testing.T, s *server, a *Applier, seen *v1alpha1.ValkeyNode) {
	t.Helper()
	s.edit(t, edit{seen, func(o client.Object) { o.SetFinalizers(append(o.GetFinalizers(), "example.org/theirs")) }})
	if _, err := a.RemoveFinalizer(t.Context(), seen, names.FinalizerNode); !apierrors.IsConflict(err) {
		t.Errorf("error %v, want a conflict", err)
	}
	fresh := s.read(t, seen)
	if removed, err := a.RemoveFinalizer(t.Context(), fresh, names.FinalizerNode); err != nil || !removed {
		t.Fatalf("%v, %v", removed, err)
	}
	live := s.read(t, seen)
	if diff := cmp.Diff([]string{"example.org/theirs"}, live.GetFinalizers()); diff != "" {
		t.Errorf("finalizers differ (-want +got):\n%s", diff)
	}
	if fresh.GetResourceVersion() != live.GetResourceVersion() {
		t.Error("the object that was passed is not what the API server answered")
	}
	if added, err := a.AddFinalizer(t.Context(), fresh, names.FinalizerNode); err != nil || !added {
		t.Errorf("%v, %v", added, err)
	}
	s.edit(t, edit{seen, func(o client.Object) { o.SetFinalizers(nil) }}) // or it stays
}

// TestDeletedCluster: the last finalizer lets the object go, and taking it off again
// is no error.
func TestDeletedCluster(t *testing.T) {
	s := shared
	s.cluster(t)
	a, _ := s.applier(t)
	c := &v1alpha1.ValkeyCluster{}
	c.Namespace, c.Name = cacheKey().Namespace, cacheKey().Name
	mustGet(t.Context(), t, s.people, c)
	if added, err := a.AddFinalizer(t.Context(), c, names.FinalizerCluster); err != nil || !added {
		t.Fatalf("%v, %v", added, err)
	}
	if err := s.people.Delete(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	mustGet(t.Context(), t, s.people, c)
	if added, err := a.AddFinalizer(t.Context(), c, "valkey.gomomento.com/other"); err != nil || added {
		t.Errorf("a finalizer on an object that is being deleted: %v, %v", added, err)
	}
	stale := c.DeepCopy()
	for _, want := range []bool{true, false} {
		if removed, err := a.RemoveFinalizer(t.Context(), stale.DeepCopy(), names.FinalizerCluster); err != nil || removed != want {
			t.Errorf("%v, %v, want %v", removed, err, want)
		}
	}
}

func TestBudgetsFollowTheShards(t *testing.T) {
	s := shared
	o := s.cluster(t)
	a, _ := s.applier(t)
	for _, b := range render.Budgets(resolved(), 4, 1) {
		mustApply(t, a, b, o, Applied)
	}
	theirs := render.Budget(resolved(), 9, 1)
	theirs.Labels = map[string]string{"app": "theirs"}
	if err := s.people.Create(t.Context(), theirs); err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]string{{"cache-shard-3"}, nil} {
		deleted, err := a.Prune(t.Context(), cacheKey(), o, render.Budgets(resolved(), 3, 1))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, deleted); diff != "" {
			t.Errorf("pass %d: deleted (-want +got):\n%s", i, diff)
		}
	}
	want := []string{"cache-shard-0", "cache-shard-1", "cache-shard-2", "cache-shard-9"}
	if diff := cmp.Diff(want, budgetNames(t.Context(), t, s.people)); diff != "" {
		t.Errorf("budgets differ (-want +got):\n%s", diff)
	}
	stale := render.Budget(resolved(), 0, 1)
	mustGet(t.Context(), t, s.people, stale)
	stale.UID = types.UID("another")
	if err := a.deleteBudget(t.Context(), stale); !apierrors.IsConflict(err) {
		t.Errorf("error %v, want a conflict", err)
	}
}

func budgetNames(ctx context.Context, t *testing.T, c client.Reader) []string {
	t.Helper()
	var list policyv1.PodDisruptionBudgetList
	if err := c.List(ctx, &list, client.InNamespace(cacheKey().Namespace)); err != nil {
		t.Fatal(err)
	}
	var all []string
	for i := range list.Items {
		all = append(all, list.Items[i].Name)
	}
	return all
}
