package plan

// Reason is why a decision was made: the word that conditions, Events, logs and
// metrics use.
type Reason string

// Ready is the reason of a decision that is done.
const Ready Reason = "Ready"

// The reasons of decisions that act: forming.
const (
	Snapshotting       Reason = "Snapshotting"
	CreatingNodes      Reason = "CreatingNodes"
	SettingEpochs      Reason = "SettingEpochs"
	MeetingNodes       Reason = "MeetingNodes"
	AssigningSlots     Reason = "AssigningSlots"
	AttachingReplicas  Reason = "AttachingReplicas"
	SpreadingPrimaries Reason = "SpreadingPrimaries" // a host has too many to be lost
	CompletingJoins    Reason = "CompletingJoins"
	Activating         Reason = "Activating"
)

// The reasons of decisions that act: recovery.
const (
	HandingOver       Reason = "HandingOver"       // the primary's pod is being deleted
	ForcingFailover   Reason = "ForcingFailover"   // the primary is fenced, or Valkey's own failover did not come
	TakingOver        Reason = "TakingOver"        // no majority of primaries is left to vote
	HealingAddresses  Reason = "HealingAddresses"  // a live peer has another address
	ForgettingNodes   Reason = "ForgettingNodes"   // a departed server owns nothing
	LosingData        Reason = "LosingData"        // no copy of a shard's data lives
	RemovingNodes     Reason = "RemovingNodes"     // of ended servers
	ReplacingNodes    Reason = "ReplacingNodes"    // a shard has too few nodes
	DroppingStuckNode Reason = "DroppingStuckNode" // it never ran, and its recipe is no longer wanted
	CopyingFunctions  Reason = "CopyingFunctions"
)

// The reasons of decisions that act: scaling, rolling, cleaning up.
const (
	RetiringNodes    Reason = "RetiringNodes"    // nodes that leave are stopped
	RetiringShard    Reason = "RetiringShard"    // it is drained
	MovingSlots      Reason = "MovingSlots"      // towards even shares, and off a shard that goes
	AddingShards     Reason = "AddingShards"     // fewer than wanted
	Surging          Reason = "Surging"          // a shard with outdated nodes gets one more
	RollingReplica   Reason = "RollingReplica"   // an outdated replica retires
	RollingPrimary   Reason = "RollingPrimary"   // the outdated primary hands over
	SheddingReplicas Reason = "SheddingReplicas" // more than wanted
)

// The reasons of decisions that wait.
const (
	Paused              Reason = "Paused"
	NodeDeleting        Reason = "NodeDeleting"
	PodUnknown          Reason = "PodUnknown"
	PodMissing          Reason = "PodMissing"
	PodBlocked          Reason = "PodBlocked"
	PodStarting         Reason = "PodStarting"
	PodTerminated       Reason = "PodTerminated"
	PodStopping         Reason = "PodStopping"
	ServerUnreachable   Reason = "ServerUnreachable"
	ForeignPeer         Reason = "ForeignPeer"
	ViewsDiffer         Reason = "ViewsDiffer"
	SlotsDisputed       Reason = "SlotsDisputed"
	SlotsOpen           Reason = "SlotsOpen"
	ReplicaSyncing      Reason = "ReplicaSyncing"
	ClusterNotOK        Reason = "ClusterNotOK"
	FailoverPending     Reason = "FailoverPending"
	OldPrimaryNotFenced Reason = "OldPrimaryNotFenced"
	DepartedNotFenced   Reason = "DepartedNotFenced"
	StillFollowed       Reason = "StillFollowed"
	ClientsMoving       Reason = "ClientsMoving"
	SlotsMoving         Reason = "SlotsMoving"
	MigrationStalled    Reason = "MigrationStalled"
	MigrationBackoff    Reason = "MigrationBackoff"
	MigrationNotAllowed Reason = "MigrationNotAllowed"
	RollQueued          Reason = "RollQueued"
)

// ActReasons lists the reasons of decisions that act.
func ActReasons() []Reason {
	return []Reason{
		Snapshotting, CreatingNodes, SettingEpochs, MeetingNodes, AssigningSlots, AttachingReplicas, SpreadingPrimaries, CompletingJoins,
		Activating, HandingOver, ForcingFailover, TakingOver, HealingAddresses, ForgettingNodes, LosingData, RemovingNodes,
		ReplacingNodes, DroppingStuckNode, CopyingFunctions, RetiringNodes, RetiringShard, MovingSlots, AddingShards,
		Surging, RollingReplica, RollingPrimary, SheddingReplicas,
	}
}
