package act

import (
	"context"
	"errors"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
)

// TestFenced: the process of a node may be at work unless its container has ended, its
// pod is gone or its host is not Ready; only the first is proof that it is not.
func TestFenced(t *testing.T) {
	const refused = "the process of node a may be at work"
	phase := func(p *corev1.Pod) { p.Status = corev1.PodStatus{Phase: corev1.PodFailed} }
	cases := map[string]struct {
		before []client.Object // what the look shows, beside the node
		after  []client.Object // what is there when it acts
		ended  bool
		why    string
	}{
		"at work":             {before: []client.Object{pod("a"), host(corev1.ConditionTrue)}, after: []client.Object{pod("a"), host(corev1.ConditionTrue)}, why: refused},
		"ended in the look":   {before: []client.Object{pod("a", ended)}, ended: true},
		"ended since":         {before: []client.Object{pod("a")}, after: []client.Object{pod("a", ended), host(corev1.ConditionTrue)}, ended: true},
		"failed as a whole":   {after: []client.Object{pod("a", phase), host(corev1.ConditionTrue)}, ended: true},
		"another's ended":     {before: []client.Object{pod("a")}, after: []client.Object{pod("a", ended, foreign), host(corev1.ConditionTrue)}},
		"pod gone":            {before: []client.Object{pod("a")}},
		"pod came":            {after: []client.Object{pod("a"), host(corev1.ConditionTrue)}, why: refused},
		"host gone":           {before: []client.Object{pod("a"), host(corev1.ConditionTrue)}, after: []client.Object{pod("a")}},
		"host not Ready":      {after: []client.Object{pod("a"), host(corev1.ConditionUnknown)}},
		"host Ready again":    {before: []client.Object{pod("a"), host(corev1.ConditionFalse)}, after: []client.Object{pod("a"), host(corev1.ConditionTrue)}, why: refused},
		"host with no status": {after: []client.Object{pod("a"), bare()}, why: refused},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			seen := newWorld(t, append(c.before, node("a"))...).look()
			w := newWorld(t, append(c.after, node("a"))...)
			ended, err := w.actor.fenced(t.Context(), seen, "a")
			if c.why == "" && err != nil || ended != c.ended {
				t.Errorf("ended %t, %v; want %t", ended, err, c.ended)
			}
			if c.why != "" && !errors.Is(err, ErrSuperseded) {
				t.Errorf("%v, want that it is superseded", err)
			}
		})
	}
	if ended, err := newWorld(t).actor.fenced(t.Context(), new(Pass), ""); ended || err != nil {
		t.Errorf("a server without a node: ended %t, %v", ended, err)
	}
}

func bare() *corev1.Node {
	h := host(corev1.ConditionTrue)
	h.Status = corev1.NodeStatus{}
	return h
}

// TestFenceUnasked: an API server that does not answer says nothing about a process.
func TestFenceUnasked(t *testing.T) {
	away := errors.New("away")
	for _, hidden := range []client.Object{&corev1.Pod{}, &corev1.Node{}} {
		w := newWorld(t, node("a"), pod("a"), host(corev1.ConditionFalse))
		p := w.look()
		w.actor.Live = interceptor.NewClient(w.api, interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, options ...client.GetOption) error {
				if _, isPod := o.(*corev1.Pod); isPod == isKindOfPod(hidden) {
					return away
				}
				return c.Get(ctx, key, o, options...)
			},
		})
		if ended, err := w.actor.fenced(t.Context(), p, "a"); ended || !errors.Is(err, away) {
			t.Errorf("without %T: ended %t, %v", hidden, ended, err)
		}
	}
}

func isKindOfPod(o client.Object) bool {
	_, is := o.(*corev1.Pod)
	return is
}
