package act

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// TestUnknownKind: an action that nobody carries out is an error and not superseded.
func TestUnknownKind(t *testing.T) {
	w := newWorld(t)
	if err := w.actor.Do(t.Context(), w.look(), plan.Action{Kind: "Dance"}); err == nil || err.Error() != "doing Dance: there is no such action" {
		t.Errorf("an unknown kind: %v", err)
	}
}

// TestUnseen: an action on a node that the look did not show, or whose server it did
// not show, waits for the next look.
func TestUnseen(t *testing.T) {
	w := newWorld(t, node("a"), node("b"), pod("b", ended))
	p := w.look()
	for _, kind := range []plan.ActionKind{plan.MarkLeaving, plan.CompleteJoin} {
		w.refuses(p, plan.Action{Kind: kind, Node: "x"}, "node x was not seen")
	}
	w.refuses(p, plan.Action{Kind: plan.DeleteNode, Node: "x"}, "node x is being deleted")
	for _, kind := range []plan.ActionKind{
		plan.SetConfigEpoch, plan.Meet, plan.AssignSlots, plan.Replicate, plan.FailOver, plan.ForceFailOver, plan.TakeOver, plan.Forget,
		plan.CopyFunctions, plan.MoveSlots,
	} {
		for node, why := range map[string]string{"x": "node x was not seen", "a": "no server of node a was seen", "b": "no server of node b was seen"} {
			w.refuses(p, plan.Action{Kind: kind, Node: node, ID: "one", Peer: node, PeerID: "another"}, why)
		}
	}
}
