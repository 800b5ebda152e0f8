package status

import (
	"time"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
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
	// references are among them.
	Stalls []Stall
	// Managed names the directives of the menu that have no effect, sorted.
	Managed []string
	// Resolved is nil while a reference does not resolve.
	Resolved *resolve.Cluster
	// ACLRevision of the users.acl that was rendered; empty if none was.
	ACLRevision string
	// Certificate of the TLS Secret; nil without TLS or without a readable one.
	Certificate *Certificate
	View        topology.View
	Decision    plan.Decision
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
