package events

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// actionEvent words the Event of one kind of action.
type actionEvent struct {
	// ofNode says that it is about the node that is acted on.
	ofNode  bool
	message func(plan.Action) string
}

// actionEvents has one for each of plan.ActionKinds.
func actionEvents() map[plan.ActionKind]actionEvent {
	return map[plan.ActionKind]actionEvent{
		plan.Snapshot:       {false, fixed("the shape that creation works towards stands in status.targetSpec")},
		plan.CreateNode:     {false, func(a plan.Action) string { return fmt.Sprintf("created a node of shard %d", a.Shard) }},
		plan.SetConfigEpoch: {true, func(a plan.Action) string { return fmt.Sprintf("config epoch set to %d", a.Epoch) }},
		plan.Meet:           {true, func(a plan.Action) string { return fmt.Sprintf("cluster meet issued: %s and %s", a.Node, a.Peer) }},
		plan.AssignSlots: {true, func(a plan.Action) string {
			return fmt.Sprintf("took %d slots of shard %d: %s", a.Slots.Len(), a.Shard, a.Slots)
		}},
		plan.Replicate:    {true, func(a plan.Action) string { return "became a replica of " + a.Peer }},
		plan.CompleteJoin: {true, fixed("completed join")},
		plan.Activate:     {false, fixed("cluster formed, transitioning to Active")},
		plan.FailOver: {true, func(a plan.Action) string {
			return "took the part of primary of shard " + shard(a) + " over from " + a.Peer
		}},
		plan.ForceFailOver: {true, func(a plan.Action) string {
			return fmt.Sprintf("forced the election as primary of shard %s in place of %s, at offset %d", shard(a), server(a), a.Offset)
		}},
		plan.TakeOver: {true, func(a plan.Action) string {
			return fmt.Sprintf("took over shard %s from %s without a vote, at offset %d", shard(a), server(a), a.Offset)
		}},
		plan.Forget:        {true, func(a plan.Action) string { return "forgot server " + server(a) }},
		plan.CopyFunctions: {true, func(a plan.Action) string { return "took over the functions of " + a.Peer }},
		plan.MoveSlots: {true, func(a plan.Action) string {
			return fmt.Sprintf("began to move %d slots to %s: %s", a.Slots.Len(), a.Peer, a.Slots)
		}},
		plan.MarkLeaving: {true, fixed("leaves the cluster")},
		plan.StopPod:     {true, fixed("its pod is being deleted")},
		plan.DeleteNode:  {false, func(a plan.Action) string { return "removed node " + a.Node }},
	}
}

func shard(a plan.Action) string { return strconv.Itoa(a.Shard) }

// server names the other server of an action, which may have no node any more.
func server(a plan.Action) string {
	if a.Peer == "" {
		return a.PeerID
	}
	return a.Peer
}

func fixed(message string) func(plan.Action) string {
	return func(plan.Action) string { return message }
}

// Done is an action that was carried out, for the reason of its decision.
func Done(why plan.Reason, a plan.Action) Event {
	words, known := actionEvents()[a.Kind]
	if !known {
		// A kind without words shall still be seen.
		return normal(string(why), string(a.Kind), "done").about(a.Node)
	}
	e := normal(string(why), string(a.Kind), words.message(a))
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
func acts(reason string) bool { return slices.Contains(plan.ActReasons(), plan.Reason(reason)) }
