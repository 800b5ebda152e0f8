package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// ClusterState is the coarse state of a cluster.
//
// +kubebuilder:validation:Enum=Creating;Active;Updating;Invalid
type ClusterState string

// The values of ClusterState; Updating is reserved.
const (
	StateCreating ClusterState = "Creating"
	StateActive   ClusterState = "Active"
	StateUpdating ClusterState = "Updating"
	StateInvalid  ClusterState = "Invalid"
)

// Condition types of a ValkeyCluster; the menu kinds have Ready alone.
const (
	ConditionReady               = "Ready"
	ConditionReconciling         = "Reconciling"
	ConditionStalled             = "Stalled"
	ConditionCertificateExpiring = "CertificateExpiring"
	ConditionDataLoss            = "DataLoss"
)

// ShardStatus is what the operator last saw of one shard.
type ShardStatus struct {
	// Index is the scheduling index of the shard.
	Index int32 `json:"index"`
	// ShardID is Valkey's own id of the shard.
	// +optional
	// +kubebuilder:validation:MaxLength=64
	ShardID string `json:"shardID,omitempty"`
	// Slots of the shard as ranges, for example "0-5460 5462".
	// +optional
	// +kubebuilder:validation:MaxLength=131072
	Slots string `json:"slots,omitempty"`
	// Primary is the name of the ValkeyNode that owns the slots.
	// +optional
	// +kubebuilder:validation:MaxLength=253
	Primary string `json:"primary,omitempty"`
	// Replicas are names of ValkeyNodes.
	// +optional
	// +kubebuilder:validation:MaxItems=64
	// +kubebuilder:validation:items:MaxLength=253
	Replicas []string `json:"replicas,omitempty"`
}

// ConfigStatus is what the config chain resolved to.
type ConfigStatus struct {
	// Image is repository:tag.
	// +optional
	// +kubebuilder:validation:MaxLength=769
	Image string `json:"image,omitempty"`
	// Revision is the hash over what makes a node outdated.
	// +optional
	// +kubebuilder:validation:MaxLength=64
	Revision string `json:"revision,omitempty"`
}

// ACLStatus says how far an ACL revision has spread.
type ACLStatus struct {
	// Revision is the hash of users.acl.
	// +optional
	// +kubebuilder:validation:MaxLength=64
	Revision string `json:"revision,omitempty"`
	// NodesAtRevision counts the nodes that have loaded it.
	// +optional
	NodesAtRevision int32 `json:"nodesAtRevision,omitempty"`
}

// ValkeyClusterStatus is written by the operator.
type ValkeyClusterStatus struct {
	// State of the cluster.
	// +optional
	State ClusterState `json:"state,omitempty"`
	// ObservedGeneration is the generation that the status speaks of; -1 means none yet.
	// +optional
	ObservedGeneration int64 `json:"observedGeneration"`
	// Message says why the cluster is Invalid.
	// +optional
	// +kubebuilder:validation:MaxLength=32768
	Message string `json:"message,omitempty"`
	// TargetSpec is the spec that creation works towards.
	// +optional
	TargetSpec *ValkeyClusterSpec `json:"targetSpec,omitempty"`
	// Nodes is reserved.
	// +optional
	// +kubebuilder:validation:MaxItems=1024
	// +kubebuilder:validation:items:MaxLength=253
	Nodes []string `json:"nodes,omitempty"`
	// Conditions of the cluster.
	// +optional
	// +listType=map
	// +listMapKey=type
	// +kubebuilder:validation:MaxItems=16
	Conditions []metav1.Condition `json:"conditions,omitempty"`
	// Shards by index.
	// +optional
	// +kubebuilder:validation:MaxItems=1024
	Shards []ShardStatus `json:"shards,omitempty"`
	// Config that is in force.
	// +optional
	Config *ConfigStatus `json:"config,omitempty"`
	// ACL that is in force.
	// +optional
	ACL *ACLStatus `json:"acl,omitempty"`
}

// MenuStatus is the status of the three menu kinds.
type MenuStatus struct {
	// ObservedGeneration is the generation that the conditions speak of.
	// +optional
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
	// Conditions of the object; only Ready is used.
	// +optional
	// +listType=map
	// +listMapKey=type
	// +kubebuilder:validation:MaxItems=16
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}
