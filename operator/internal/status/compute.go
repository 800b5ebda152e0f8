package status

import "github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"

// Compute returns the status of the cluster after the pass.
func Compute(seen Seen) v1alpha1.ValkeyClusterStatus {
	return *seen.Cluster.Status.DeepCopy()
}
