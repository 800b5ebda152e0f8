package v1alpha1

// KeyAccess is what a key pattern gives.
//
// +kubebuilder:validation:Enum=read;write;readwrite
type KeyAccess string

// The values of KeyAccess.
const (
	AccessRead      KeyAccess = "read"
	AccessWrite     KeyAccess = "write"
	AccessReadWrite KeyAccess = "readwrite"
)

// PasswordHash is the SHA-256 of a password in lower-case hexadecimal.
//
// +kubebuilder:validation:MaxLength=64
// +kubebuilder:validation:Pattern=`^[0-9a-f]{64}$`
type PasswordHash string

// ChannelPattern is a glob over channel names.
//
// +kubebuilder:validation:MaxLength=128
// +kubebuilder:validation:Pattern=`^[^\x00-\x20\x7f"']*$`
type ChannelPattern string

// KeyPattern gives access to the keys that match a glob.
type KeyPattern struct {
	// Pattern is a Valkey glob without control characters, spaces or quotes.
	// +kubebuilder:validation:MaxLength=256
	// +kubebuilder:validation:Pattern=`^[^\x00-\x20\x7f"']*$`
	Pattern string `json:"pattern"`
	// Access is read, write or readwrite.
	// +optional
	// +kubebuilder:default=readwrite
	Access KeyAccess `json:"access,omitempty"`
}

// Permission binds a role to keys and channels.
type Permission struct {
	// RoleRef names a ValkeyRole.
	// +kubebuilder:validation:MaxLength=253
	RoleRef string `json:"roleRef"`
	// Keys that the commands of the role may touch; an empty list means none.
	// +kubebuilder:validation:MaxItems=16
	Keys []KeyPattern `json:"keys"`
	// Channels that the commands of the role may use.
	// +optional
	// +kubebuilder:validation:MaxItems=16
	Channels []ChannelPattern `json:"channels,omitempty"`
}

// ACLBinding is one user with its permissions. The first permission is the
// root permission of the user, each further one becomes an ACL selector.
type ACLBinding struct {
	// Username of the user; the prefix _momento_ is reserved for system users.
	// +kubebuilder:validation:MaxLength=128
	// +kubebuilder:validation:Pattern=`^[a-zA-Z0-9_-]+$`
	// +kubebuilder:validation:XValidation:rule="!self.startsWith('_momento_')",message="usernames that start with _momento_ are reserved for system users"
	Username string `json:"username"`
	// PasswordHashes are SHA-256 hashes; several allow rotation.
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=8
	PasswordHashes []PasswordHash `json:"passwordHashes"`
	// Permissions of the user.
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=16
	Permissions []Permission `json:"permissions"`
}
