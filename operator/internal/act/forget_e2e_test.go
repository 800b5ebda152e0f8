//go:build e2e

package act

import (
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/plan"
)

func TestForget(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "a", "b", "c", "d")
	f.meet("a", "b", "c", "d")
	forget := f.action(plan.Forget, "a", "c")

	f.hostIs(corev1.ConditionFalse)
	p := f.look()
	f.hostIs(corev1.ConditionTrue)
	f.refuses(p, forget, "the process of node c may be at work")
	f.hostIs(corev1.ConditionFalse)
	f.refuses(p, forget, "answers at "+f.servers["c"].Address)

	p = f.look()
	f.hang("c")
	f.refuses(p, forget, "is unknown")
	f.wake("c")

	p = f.look()
	f.kill("c")
	f.does(p, forget)
	f.forgot("a", "c")
	before := f.told()["a cluster|forget"]
	f.does(p, forget)
	if again := f.told()["a cluster|forget"] - before; again != 0 {
		t.Errorf("who was forgotten was forgotten again: %d times", again)
	}

	// The kubelet's word that the container has ended is enough: nobody is asked.
	f.follow("b", "d")
	p = f.look()
	f.report("d")
	f.refuses(p, f.action(plan.Forget, "b", "d"), "node b follows "+f.ids["d"])
	f.does(p, f.action(plan.Forget, "a", "d"))
	f.forgot("a", "d")
}

// TestForgetWithoutANode: of a server without a node there is only its silence.
func TestForgetWithoutANode(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "a", "b")
	f.meet("a", "b")
	f.abandon("b")
	p, later, forget := f.look(), f.look(), f.action(plan.Forget, "a", "b")
	forget.Peer = ""
	f.refuses(p, forget, "answers at "+f.servers["b"].Address)
	f.kill("b")
	f.does(later, forget) // that it answered the look is no word on now
	f.forgot("a", "b")
}

func (f *fleet) forgot(name, other string) {
	f.Helper()
	if peer, known := f.says(name).Peer(f.ids[other]); known {
		f.Errorf("%s knows %s: %+v", name, other, peer)
	}
}
