package config

import (
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// Group and APIVersion of the functionConfig kinds.
const (
	Group      = "fn.valkey.gomomento.com"
	APIVersion = Group + "/v1alpha1"

	KindMenu     = "ValkeyMenu"
	KindTenant   = "ValkeyTenant"
	KindRender   = "ValkeyRender"
	KindValidate = "ValkeyValidate"
)

// Source names files below the kustomization root.
type Source struct {
	// Path of a file or folder; it may not lead out of the root.
	Path string `json:"path"`
	// Include and Exclude are globs over paths below Path.
	Include []string `json:"include,omitempty"`
	Exclude []string `json:"exclude,omitempty"`
}

// Common fields of every kind: where more objects come from, and the inputs
// that the operator is given too.
type Common struct {
	Sources           []Source            `json:"sources,omitempty"`
	ClusterDomain     string              `json:"clusterDomain,omitempty"`
	DefaultZoneSpread v1alpha1.ZoneSpread `json:"defaultZoneSpread,omitempty"`
	// PodUser is a number, or "" for platforms that assign a user.
	PodUser *PodUser `json:"podUser,omitempty"`
}

// Image is a compact ValkeyImage: the tag defaults to the version and the name
// to valkey- and the version with dashes.
type Image struct {
	Version    string `json:"version"`
	Tag        string `json:"tag,omitempty"`
	Repository string `json:"repository,omitempty"`
	Name       string `json:"name,omitempty"`
}

// Role is a ValkeyRole with its name.
type Role struct {
	Name                    string `json:"name"`
	v1alpha1.ValkeyRoleSpec `json:",inline"`
}

// Entry is a ValkeyConfig of a tree: the base, or a variant whose baseRef is
// set for it.
type Entry struct {
	Name      string                           `json:"name"`
	ImageRef  string                           `json:"imageRef,omitempty"`
	Resources *v1alpha1.Resources              `json:"resources,omitempty"`
	Valkey    map[string]v1alpha1.SettingValue `json:"valkey,omitempty"`
	ACL       []v1alpha1.ACLBinding            `json:"acl,omitzero"`
}

// Tree is a base config and its variants; every name gets the prefix.
type Tree struct {
	Prefix   string  `json:"prefix,omitempty"`
	Base     Entry   `json:"base"`
	Variants []Entry `json:"variants,omitempty"`
}

// Menu is the spec of ValkeyMenu, a generator.
type Menu struct {
	Common `json:",inline"`
	// Repository is the default of images.
	Repository  string            `json:"repository,omitempty"`
	Images      []Image           `json:"images,omitempty"`
	Roles       []Role            `json:"roles,omitempty"`
	Trees       []Tree            `json:"trees,omitempty"`
	Labels      map[string]string `json:"labels,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

// NetworkPolicy asks for a policy that lets the selected pods reach Valkey.
type NetworkPolicy struct {
	// Clients selects pods of the team's namespace; an empty selector selects all,
	// and has to be written.
	Clients *metav1.LabelSelector `json:"clients"`
}

// Team is one product team.
type Team struct {
	Name string `json:"name"`
	// Namespace of the team; its name when empty.
	Namespace     string           `json:"namespace,omitempty"`
	Subjects      []rbacv1.Subject `json:"subjects"`
	NetworkPolicy *NetworkPolicy   `json:"networkPolicy,omitempty"`
}

// MenuReader says where the shared ClusterRole valkey-menu-reader comes from.
type MenuReader string

// The values of MenuReader.
const (
	MenuReaderCreate    MenuReader = "create"
	MenuReaderReference MenuReader = "reference"
)

// Tenant is the spec of ValkeyTenant, a generator.
type Tenant struct {
	Common     `json:",inline"`
	Tenants    []Team     `json:"tenants"`
	MenuReader MenuReader `json:"menuReader,omitempty"`
}

// Emit says what ValkeyRender adds to the build for each cluster.
type Emit string

// The values of Emit.
const (
	EmitNone      Emit = "none"
	EmitConfigMap Emit = "configMap"
	EmitManifests Emit = "manifests"
)

// Selector picks ValkeyClusters; every field that is set must match.
type Selector struct {
	Namespaces []string          `json:"namespaces,omitempty"`
	Names      []string          `json:"names,omitempty"`
	Labels     map[string]string `json:"labels,omitempty"`
}

// Render is the spec of ValkeyRender, a transformer.
type Render struct {
	Common `json:",inline"`
	// Normalise strips namespaces from cluster-scoped kinds and rewrites
	// references; Defaults materialises the CRD defaults. Both default to true.
	Normalise *bool    `json:"normalise,omitempty"`
	Defaults  *bool    `json:"defaults,omitempty"`
	Emit      Emit     `json:"emit,omitempty"`
	Apply     bool     `json:"apply,omitempty"`
	Selector  Selector `json:"selector,omitempty"`
}

// Against names the state that a change starts from.
type Against struct {
	Path string `json:"path"`
}

// Report asks for a report in a file beside the one on standard error.
type Report struct {
	File   string `json:"file"`
	Format string `json:"format,omitempty"`
}

// Validate is the spec of ValkeyValidate, a validator.
type Validate struct {
	Common       `json:",inline"`
	Rules        map[string]string `json:"rules,omitempty"`
	FailLevel    string            `json:"failLevel,omitempty"`
	External     string            `json:"external,omitempty"`
	Against      *Against          `json:"against,omitempty"`
	Placeholders []string          `json:"placeholders,omitempty"`
	Report       *Report           `json:"report,omitempty"`
	Marker       bool              `json:"marker,omitempty"`
}
