package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Lifecycle says where a node stands between joining and leaving.
//
// +kubebuilder:validation:Enum=Active;Joining;Leaving
type Lifecycle string

// The values of Lifecycle.
const (
	LifecycleActive  Lifecycle = "Active"
	LifecycleJoining Lifecycle = "Joining"
	LifecycleLeaving Lifecycle = "Leaving"
)

// ValkeyNodeSpec is the recipe of one pod, written once by the operator.
//
// +kubebuilder:validation:XValidation:rule="self.clusterName == oldSelf.clusterName",message="clusterName is immutable"
// +kubebuilder:validation:XValidation:rule="self.image == oldSelf.image",message="image is immutable"
// +kubebuilder:validation:XValidation:rule="has(self.cpu) == has(oldSelf.cpu) && (!has(self.cpu) || self.cpu == oldSelf.cpu)",message="cpu is immutable"
// +kubebuilder:validation:XValidation:rule="has(self.memory) == has(oldSelf.memory) && (!has(self.memory) || self.memory == oldSelf.memory)",message="memory is immutable"
// +kubebuilder:validation:XValidation:rule="has(self.valkeySettings) == has(oldSelf.valkeySettings) && (!has(self.valkeySettings) || self.valkeySettings == oldSelf.valkeySettings)",message="valkeySettings is immutable"
// +kubebuilder:validation:XValidation:rule="self.shardIndex == oldSelf.shardIndex",message="shardIndex is immutable"
// +kubebuilder:validation:XValidation:rule="has(self.tlsSecret) == has(oldSelf.tlsSecret) && (!has(self.tlsSecret) || self.tlsSecret == oldSelf.tlsSecret)",message="tlsSecret is immutable"
// +kubebuilder:validation:XValidation:rule="has(self.placement) == has(oldSelf.placement) && (!has(self.placement) || self.placement == oldSelf.placement)",message="placement is immutable"
type ValkeyNodeSpec struct {
	// ClusterName names the ValkeyCluster in the same namespace.
	// +kubebuilder:validation:MaxLength=253
	ClusterName string `json:"clusterName"`
	// Image is repository:tag.
	// +kubebuilder:validation:MaxLength=769
	Image string `json:"image"`
	// CPU of the Valkey container, a Kubernetes quantity.
	// +optional
	// +kubebuilder:validation:MaxLength=64
	CPU string `json:"cpu,omitempty"`
	// Memory of the Valkey container, a Kubernetes quantity.
	// +optional
	// +kubebuilder:validation:MaxLength=64
	Memory string `json:"memory,omitempty"`
	// ValkeySettings is the whole valkey.conf of the node, forced settings
	// baked in; it holds no secret.
	// +optional
	// +kubebuilder:validation:MaxProperties=640
	ValkeySettings map[string]SettingValue `json:"valkeySettings,omitempty"`
	// ShardIndex is a scheduling index, not Valkey's shard id.
	// +kubebuilder:validation:Minimum=0
	ShardIndex int32 `json:"shardIndex"`
	// TLSSecret names the TLS Secret that the pod mounts.
	// +optional
	// +kubebuilder:validation:MaxLength=253
	TLSSecret string `json:"tlsSecret,omitempty"`
	// Placement of the pod.
	// +optional
	Placement *Placement `json:"placement,omitempty"`
	// Lifecycle is the one field that changes.
	// +optional
	// +kubebuilder:default=Active
	Lifecycle Lifecycle `json:"lifecycle,omitempty"`
}

// ValkeyNode is one node of a cluster; only the operator writes it.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Namespaced
// +kubebuilder:printcolumn:name=Cluster,type=string,JSONPath=`.spec.clusterName`
// +kubebuilder:printcolumn:name=Image,type=string,JSONPath=`.spec.image`
// +kubebuilder:printcolumn:name=Lifecycle,type=string,JSONPath=`.spec.lifecycle`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
type ValkeyNode struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ValkeyNodeSpec `json:"spec"`
}

// ValkeyNodeList is a list of ValkeyNode.
//
// +kubebuilder:object:root=true
type ValkeyNodeList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []ValkeyNode `json:"items"`
}
