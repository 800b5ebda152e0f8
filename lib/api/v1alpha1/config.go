package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Resources are Kubernetes quantities; each is both the request and the limit
// of the Valkey container.
type Resources struct {
	// Cpu of the Valkey container, for example "1" or "500m".
	// +optional
	// +kubebuilder:validation:MaxLength=64
	CPU string `json:"cpu,omitempty"`
	// Memory of the Valkey container, for example "2Gi".
	// +optional
	// +kubebuilder:validation:MaxLength=64
	Memory string `json:"memory,omitempty"`
}

// SettingValue is the value of one valkey.conf directive. It needs no quotes:
// spaces and quotes are part of the value, and an empty one is an empty
// argument. Directives that take several arguments, such as save and
// client-output-buffer-limit, are split as in the file, where quotes group words.
//
// +kubebuilder:validation:MaxLength=65536
type SettingValue string

// ValkeyConfigSpec is one item of the menu. Every field may come from the
// chain of baseRef instead.
type ValkeyConfigSpec struct {
	// ImageRef names a ValkeyImage.
	// +optional
	// +kubebuilder:validation:MaxLength=253
	ImageRef string `json:"imageRef,omitempty"`
	// BaseRef names the ValkeyConfig to inherit from.
	// +optional
	// +kubebuilder:validation:MaxLength=253
	BaseRef string `json:"baseRef,omitempty"`
	// Resources of the Valkey container.
	// +optional
	Resources *Resources `json:"resources,omitempty"`
	// Valkey holds valkey.conf directives; merged per directive along the chain.
	// +optional
	// +kubebuilder:validation:MaxProperties=512
	Valkey map[string]SettingValue `json:"valkey,omitempty"`
	// ACL lists platform-level users. The first config of the chain that sets
	// it, also to an empty list, supplies the whole list.
	// +optional
	// +kubebuilder:validation:MaxItems=64
	// +kubebuilder:validation:XValidation:rule="self.all(x, self.exists_one(y, y.username == x.username))",message="duplicate username in ACL bindings"
	ACL []ACLBinding `json:"acl,omitzero"`
}

// ValkeyConfig is one named configuration of the menu.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=ImageRef,type=string,JSONPath=`.spec.imageRef`
// +kubebuilder:printcolumn:name=BaseRef,type=string,JSONPath=`.spec.baseRef`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
type ValkeyConfig struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   ValkeyConfigSpec `json:"spec"`
	Status MenuStatus       `json:"status,omitzero"`
}

// ValkeyConfigList is a list of ValkeyConfig.
//
// +kubebuilder:object:root=true
type ValkeyConfigList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []ValkeyConfig `json:"items"`
}
