package v1alpha1

// ZoneSpread says how hard the members of a shard are spread over zones.
//
// +kubebuilder:validation:Enum=bestEffort;required
type ZoneSpread string

// The values of ZoneSpread.
const (
	SpreadBestEffort ZoneSpread = "bestEffort"
	SpreadRequired   ZoneSpread = "required"
)

// Zone is a value of the host label topology.kubernetes.io/zone.
//
// +kubebuilder:validation:MaxLength=63
type Zone string

// LabelValue is the value of a host label.
//
// +kubebuilder:validation:MaxLength=253
type LabelValue string

// Placement says where pods may run.
type Placement struct {
	// Zones that pods may run in, as a hard node affinity on
	// topology.kubernetes.io/zone. Empty means any.
	// +optional
	// +kubebuilder:validation:MaxItems=128
	Zones []Zone `json:"zones,omitempty"`
	// ZoneSpread is bestEffort or required; unset inherits the operator-wide default.
	// +optional
	ZoneSpread ZoneSpread `json:"zoneSpread,omitempty"`
	// NodeSelector is copied into each pod.
	// +optional
	// +kubebuilder:validation:MaxProperties=128
	NodeSelector map[string]LabelValue `json:"nodeSelector,omitempty"`
}
