package topology

import "time"

// View is one look at a cluster: what Kubernetes and the nodes said, and what
// could not be learnt.
type View struct {
	// Nodes are all nodes of the cluster by name, those that leave included.
	Nodes []Node
	// Answers says, by id, of servers that some node knows and that answer as the
	// server of no node, whether one with that id still answers at the address that
	// the nodes know. Nothing answering, and one with another id answering, are both
	// false; unknown is what nobody tried or could try.
	Answers map[string]Fact[bool]
}

// Lifecycle of a node, as its ValkeyNode says.
type Lifecycle string

// The lifecycles.
const (
	Joining Lifecycle = "Joining"
	Active  Lifecycle = "Active"
	Leaving Lifecycle = "Leaving"
)

// Node is one ValkeyNode with its pod and the server in it.
type Node struct {
	Name string
	// Shard is the scheduling index: which nodes were made to form a shard. Which
	// ones do is in what the servers say.
	Shard     int
	Lifecycle Lifecycle
	// LeavingSince is when the node was marked as leaving, zero if that is not known.
	LeavingSince time.Time
	// Deleting is whether the ValkeyNode is being deleted.
	Deleting bool
	// ID of its server, for a server that does not answer; empty if it was never
	// learnt. What other nodes know by the node's host name makes up for it.
	ID string
	// Outdated are the settings in which the node differs from what one made now
	// would have; none of a node that is up to date.
	Outdated []string
	Pod      Fact[Pod]
	Server   Fact[Server]
}

// Pod of a node.
type Pod struct {
	// Exists is false for a node whose pod is not made yet or gone.
	Exists bool
	// Made is whether the pod was made at some time: one that was and does not exist
	// is gone for good, since no node gets a second pod. It matters while a node
	// joins; later its pod has been made.
	Made bool
	// Address is the pod's IP address, empty before it has one.
	Address string
	// Running is whether the container of the server runs.
	Running bool
	// Terminated is whether the kubelet reports the container as ended: the
	// process is gone for good.
	Terminated bool
	// EndedAt is when the container has ended, as the kubelet says, in Unix
	// milliseconds; 0 unless Terminated.
	EndedAt  int64
	Deleting bool
	// Host and Zone are where the scheduler has put the pod: empty before it has, and
	// the zone of a host that names none.
	Host, Zone string
	// HostNotReady is whether the host of the pod is not Ready, or is gone.
	HostNotReady bool
	// Blocked says in the scheduler's or kubelet's own words what keeps the pod
	// from running; Reason is their word for the kind, for example Unschedulable or
	// ErrImagePull. Both are empty while nothing does.
	Reason, Blocked string
}

// Server is what the node's server says about itself and the cluster.
type Server struct {
	ID          string
	Peers       []Peer // its view, itself included
	Cluster     ClusterInfo
	Replication Replication
	Migrations  []Migration
	// Keys is how many keys the server has, of all databases.
	Keys Fact[int64]
	// Functions is a digest of the function libraries, the same for the same
	// libraries on every server; empty for none.
	Functions Fact[string]
	// ACLRevision is the revision of users.acl that the server has loaded; empty if
	// it has loaded one without a revision.
	ACLRevision Fact[string]
	// ServedLeaf is the SHA-256 of the certificate that the server showed, in
	// lower-case hexadecimal; unknown of a server that speaks plaintext.
	ServedLeaf Fact[string]
}

// Myself is the server's own line in its view.
func (s Server) Myself() Peer {
	for i := range s.Peers {
		if s.Peers[i].Myself {
			return s.Peers[i]
		}
	}
	return Peer{ID: s.ID, Role: RoleUnknown}
}

// Peer returns how the server sees another one. A peer that still shakes hands
// has no id of its own yet, so that it is not found.
func (s Server) Peer(id string) (Peer, bool) {
	for i := range s.Peers {
		if s.Peers[i].ID == id && !s.Peers[i].Handshake {
			return s.Peers[i], true
		}
	}
	return Peer{}, false
}
