package status

import (
	"time"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// Seen is everything that the status of a cluster is computed from: what one
// pass saw and decided.
type Seen struct {
	// Cluster with the status that it has now.
	Cluster *v1alpha1.ValkeyCluster
	Now     time.Time
	// State and TargetSpec as they are after the pass.
	State      v1alpha1.ClusterState
	TargetSpec *v1alpha1.ValkeyClusterSpec
	Paused     bool
	// TLSProblems make the cluster Invalid; the first is the message.
	TLSProblems []string
	// Stalls are what a person must mend, the most basic first; unresolved
	// references are among them. TLSProblems need not be repeated here.
	Stalls []Stall
	// Managed names the directives of the menu that have no effect, sorted. It
	// counts only beside Resolved.
	Managed []string
	// Resolved is nil while a reference does not resolve.
	Resolved *resolve.Cluster
	// ACLRevision of the users.acl that was rendered; empty if none was.
	ACLRevision string
	// Certificate of the TLS Secret; nil without TLS or without a readable one.
	Certificate *Certificate
	// OtherCertificate are the nodes whose pods mount another TLS Secret than the
	// cluster names, which they keep until they are replaced.
	OtherCertificate map[string]bool
	View             topology.View
	// Looked is whether the servers were asked: an invalid cluster has a view and no
	// decision.
	Looked bool
	// Decision is zero when the pass ended before it: the view then says nothing,
	// and what the former status said of nodes stays.
	Decision plan.Decision
	// Failure is the error that ended the pass, or that a step of it had; empty if
	// there was none. It holds no secret.
	Failure string
	// Losses of data that this pass found, and the time up to which losses are
	// acknowledged; zero if none is.
	Losses             []Loss
	LossesAcknowledged time.Time
}

// Stall is something that a person must mend. Reason is the slug of a rule or
// one of the constants of this package.
type Stall struct {
	Reason  string
	Message string
}

// Certificate is the leaf that the nodes of a cluster are to serve.
type Certificate struct {
	NotAfter time.Time
	// Fingerprint is its SHA-256 in lower-case hexadecimal.
	Fingerprint string
}

// Loss is a shard whose data is gone with its last node.
type Loss struct {
	Shard int
	Slots slots.Set
	// Time when it was found.
	Time time.Time
}
