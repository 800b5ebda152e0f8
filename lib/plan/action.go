package plan

import "github.com/valkey-menu/valkey-menu/lib/slots"

// ActionKind names an action; the operator has one file for each.
type ActionKind string

// The kinds of actions, each with the fields that it uses and what must still be
// true when it is done. An action whose precondition no longer holds is left out
// without an error: the next pass decides anew. One that was done already
// succeeds.
const (
	// Snapshot writes down what the cluster is created as.
	Snapshot ActionKind = "Snapshot"
	// CreateNode makes a node of Shard that joins; if CopyOf is set, with the recipe
	// of that node instead of the present one.
	CreateNode ActionKind = "CreateNode"
	// SetConfigEpoch gives Node (ID) the config epoch Epoch. It knows no other node.
	SetConfigEpoch ActionKind = "SetConfigEpoch"
	// Meet introduces Peer (PeerID) at its pod's address to Node (ID). Both servers
	// still have their ids.
	Meet ActionKind = "Meet"
	// AssignSlots gives Node (ID) the Slots. It is a primary, and no node says that
	// somebody has one of them.
	AssignSlots ActionKind = "AssignSlots"
	// Replicate makes Node (ID) follow Peer (PeerID). Node has no slot and is no
	// replica of an ended owner of slots; Peer is a primary and says so.
	Replicate ActionKind = "Replicate"
	// CompleteJoin ends the joining of Node.
	CompleteJoin ActionKind = "CompleteJoin"
	// Activate ends the creation of the cluster.
	Activate ActionKind = "Activate"
	// FailOver makes the replica Node (ID) the primary in place of Peer (PeerID)
	// with both at work (CLUSTER FAILOVER), and waits until it is, as long as the
	// server tries. Peer answers, has slots and no migration that has not ended; the
	// link of Node is up, and Node takes no slot for Peer's that Peer does not have.
	FailOver ActionKind = "FailOver"
	// ForceFailOver has the replica Node (ID) elected without its primary PeerID
	// (CLUSTER FAILOVER FORCE). PeerID does not answer, and no other replica of it
	// has a higher offset than Offset, or has become the primary.
	ForceFailOver ActionKind = "ForceFailOver"
	// TakeOver makes the replica Node (ID) the primary of its shard without a vote
	// (CLUSTER FAILOVER TAKEOVER). As of ForceFailOver, and PeerID is fenced.
	TakeOver ActionKind = "TakeOver"
	// Forget removes the server PeerID (Peer, if it has a node) from the table of
	// Node (ID). The process of PeerID has ended, or its host is cut off, and Node
	// does not follow it.
	Forget ActionKind = "Forget"
	// CopyFunctions restores the function libraries of Peer (PeerID) on Node (ID),
	// replacing what it has. Node has no slot.
	CopyFunctions ActionKind = "CopyFunctions"
	// MoveSlots starts the migration of Slots from Node (ID) to Peer (PeerID)
	// (CLUSTER MIGRATESLOTS, Valkey 9.0). Node has them all, Peer is a primary, and
	// neither has a migration that has not ended.
	MoveSlots ActionKind = "MoveSlots"
	// MarkLeaving marks Node as one that leaves. It has no slot.
	MarkLeaving ActionKind = "MarkLeaving"
	// StopPod deletes the pod of Node; if Force is set, without waiting for its host,
	// which is not Ready. Node leaves, or its server has ended, or it is a replica that
	// was never in sync and whose primary is lost. The server, if it still answers,
	// has no slot, and no node that stays follows it.
	StopPod ActionKind = "StopPod"
	// DeleteNode deletes Node, whose pod is gone and which no server knows.
	DeleteNode ActionKind = "DeleteNode"
)

// ActionKinds lists all kinds, for those that must handle each.
func ActionKinds() []ActionKind {
	return []ActionKind{
		Snapshot, CreateNode, SetConfigEpoch, Meet, AssignSlots, Replicate, CompleteJoin, Activate,
		FailOver, ForceFailOver, TakeOver, Forget, CopyFunctions, MoveSlots, MarkLeaving, StopPod, DeleteNode,
	}
}

// Action is one side effect. Which fields count depends on the kind.
type Action struct {
	Kind  ActionKind
	Shard int
	Node  string // name of the node that is acted on
	Peer  string // name of the other node
	// ID is the id of the server of Node, and PeerID that of Peer, where the
	// action depends on them: a pod that was replaced meanwhile has another.
	ID, PeerID string
	Epoch      int64
	// Offset of the replica that is promoted, in bytes of the replication stream.
	Offset int64
	Slots  slots.Set
	// CopyOf is the node whose recipe a new one takes.
	CopyOf string
	Force  bool
}
