package topology

import "github.com/valkey-menu/valkey-menu/lib/slots"

// Role of a node in a view of the cluster.
type Role string

// The roles. A node is RoleUnknown while it shakes hands, and in views that
// know it by name only.
const (
	RolePrimary Role = "primary"
	RoleReplica Role = "replica"
	RoleUnknown Role = "unknown"
)

// Health of a peer as one node judges it.
type Health string

// The judgements: a suspicion is one node's own (flag fail?), a failure is what
// a majority of primaries has agreed on (flag fail).
const (
	HealthOK        Health = "ok"
	HealthSuspected Health = "suspected"
	HealthFailed    Health = "failed"
)

// Peer is one line of CLUSTER NODES: a node as one node sees it, itself
// included.
type Peer struct {
	ID string
	// Address is the IP address that the viewer knows; empty when it knows none,
	// which is also how a node that was never met shows itself.
	Address string
	Port    int
	BusPort int
	// Hostname is what the node announces; it is empty if it announces none.
	Hostname string

	Myself     bool
	Role       Role
	Health     Health
	Handshake  bool // met, and not yet answered: the id is a made-up one
	NoAddress  bool
	NoFailover bool
	// PrimaryID is the node that a replica follows, empty otherwise.
	PrimaryID string
	// PingSent is when the viewer sent the ping that still waits for its answer, 0 if
	// none does; PongReceived is when it last heard from the node, 0 if never. Both
	// are Unix times in milliseconds of the viewer's clock; of the viewer itself both
	// are 0. A viewer takes the time of a pong over from gossip (Valkey 9.1.2).
	PingSent, PongReceived int64
	// ConfigEpoch decides between claims to a slot: the higher one wins.
	ConfigEpoch uint64
	// Connected is whether the viewer's bus link to the node is up; it is true
	// for the viewer itself.
	Connected bool
	// Slots that the node serves. A replica has none.
	Slots slots.Set
	// Open are slots in the middle of a migration of the old kind (CLUSTER
	// SETSLOT); only the viewer's own line has them.
	Open []OpenSlot
}

// OpenSlot is a slot that is marked as migrating to a peer or, if Importing,
// from it.
type OpenSlot struct {
	Slot      int
	Importing bool
	PeerID    string
}
