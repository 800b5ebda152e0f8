package references

import (
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// maxDepth is beyond the longest legal chain: a longer one, or a cycle, fails to
// resolve whatever stands behind it.
const maxDepth = 11

// Of lists the configs, the image and the roles that the cluster refers to,
// directly or through its chain of configs.
func Of(m *menu.Menu, c *v1alpha1.ValkeyCluster) map[menu.Ref]bool {
	refs := map[menu.Ref]bool{}
	roles(refs, c.Spec.ACL)
	aclFound, imageFound := false, false
	name := c.Spec.ConfigRef
	for range maxDepth {
		if name == "" || refs[menu.ConfigRef(name)] {
			return refs
		}
		refs[menu.ConfigRef(name)] = true
		config := m.Config(name)
		if config == nil {
			return refs
		}
		// Only what the first config supplies is in force.
		if config.Spec.ACL != nil && !aclFound {
			aclFound = true
			roles(refs, config.Spec.ACL)
		}
		if config.Spec.ImageRef != "" && !imageFound {
			imageFound = true
			refs[menu.ImageRef(config.Spec.ImageRef)] = true
		}
		name = config.Spec.BaseRef
	}
	return refs
}

func roles(refs map[menu.Ref]bool, bindings []v1alpha1.ACLBinding) {
	for _, b := range bindings {
		for _, p := range b.Permissions {
			refs[menu.RoleRef(p.RoleRef)] = true
		}
	}
}

// Clusters lists the clusters of the menu that refer to the object, by namespace
// and name.
func Clusters(m *menu.Menu, object menu.Ref) []*v1alpha1.ValkeyCluster {
	var concerned []*v1alpha1.ValkeyCluster
	for _, c := range m.Clusters() {
		if Of(m, c)[object] {
			concerned = append(concerned, c)
		}
	}
	return concerned
}

// Configs lists the configs of the menu that refer to the object, by name; a
// config refers to itself.
func Configs(m *menu.Menu, object menu.Ref) []*v1alpha1.ValkeyConfig {
	var concerned []*v1alpha1.ValkeyConfig
	for _, c := range m.Configs() {
		if Of(m, &v1alpha1.ValkeyCluster{Spec: v1alpha1.ValkeyClusterSpec{ConfigRef: c.Name}})[object] {
			concerned = append(concerned, c)
		}
	}
	return concerned
}
