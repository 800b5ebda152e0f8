package menu

import (
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// Objects is what an index is built from, in any order.
type Objects struct {
	Images   []v1alpha1.ValkeyImage
	Configs  []v1alpha1.ValkeyConfig
	Roles    []v1alpha1.ValkeyRole
	Clusters []v1alpha1.ValkeyCluster
}

// Menu is an index over objects. It is safe for concurrent use. The objects
// that it hands out are shared: callers must not change them.
type Menu struct {
	images     index[v1alpha1.ValkeyImage]
	configs    index[v1alpha1.ValkeyConfig]
	roles      index[v1alpha1.ValkeyRole]
	clusters   index[v1alpha1.ValkeyCluster]
	duplicates []Ref
}

// New indexes the objects. It keeps no reference to the slices of o, but does
// share maps and slices inside the objects. Of several objects with one name
// the one whose JSON form sorts first is kept, so that the order of the input
// decides nothing; each such name is listed once by Duplicates.
func New(o Objects) *Menu {
	m := &Menu{
		images:   newIndex(o.Images, func(x *v1alpha1.ValkeyImage) Ref { return ImageRef(x.Name) }),
		configs:  newIndex(o.Configs, func(x *v1alpha1.ValkeyConfig) Ref { return ConfigRef(x.Name) }),
		roles:    newIndex(o.Roles, func(x *v1alpha1.ValkeyRole) Ref { return RoleRef(x.Name) }),
		clusters: newIndex(o.Clusters, func(x *v1alpha1.ValkeyCluster) Ref { return ClusterRef(x.Namespace, x.Name) }),
	}
	m.duplicates = slices.Concat(m.clusters.duplicates, m.configs.duplicates, m.images.duplicates, m.roles.duplicates)
	return m
}

// Image returns the ValkeyImage with the name, or nil.
func (m *Menu) Image(name string) *v1alpha1.ValkeyImage { return m.images.get(ImageRef(name)) }

// Config returns the ValkeyConfig with the name, or nil.
func (m *Menu) Config(name string) *v1alpha1.ValkeyConfig { return m.configs.get(ConfigRef(name)) }

// Role returns the ValkeyRole with the name, or nil.
func (m *Menu) Role(name string) *v1alpha1.ValkeyRole { return m.roles.get(RoleRef(name)) }

// Cluster returns the ValkeyCluster with the namespace and name, or nil.
func (m *Menu) Cluster(namespace, name string) *v1alpha1.ValkeyCluster {
	return m.clusters.get(ClusterRef(namespace, name))
}

// Images lists all images by name.
func (m *Menu) Images() []*v1alpha1.ValkeyImage { return slices.Clone(m.images.sorted) }

// Configs lists all configs by name.
func (m *Menu) Configs() []*v1alpha1.ValkeyConfig { return slices.Clone(m.configs.sorted) }

// Roles lists all roles by name.
func (m *Menu) Roles() []*v1alpha1.ValkeyRole { return slices.Clone(m.roles.sorted) }

// Clusters lists all clusters by namespace and name.
func (m *Menu) Clusters() []*v1alpha1.ValkeyCluster { return slices.Clone(m.clusters.sorted) }

// Duplicates lists the names that more than one object had, sorted.
func (m *Menu) Duplicates() []Ref { return slices.Clone(m.duplicates) }

// Empty reports whether the menu holds no image, config or role; clusters do
// not count, since they pick from the menu and are not part of it.
func (m *Menu) Empty() bool {
	return len(m.images.sorted)+len(m.configs.sorted)+len(m.roles.sorted) == 0
}

// Names lists the names of all objects of a kind, sorted; for clusters,
// namespace/name.
func (m *Menu) Names(kind string) []string {
	switch kind {
	case v1alpha1.KindImage:
		return m.images.names()
	case v1alpha1.KindConfig:
		return m.configs.names()
	case v1alpha1.KindRole:
		return m.roles.names()
	case v1alpha1.KindCluster:
		return m.clusters.names()
	}
	return nil
}
