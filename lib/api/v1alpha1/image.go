package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// ValkeyImageSpec names one allowed image. The image string is repository, a
// colon and tag, verbatim: nothing parses it or contacts a registry.
type ValkeyImageSpec struct {
	// Repository of the image, without tag or digest.
	// +kubebuilder:validation:MaxLength=512
	Repository string `json:"repository"`
	// Tag of the image; "9.1.2@sha256:..." pins a digest.
	// +kubebuilder:validation:MaxLength=256
	Tag string `json:"tag"`
	// Version of Valkey in the image, for people and for version-dependent defaults.
	// +kubebuilder:validation:MaxLength=128
	Version string `json:"version"`
}

// ValkeyImage allows one image to be used by configs.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Repository,type=string,JSONPath=`.spec.repository`
// +kubebuilder:printcolumn:name=Tag,type=string,JSONPath=`.spec.tag`
// +kubebuilder:printcolumn:name=Version,type=string,JSONPath=`.spec.version`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
type ValkeyImage struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   ValkeyImageSpec `json:"spec"`
	Status MenuStatus      `json:"status,omitzero"`
}

// ValkeyImageList is a list of ValkeyImage.
//
// +kubebuilder:object:root=true
type ValkeyImageList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []ValkeyImage `json:"items"`
}
