package menu

import (
	"cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// Ref identifies one object of the API group.
type Ref struct {
	// Kind is one of the kinds of v1alpha1.
	Kind string
	// Namespace is empty for cluster-scoped kinds.
	Namespace string
	Name      string
}

// String prints the reference the way people write it: ValkeyConfig "large",
// ValkeyCluster "team-a/cache".
func (r Ref) String() string {
	if r.Namespace == "" {
		return r.Kind + ` "` + r.Name + `"`
	}
	return r.Kind + ` "` + r.Namespace + "/" + r.Name + `"`
}

// Compare orders references by kind, namespace and name.
func (r Ref) Compare(o Ref) int {
	return cmp.Or(cmp.Compare(r.Kind, o.Kind), cmp.Compare(r.Namespace, o.Namespace), cmp.Compare(r.Name, o.Name))
}

// ImageRef refers to a ValkeyImage.
func ImageRef(name string) Ref { return Ref{Kind: v1alpha1.KindImage, Name: name} }

// ConfigRef refers to a ValkeyConfig.
func ConfigRef(name string) Ref { return Ref{Kind: v1alpha1.KindConfig, Name: name} }

// RoleRef refers to a ValkeyRole.
func RoleRef(name string) Ref { return Ref{Kind: v1alpha1.KindRole, Name: name} }

// ClusterRef refers to a ValkeyCluster.
func ClusterRef(namespace, name string) Ref {
	return Ref{Kind: v1alpha1.KindCluster, Namespace: namespace, Name: name}
}
