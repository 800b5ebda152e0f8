package resolve

import "github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"

// Options are the inputs besides the objects. The function and the operator
// must be given the same ones, or what was reviewed is not what runs.
type Options struct {
	// ClusterDomain is the DNS domain of the Kubernetes cluster.
	ClusterDomain string
	// DefaultZoneSpread applies to clusters that set no zoneSpread.
	DefaultZoneSpread v1alpha1.ZoneSpread
	// PodUser is the numeric user, group and fsGroup of pods; nil leaves them
	// unset for platforms that assign one.
	PodUser *int64
}

// Defaults of Options; 999 is the user of the official Valkey image.
const (
	DefaultClusterDomain = "cluster.local"
	DefaultZoneSpread    = v1alpha1.SpreadBestEffort
	DefaultPodUser       = int64(999)
)

// DefaultOptions returns the options of an installation that sets none.
func DefaultOptions() Options {
	user := DefaultPodUser
	return Options{ClusterDomain: DefaultClusterDomain, DefaultZoneSpread: DefaultZoneSpread, PodUser: &user}
}
