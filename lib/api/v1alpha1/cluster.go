package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// TLS turns a cluster into a TLS-only cluster.
type TLS struct {
	// SecretRef names a kubernetes.io/tls Secret with ca.crt in the same namespace.
	// +kubebuilder:validation:MaxLength=253
	SecretRef string `json:"secretRef"`
}

// AnnotationValue is the value of a pod annotation; 262144 is the API server's
// limit on all annotations of an object together.
//
// +kubebuilder:validation:MaxLength=262144
type AnnotationValue string

// ValkeyClusterSpec is what a product team asks for.
//
// +kubebuilder:validation:XValidation:rule="has(self.tls) == has(oldSelf.tls)",message="tls cannot be added or removed: presence of tls is immutable"
type ValkeyClusterSpec struct {
	// ConfigRef names a ValkeyConfig.
	// +kubebuilder:validation:MaxLength=253
	ConfigRef string `json:"configRef"`
	// Shards is the number of primaries that own hash slots.
	// +kubebuilder:validation:Minimum=1
	Shards int32 `json:"shards"`
	// ReplicasPerShard does not count the primary.
	// +kubebuilder:validation:Minimum=0
	ReplicasPerShard int32 `json:"replicasPerShard"`
	// ACL lists users beside those of the config.
	// +optional
	// +kubebuilder:validation:MaxItems=64
	// +kubebuilder:validation:XValidation:rule="self.all(x, self.exists_one(y, y.username == x.username))",message="duplicate username in ACL bindings"
	ACL []ACLBinding `json:"acl,omitempty"`
	// Placement of the pods.
	// +optional
	Placement *Placement `json:"placement,omitempty"`
	// TLS of the cluster; presence is immutable, the Secret may change.
	// +optional
	TLS *TLS `json:"tls,omitempty"`
	// PodAnnotations are put on every pod of the cluster.
	// +optional
	// +kubebuilder:validation:MaxProperties=256
	// +kubebuilder:validation:XValidation:rule="self.all(k, !k.startsWith('valkey.gomomento.com/'))",message="annotation keys that start with valkey.gomomento.com/ are reserved: the prefix is reserved"
	PodAnnotations map[string]AnnotationValue `json:"podAnnotations,omitempty"`
}

// ValkeyCluster is one Valkey cluster of a product team.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Namespaced
// +kubebuilder:subresource:status
// +kubebuilder:validation:XValidation:rule="self.metadata.name.size() <= 57",message="metadata.name must be at most 57 characters: pods add 6 more and are host names"
// +kubebuilder:validation:XValidation:rule="self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",message="metadata.name must be a DNS-1035 label: it starts with a letter and holds a-z, 0-9 and -"
// +kubebuilder:printcolumn:name=Config,type=string,JSONPath=`.spec.configRef`
// +kubebuilder:printcolumn:name=Shards,type=integer,JSONPath=`.spec.shards`
// +kubebuilder:printcolumn:name=Replicas,type=integer,JSONPath=`.spec.replicasPerShard`
// +kubebuilder:printcolumn:name=State,type=string,JSONPath=`.status.state`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
type ValkeyCluster struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ValkeyClusterSpec `json:"spec"`
	// +optional
	// +default={"state":"Creating","observedGeneration":-1}
	Status ValkeyClusterStatus `json:"status,omitzero"`
}

// ValkeyClusterList is a list of ValkeyCluster.
//
// +kubebuilder:object:root=true
type ValkeyClusterList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []ValkeyCluster `json:"items"`
}
