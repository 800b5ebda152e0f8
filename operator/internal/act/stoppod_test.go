package act

import (
	"errors"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/plan"
)

var (
	stopA  = plan.Action{Kind: plan.StopPod, Node: "a"}
	forceA = plan.Action{Kind: plan.StopPod, Node: "a", Force: true}
)

// held is a pod that stays when it is deleted, as one whose kubelet has not answered.
func held(p *corev1.Pod) { p.Finalizers = []string{"test/kubelet"} }

// TestStopPod: the pod goes, by the kubelet's hand or, where the host does not report
// in, without it.
func TestStopPod(t *testing.T) {
	now := int64(0)
	cases := map[string]struct {
		action    plan.Action
		pod       func(*corev1.Pod)
		hostReady corev1.ConditionStatus
		grace     *int64
	}{
		"gracefully":            {action: stopA, pod: ended, hostReady: corev1.ConditionTrue},
		"host not Ready":        {action: forceA, pod: at(""), hostReady: corev1.ConditionUnknown, grace: &now},
		"host Ready, but ended": {action: forceA, pod: ended, hostReady: corev1.ConditionTrue, grace: &now},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, node("a"), pod("a", c.pod), host(c.hostReady))
			p := w.look()
			w.does(p, c.action)
			if w.pod("a") != nil {
				t.Error("the pod is there")
			}
			if (w.grace == nil) != (c.grace == nil) || c.grace != nil && *w.grace != *c.grace {
				t.Errorf("it was given a time of %v, want %v", w.grace, c.grace)
			}
			w.writes = nil
			w.does(p, c.action)
			if len(w.writes) > 0 {
				t.Errorf("without a pod: %v", w.writes)
			}
		})
	}
}

// TestStopPodThatGoes: one that is being deleted is left to its kubelet, and by force
// to nobody.
func TestStopPodThatGoes(t *testing.T) {
	for action, want := range map[*plan.Action]int{&stopA: 0, &forceA: 1} {
		w := newWorld(t, node("a"), pod("a", held), host(corev1.ConditionFalse))
		w.must(w.api.Delete(t.Context(), w.pod("a")))
		w.does(w.look(), *action)
		if len(w.writes) != want {
			t.Errorf("force %t: %v, want %d", action.Force, w.writes, want)
		}
	}
}

func TestStopPodRefuses(t *testing.T) {
	w := newWorld(t, node("a"), pod("a"), host(corev1.ConditionFalse))
	p := w.look()
	w.must(w.api.Status().Update(t.Context(), host(corev1.ConditionTrue)))
	w.refuses(p, forceA, "its host is Ready")
}

// TestStopPodOfSomebodyElse: neither a pod without our node as its owner nor one that
// took the name in the last moment is deleted.
func TestStopPodOfSomebodyElse(t *testing.T) {
	w := newWorld(t, node("a"), pod("a", foreign))
	w.does(w.look(), stopA)
	if len(w.writes) > 0 {
		t.Errorf("a foreign pod: %v", w.writes)
	}

	w = newWorld(t, node("a"), pod("a"))
	p := w.look()
	w.meanwhile = func() {
		w.must(w.api.Delete(t.Context(), w.pod("a")))
		w.must(w.api.Create(t.Context(), pod("a", func(p *corev1.Pod) { p.UID = "another" })))
	}
	if err := w.actor.Do(t.Context(), p, stopA); !errors.Is(err, ErrSuperseded) {
		t.Errorf("a pod that was replaced: %v, want superseded", err)
	}
	if left := w.pod("a"); left == nil || left.UID != "another" {
		t.Errorf("the pod that took the place is %+v", left)
	}
}

// TestStopPodUnasked: of a pod that cannot be read nothing is known.
func TestStopPodUnasked(t *testing.T) {
	for _, action := range []plan.Action{stopA, forceA} {
		w := newWorld(t, node("a"), pod("a"))
		p := w.look()
		w.away = errors.New("away")
		if err := w.actor.Do(t.Context(), p, action); !errors.Is(err, w.away) || len(w.writes) > 0 {
			t.Errorf("%v, wrote %v; want the error alone", err, w.writes)
		}
	}
}
