package status

import (
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// maxStatusMessage is the limit of the CRD on status.message.
const maxStatusMessage = 32768

// Compute returns the status of the cluster after the pass.
func Compute(seen Seen) v1alpha1.ValkeyClusterStatus {
	after := *seen.Cluster.Status.DeepCopy()
	after.State = seen.State
	after.ObservedGeneration = seen.Cluster.Generation
	after.TargetSpec = seen.TargetSpec.DeepCopy()
	after.Message = message(seen)
	after.Shards = shards(seen)
	after.Config = config(seen)
	after.ACL = aclStatus(seen)
	after.Conditions = conditions(seen.Cluster.Status.Conditions, []condition{
		ready(seen), reconciling(seen), stalled(seen), certificateExpiring(seen), managedDirective(seen), dataLoss(seen),
	}, seen.Cluster.Generation, seen.Now)
	return after
}

// message says why the cluster is Invalid. A pass that could not look at the
// Secret leaves it.
func message(seen Seen) string {
	switch {
	case seen.State != v1alpha1.StateInvalid:
		return ""
	case len(seen.TLSProblems) == 0:
		return seen.Cluster.Status.Message
	}
	return Bound(seen.TLSProblems[0], maxStatusMessage)
}

// config is what the chain resolved to; while it does not resolve, what it last
// resolved to.
func config(seen Seen) *v1alpha1.ConfigStatus {
	if seen.Resolved == nil {
		return seen.Cluster.Status.Config.DeepCopy()
	}
	return &v1alpha1.ConfigStatus{Image: seen.Resolved.Config.Image.Ref, Revision: seen.Resolved.Revision()}
}
