//go:build e2e

package act

import (
	"errors"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

// TestAnotherServer: a server with another id than the plan meant is another server,
// wherever it answers.
func TestAnotherServer(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "a", "b")
	f.hostIs(corev1.ConditionFalse)
	p := f.look()
	for _, name := range []string{"a", "b"} {
		f.tell(name, "CLUSTER", "RESET", "HARD")
	}
	now := map[string]string{"a": f.says("a").ID, "b": f.says("b").ID}
	act := func(kind plan.ActionKind) plan.Action {
		action := f.action(kind, "a", "b")
		action.Slots = slots.Between(0, 9)
		return action
	}
	for _, kind := range []plan.ActionKind{plan.SetConfigEpoch, plan.AssignSlots, plan.Replicate, plan.ForceFailOver, plan.TakeOver, plan.Forget} {
		f.refuses(p, act(kind), "the server of node a has id "+now["a"])
	}
	for _, kind := range []plan.ActionKind{plan.Meet, plan.FailOver, plan.CopyFunctions, plan.MoveSlots} {
		action := act(kind)
		action.ID = now["a"]
		f.refuses(p, action, "the server of node b has id "+now["b"])
	}
	f.own("b", slots.Between(0, 9)) // so that it could hand over
	for _, kind := range []plan.ActionKind{plan.Meet, plan.FailOver, plan.CopyFunctions, plan.MoveSlots} {
		action := act(kind)
		action.PeerID = now["b"]
		f.refuses(p, action, "the server of node a has id "+now["a"])
	}
}

// TestSilentServer: a server that does not answer is an error of the connection, told
// and tried again; nothing says that the world has moved on.
func TestSilentServer(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "a", "b")
	f.own("a", slots.Between(0, 9)) // so that it could hand over
	p := f.look()
	f.kill("b")
	f.hostIs(corev1.ConditionFalse)
	for _, kind := range []plan.ActionKind{
		plan.SetConfigEpoch, plan.Meet, plan.AssignSlots, plan.Replicate, plan.FailOver, plan.ForceFailOver, plan.TakeOver, plan.Forget,
		plan.CopyFunctions, plan.MoveSlots,
	} {
		action := f.action(kind, "b", "a")
		if kind == plan.ForceFailOver || kind == plan.TakeOver {
			action.Peer, action.PeerID = "", "" // one who lives would be found to live first
		}
		err := f.actor.Do(t.Context(), p, action)
		if !errors.Is(err, valkeyconn.ErrUnreachable) || errors.Is(err, ErrSuperseded) {
			t.Errorf("%s on a silent server: %v", kind, err)
		}
	}
}
