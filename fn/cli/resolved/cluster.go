package resolved

// APIVersion and Kind of a Cluster.
const (
	APIVersion = "fn.valkey.gomomento.com/v1alpha1"
	Kind       = "ResolvedCluster"
)

// Cluster is one resolved ValkeyCluster. Lists are never null and have a fixed
// order: settings by name, users config-level first.
type Cluster struct {
	APIVersion string   `json:"apiVersion"`
	Kind       string   `json:"kind"`
	Metadata   Metadata `json:"metadata"`
	// Chain names the configs from the selected one to its root.
	Chain     []string  `json:"chain"`
	Image     Image     `json:"image"`
	Resources Resources `json:"resources"`
	Topology  Topology  `json:"topology"`
	// Settings are what stands in valkey.conf. In a TLS cluster "{pod}" stands
	// for the node's name.
	Settings []Setting `json:"settings"`
	// Dropped are settings of the chain that do not take effect.
	Dropped []Dropped `json:"dropped"`
	Users   []User    `json:"users"`
	// DefaultUser is "open" when nobody is bound, "bound" when a binding names
	// the default user, and "off" otherwise.
	DefaultUser    string            `json:"defaultUser"`
	Placement      Placement         `json:"placement"`
	ZoneSpread     ZoneSpread        `json:"zoneSpread"`
	TLS            *TLS              `json:"tls,omitempty"`
	PodAnnotations map[string]string `json:"podAnnotations,omitempty"`
	ClusterDomain  string            `json:"clusterDomain"`
	// PodUser is absent where the platform assigns one.
	PodUser *int64 `json:"podUser,omitempty"`
	// ConfigRevision is the hash by which the operator tells outdated nodes.
	ConfigRevision string `json:"configRevision"`
	// ACLRevision is the hash of users.acl as it is rendered offline, with the
	// placeholder passwords: it compares with other offline renderings, and
	// never with what a server reports.
	ACLRevision string `json:"aclRevision"`
}

// Metadata names the ValkeyCluster.
type Metadata struct {
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name"`
}

// Image is the image and who chose it.
type Image struct {
	// Ref is repository:tag.
	Ref     string `json:"ref"`
	Name    string `json:"name"`
	Version string `json:"version"`
	// Config whose imageRef counts.
	Config string `json:"config"`
}

// Resources of the Valkey container; a quantity that no config of the chain
// sets is absent.
type Resources struct {
	CPU    *Quantity `json:"cpu,omitempty"`
	Memory *Quantity `json:"memory,omitempty"`
}

// Quantity is a Kubernetes quantity as written and the config that sets it.
type Quantity struct {
	Value  string `json:"value"`
	Config string `json:"config"`
}

// Topology is the shape that the cluster asks for.
type Topology struct {
	Shards           int32 `json:"shards"`
	ReplicasPerShard int32 `json:"replicasPerShard"`
}

// Setting is one directive in force.
type Setting struct {
	Name string `json:"name"`
	// Value is the text behind the name; one of the menu is redacted for secret
	// directives.
	Value string `json:"value"`
	// Origin is default, menu or forced.
	Origin string `json:"origin"`
	// Config that sets it; absent unless the origin is menu.
	Config string `json:"config,omitempty"`
	// Reason of a default or forced value.
	Reason string `json:"reason,omitempty"`
}

// Dropped is a setting of the chain without effect.
type Dropped struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	Config  string `json:"config"`
	Managed bool   `json:"managed"`
	Forced  bool   `json:"forced"`
	// ForcedValue is what counts instead; absent where it is set outside of
	// valkey.conf.
	ForcedValue string `json:"forcedValue,omitempty"`
	Reason      string `json:"reason"`
}

// User is one ACL user without its password hashes.
type User struct {
	Username string `json:"username"`
	// From is the object that binds the user, and Path the place in it.
	From Reference `json:"from"`
	Path string    `json:"path"`
	// PasswordHashes is how many there are.
	PasswordHashes int          `json:"passwordHashes"`
	Permissions    []Permission `json:"permissions"`
}

// Reference names a ValkeyConfig or ValkeyCluster.
type Reference struct {
	Kind      string `json:"kind"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name"`
}

// Permission is a role with the keys and channels that it is bound to.
type Permission struct {
	Role     string   `json:"role"`
	Keys     []Key    `json:"keys"`
	Channels []string `json:"channels"`
}

// Key is a glob over key names; access is read, write or readwrite.
type Key struct {
	Pattern string `json:"pattern"`
	Access  string `json:"access"`
}

// Placement is where pods may run; zones are a set.
type Placement struct {
	Zones        []string          `json:"zones"`
	NodeSelector map[string]string `json:"nodeSelector"`
}

// ZoneSpread is the mode in force.
type ZoneSpread struct {
	Mode string `json:"mode"`
	// Default says that the cluster sets none and the operator-wide one counts.
	Default bool `json:"default"`
}

// TLS is present for TLS clusters.
type TLS struct {
	SecretRef string `json:"secretRef"`
}
