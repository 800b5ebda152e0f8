package plan

import "github.com/valkey-menu/valkey-menu/lib/slots"

// Verb says what a decision asks for.
type Verb string

// The verbs.
const (
	Act  Verb = "act"
	Wait Verb = "wait"
	Done Verb = "done"
)

// Reason is why a decision was made: the word that conditions, Events, logs and
// metrics use.
type Reason string

// The reasons of decisions that act.
const (
	Snapshotting      Reason = "Snapshotting"
	CreatingNodes     Reason = "CreatingNodes"
	SettingEpochs     Reason = "SettingEpochs"
	MeetingNodes      Reason = "MeetingNodes"
	AssigningSlots    Reason = "AssigningSlots"
	AttachingReplicas Reason = "AttachingReplicas"
	CompletingJoins   Reason = "CompletingJoins"
	Activating        Reason = "Activating"
)

// The reasons of decisions that wait.
const (
	Paused            Reason = "Paused"
	NodeDeleting      Reason = "NodeDeleting"
	PodUnknown        Reason = "PodUnknown"
	PodMissing        Reason = "PodMissing"
	PodBlocked        Reason = "PodBlocked"
	PodStarting       Reason = "PodStarting"
	PodTerminated     Reason = "PodTerminated"
	ServerUnreachable Reason = "ServerUnreachable"
	ForeignPeer       Reason = "ForeignPeer"
	ViewsDiffer       Reason = "ViewsDiffer"
	SlotsDisputed     Reason = "SlotsDisputed"
	ReplicaSyncing    Reason = "ReplicaSyncing"
	ClusterNotOK      Reason = "ClusterNotOK"
)

// Ready is the reason of a decision that is done.
const Ready Reason = "Ready"

// ActionKind names an action; the operator has one file for each.
type ActionKind string

// The kinds of actions.
const (
	Snapshot       ActionKind = "Snapshot"       // the cluster
	CreateNode     ActionKind = "CreateNode"     // Shard
	SetConfigEpoch ActionKind = "SetConfigEpoch" // Node, Epoch
	Meet           ActionKind = "Meet"           // Node meets Peer
	AssignSlots    ActionKind = "AssignSlots"    // Node, Slots
	Replicate      ActionKind = "Replicate"      // Node follows Peer
	CompleteJoin   ActionKind = "CompleteJoin"   // Node
	Activate       ActionKind = "Activate"       // the cluster
)

// ActionKinds lists all kinds, for those that must handle each.
func ActionKinds() []ActionKind {
	return []ActionKind{Snapshot, CreateNode, SetConfigEpoch, Meet, AssignSlots, Replicate, CompleteJoin, Activate}
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
	Slots      slots.Set
}

// Decision is what to do next.
type Decision struct {
	Verb   Verb
	Reason Reason
	// Message says in a sentence what is done, or what is waited for.
	Message string
	// Object is the name of the node that a wait is about, empty if it is about
	// the cluster.
	Object string
	// Actions of one kind, to be done in this pass; none unless Verb is Act.
	Actions []Action
}
