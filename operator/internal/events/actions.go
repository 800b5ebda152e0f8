package events

import (
	"fmt"

	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// actionEvent words the Event of one kind of action.
type actionEvent struct {
	reason plan.Reason
	// ofNode says that it is about the node that is acted on.
	ofNode  bool
	message func(plan.Action) string
}

// actionEvents has one for each of plan.ActionKinds. The reason is that of the
// decisions that hold such actions.
func actionEvents() map[plan.ActionKind]actionEvent {
	return map[plan.ActionKind]actionEvent{
		plan.Snapshot:       {plan.Snapshotting, false, fixed("the shape that creation works towards stands in status.targetSpec")},
		plan.CreateNode:     {plan.CreatingNodes, false, func(a plan.Action) string { return fmt.Sprintf("created a node of shard %d", a.Shard) }},
		plan.SetConfigEpoch: {plan.SettingEpochs, true, func(a plan.Action) string { return fmt.Sprintf("config epoch set to %d", a.Epoch) }},
		plan.Meet:           {plan.MeetingNodes, true, func(a plan.Action) string { return fmt.Sprintf("cluster meet issued: %s and %s", a.Node, a.Peer) }},
		plan.AssignSlots: {plan.AssigningSlots, true, func(a plan.Action) string {
			return fmt.Sprintf("took %d slots of shard %d: %s", a.Slots.Len(), a.Shard, a.Slots)
		}},
		plan.Replicate:    {plan.AttachingReplicas, true, func(a plan.Action) string { return "became a replica of " + a.Peer }},
		plan.CompleteJoin: {plan.CompletingJoins, true, fixed("completed join")},
		plan.Activate:     {plan.Activating, false, fixed("cluster formed, transitioning to Active")},
	}
}

func fixed(message string) func(plan.Action) string {
	return func(plan.Action) string { return message }
}

// Done is an action that was carried out.
func Done(a plan.Action) Event {
	words, known := actionEvents()[a.Kind]
	if !known {
		// A kind without words shall still be seen.
		return normal(string(a.Kind), string(a.Kind), "done").about(a.Node)
	}
	e := normal(string(words.reason), string(a.Kind), words.message(a))
	if words.ofNode {
		return e.about(a.Node)
	}
	return e
}

// Failed is an action that failed and is tried again. It is about the node that
// it was to act on, if it was about one.
func Failed(a plan.Action, err error) Event {
	e := warning(ReasonActionFailed, string(a.Kind), fmt.Sprintf("%s failed and is tried again: %v", a.Kind, err))
	if actionEvents()[a.Kind].ofNode {
		return e.about(a.Node)
	}
	return e
}

// acts reports whether a reason is that of decisions that act: their actions have
// Events of their own.
func acts(reason string) bool {
	for _, words := range actionEvents() {
		if string(words.reason) == reason {
			return true
		}
	}
	return false
}
