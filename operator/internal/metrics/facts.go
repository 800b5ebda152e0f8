package metrics

import (
	"time"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// ClusterFacts is what one pass knows of a cluster. An unknown fact, which is
// also the zero value of one, has no series: it is not read as 0. Counts of what
// servers do are of those that answered: a silent one is not taken to serve.
type ClusterFacts struct {
	Namespace string
	Name      string
	State     v1alpha1.ClusterState
	Paused    bool
	// Formed is whether the cluster has served once.
	Formed bool
	// ShardsDesired is what the pass works towards; ShardsFormed counts the
	// servers that answer and own slots.
	ShardsDesired, ShardsFormed int
	// NodesByLifecycle counts ValkeyNodes; a lifecycle that is missing has none.
	NodesByLifecycle map[v1alpha1.Lifecycle]int
	// SlotsAssigned counts the slots of servers that answer, 0 to 16384.
	SlotsAssigned int
	// Blocked is the reason of the wait; empty while the cluster is not waiting.
	Blocked plan.Reason
	// Stalled is the reason of the condition Stalled; empty unless that is True.
	Stalled string
	// DataLoss is whether a loss of data is neither acknowledged nor a day old.
	DataLoss bool
	// CertificateNotAfter is when the certificate in the TLS Secret expires;
	// unknown also for a cluster without TLS.
	CertificateNotAfter topology.Fact[time.Time]
	// CertificateServed counts the nodes that serve that certificate.
	CertificateServed topology.Fact[int]
	// CertificateOutdated counts those that mount the Secret, may run and are not
	// known to serve its certificate.
	CertificateOutdated topology.Fact[int]
	// ACLOutdated counts the nodes that may run and are not known to have loaded the
	// current users.acl.
	ACLOutdated topology.Fact[int]
}

// Result is how something that was tried ended.
type Result string

// The values of Result.
const (
	Success Result = "success"
	Failure Result = "error"
	// Skipped is an action whose precondition no longer held.
	Skipped Result = "skipped"
)
