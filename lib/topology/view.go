package topology

// View is one look at a cluster: what Kubernetes and the nodes said, and what
// could not be learnt.
type View struct {
	// Nodes are all nodes of the cluster by name, those that leave included.
	Nodes []Node
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
	// Deleting is whether the ValkeyNode is being deleted.
	Deleting bool
	Pod      Fact[Pod]
	Server   Fact[Server]
}

// Pod of a node.
type Pod struct {
	// Exists is false for a node whose pod is not made yet or gone.
	Exists bool
	// Address is the pod's IP address, empty before it has one.
	Address string
	// Running is whether the container of the server runs.
	Running bool
	// Terminated is whether the kubelet reports the container as ended: the
	// process is gone for good.
	Terminated bool
	Deleting   bool
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
