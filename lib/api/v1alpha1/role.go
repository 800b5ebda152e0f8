package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Access says whether a rule of a role gives or takes a permission.
//
// +kubebuilder:validation:Enum=allow;deny
type Access string

// The two values of Access.
const (
	Allow Access = "allow"
	Deny  Access = "deny"
)

// CategoryRule allows or denies an ACL category of commands.
type CategoryRule struct {
	// Name of the category, without "@".
	// +kubebuilder:validation:MaxLength=64
	// +kubebuilder:validation:Pattern=`^[a-zA-Z][a-zA-Z0-9_-]*$`
	Name string `json:"name"`
	// Access is allow or deny.
	Access Access `json:"access"`
}

// CommandRule allows or denies one command or one of its subcommands.
type CommandRule struct {
	// Name of the command.
	// +kubebuilder:validation:MaxLength=64
	// +kubebuilder:validation:Pattern=`^[a-zA-Z][a-zA-Z0-9_-]*$`
	Name string `json:"name"`
	// Subcommand of it, for example "syncslots" of "cluster".
	// +optional
	// +kubebuilder:validation:MaxLength=64
	// +kubebuilder:validation:Pattern=`^[a-zA-Z][a-zA-Z0-9_-]*$`
	Subcommand string `json:"subcommand,omitempty"`
	// Access is allow or deny.
	Access Access `json:"access"`
}

// ValkeyRoleSpec is a reusable set of command permissions. Categories are
// applied before commands, each in list order.
type ValkeyRoleSpec struct {
	// Categories of commands.
	// +optional
	// +kubebuilder:validation:MaxItems=64
	Categories []CategoryRule `json:"categories,omitempty"`
	// Commands by name.
	// +optional
	// +kubebuilder:validation:MaxItems=256
	Commands []CommandRule `json:"commands,omitempty"`
}

// ValkeyRole holds command permissions only; users, password hashes, key and
// channel patterns stand at the binding.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
type ValkeyRole struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   ValkeyRoleSpec `json:"spec"`
	Status MenuStatus     `json:"status,omitzero"`
}

// ValkeyRoleList is a list of ValkeyRole.
//
// +kubebuilder:object:root=true
type ValkeyRoleList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []ValkeyRole `json:"items"`
}
