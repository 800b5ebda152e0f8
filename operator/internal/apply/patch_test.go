package apply

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

func TestFinalizers(t *testing.T) {
	const theirs = "example.org/theirs"
	for name, c := range map[string]struct {
		before []string
		remove bool
		did    bool
		want   []string
	}{
		"add the first":     {nil, false, true, []string{names.FinalizerNode}},
		"add one more":      {[]string{theirs}, false, true, []string{theirs, names.FinalizerNode}},
		"there already":     {[]string{names.FinalizerNode, theirs}, false, false, []string{names.FinalizerNode, theirs}},
		"remove":            {[]string{theirs, names.FinalizerNode}, true, true, []string{theirs}},
		"remove the last":   {[]string{names.FinalizerNode}, true, true, nil},
		"nothing to take":   {[]string{theirs}, true, false, []string{theirs}},
		"remove both of it": {[]string{names.FinalizerNode, names.FinalizerNode}, true, true, nil},
	} {
		node := valkeyNode(t, "cache-0a1b2", owner())
		node.Finalizers = c.before
		w, a := newWorld(t, node)
		mustGet(t.Context(), t, w.client, node)
		call := a.AddFinalizer
		if c.remove {
			call = a.RemoveFinalizer
		}
		did, err := call(t.Context(), node, names.FinalizerNode)
		if err != nil || did != c.did || len(w.taken()) != map[bool]int{true: 1}[c.did] {
			t.Errorf("%s: %v, %v, want %v", name, did, err, c.did)
		}
		live := node.DeepCopy()
		mustGet(t.Context(), t, w.client, live)
		if diff := cmp.Diff(c.want, live.Finalizers) + cmp.Diff(c.want, node.Finalizers); diff != "" {
			t.Errorf("%s: finalizers differ (-want +got):\n%s", name, diff)
		}
	}
}

// TestStaleFinalizers: from an old copy nothing is written, and the copy stays as
// it is.
func TestStaleFinalizers(t *testing.T) {
	w, a := newWorld(t, valkeyNode(t, "cache-0a1b2", owner()))
	stale := valkeyNode(t, "cache-0a1b2", owner())
	mustGet(t.Context(), t, w.client, stale)
	fresh := stale.DeepCopy()
	fresh.Finalizers = append(fresh.Finalizers, "example.org/theirs")
	if err := w.client.Update(t.Context(), fresh); err != nil {
		t.Fatal(err)
	}
	if _, err := a.RemoveFinalizer(t.Context(), stale, names.FinalizerNode); !apierrors.IsConflict(err) {
		t.Errorf("error %v, want a conflict", err)
	}
	if diff := cmp.Diff([]string{names.FinalizerNode}, stale.Finalizers); diff != "" {
		t.Errorf("finalizers differ (-want +got):\n%s", diff)
	}
}

func TestFinalizerOfOneThatIsGone(t *testing.T) {
	w, a := newWorld(t)
	node := valkeyNode(t, "cache-0a1b2", owner())
	node.ResourceVersion = "1"
	if removed, err := a.RemoveFinalizer(t.Context(), node, names.FinalizerNode); removed || err != nil {
		t.Errorf("%v, %v", removed, err)
	}
	node.Finalizers = nil
	if added, err := a.AddFinalizer(t.Context(), node, names.FinalizerNode); added || !apierrors.IsNotFound(err) {
		t.Errorf("%v, %v, want NotFound", added, err)
	}
	if len(w.taken()) != 2 {
		t.Error("nothing was sent")
	}
}

func TestPodAnnotations(t *testing.T) {
	for name, c := range map[string]struct {
		live, wanted map[string]string
		result       Result
		want         map[string]string
	}{
		"none":           {nil, nil, Unchanged, nil},
		"equal":          {map[string]string{"a": "1"}, map[string]string{"a": "1"}, Unchanged, map[string]string{"a": "1"}},
		"the first":      {nil, map[string]string{"a": "1"}, Applied, map[string]string{"a": "1"}},
		"an empty value": {map[string]string{"b": "2"}, map[string]string{"a": ""}, Applied, map[string]string{"a": "", "b": "2"}},
		"another value":  {map[string]string{"a": "1", "b": "2"}, map[string]string{"a": "3"}, Applied, map[string]string{"a": "3", "b": "2"}},
		"wanted no more": {map[string]string{"a": "1", "b": "2"}, map[string]string{"b": "2"}, Unchanged, map[string]string{"a": "1", "b": "2"}},
	} {
		pod := &corev1.Pod{}
		pod.Namespace, pod.Name, pod.Annotations = "team-a", "cache-0a1b2", c.live
		w, a := newWorld(t, pod)
		result, err := a.PodAnnotations(t.Context(), pod, c.wanted)
		if err != nil || result != c.result || len(w.taken()) != map[Result]int{Applied: 1}[c.result] {
			t.Errorf("%s: %q, %v, want %q", name, result, err, c.result)
		}
		mustGet(t.Context(), t, w.client, pod)
		if diff := cmp.Diff(c.want, pod.Annotations); diff != "" {
			t.Errorf("%s: annotations differ (-want +got):\n%s", name, diff)
		}
	}
}

func TestAnnotationsOfAPodThatIsGone(t *testing.T) {
	_, a := newWorld(t)
	pod := &corev1.Pod{}
	pod.Namespace, pod.Name = "team-a", "cache-0a1b2"
	if result, err := a.PodAnnotations(t.Context(), pod, map[string]string{"a": "1"}); err != nil || result != Unchanged {
		t.Errorf("%q, %v", result, err)
	}
}

func TestPrune(t *testing.T) {
	w, a := newWorld(t)
	for shard := range 5 {
		b := render.Budget(resolved(), shard, 1)
		render.Own(b, owner())
		switch shard {
		case 2:
			controlledBy("Deployment", "web", "1")(b)
		case 3:
			b.OwnerReferences = nil // still ours by its label
		case 4:
			b.Labels = nil
		}
		w.make(t, b)
	}
	for pass, want := range [][]string{{"cache-shard-1", "cache-shard-3"}, nil} {
		got, err := a.Prune(t.Context(), cacheKey(), owner(), render.Budgets(resolved(), 1, 1))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("pass %d: deleted (-want +got):\n%s", pass, diff)
		}
	}
}

// TestPruneGoesOn: one that cannot be deleted does not keep the others.
func TestPruneGoesOn(t *testing.T) {
	w, a := newWorld(t)
	for _, b := range render.Budgets(resolved(), 3, 1) {
		w.make(t, b)
	}
	w.refuse = errRefused
	deleted, err := a.Prune(t.Context(), cacheKey(), owner(), nil)
	if !errors.Is(err, errRefused) || len(deleted) != 0 || len(w.taken()) != 3 {
		t.Errorf("%v, %v", deleted, err)
	}
}
