package resolve

import (
	"fmt"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// Binding is one user with the object that binds it.
type Binding struct {
	v1alpha1.ACLBinding
	// Object is the ValkeyConfig or ValkeyCluster that lists the binding, and
	// Index its place in that list.
	Object menu.Ref
	Index  int
}

// Path is the field path of the binding in its Object.
func (b Binding) Path() string { return fmt.Sprintf("spec.acl[%d]", b.Index) }

// users joins the bindings of a config and of a cluster, config-level first,
// with the roles that they name.
func users(m *menu.Menu, config *Config, cluster *v1alpha1.ValkeyCluster) ([]Binding, map[string]*v1alpha1.ValkeyRole, Errors) {
	bindings := bind(config.ACL, menu.ConfigRef(config.ACLConfig))
	bindings = append(bindings, bind(cluster.Spec.ACL, menu.ClusterRef(cluster.Namespace, cluster.Name))...)
	roles := map[string]*v1alpha1.ValkeyRole{}
	var errs Errors
	seen := map[string]bool{}
	for _, b := range bindings {
		errs = append(errs, b.roles(m, roles)...)
		if seen[b.Username] {
			errs = append(errs, &Error{
				Reason: ReasonDuplicateUsername, Object: b.Object, Path: b.Path() + ".username",
				Message: fmt.Sprintf("duplicate username %q in merged ACL bindings", b.Username),
			})
		}
		seen[b.Username] = true
	}
	return bindings, roles, errs
}

// RoleErrors reports the roles that bindings of one object name and the menu
// does not have.
func RoleErrors(m *menu.Menu, object menu.Ref, acl []v1alpha1.ACLBinding) Errors {
	var errs Errors
	for _, b := range bind(acl, object) {
		errs = append(errs, b.roles(m, map[string]*v1alpha1.ValkeyRole{})...)
	}
	return errs
}

func bind(acl []v1alpha1.ACLBinding, object menu.Ref) []Binding {
	bindings := make([]Binding, len(acl))
	for i, b := range acl {
		bindings[i] = Binding{ACLBinding: b, Object: object, Index: i}
	}
	return bindings
}

// roles collects the roles of the binding's permissions into found.
func (b Binding) roles(m *menu.Menu, found map[string]*v1alpha1.ValkeyRole) Errors {
	var errs Errors
	for i, p := range b.Permissions {
		role := m.Role(p.RoleRef)
		if role != nil {
			found[p.RoleRef] = role
			continue
		}
		errs = append(errs, &Error{
			Reason: ReasonRoleNotFound, Object: b.Object, Missing: menu.RoleRef(p.RoleRef),
			Path:    fmt.Sprintf("%s.permissions[%d].roleRef", b.Path(), i),
			Message: fmt.Sprintf("ValkeyRole %q not found (referenced by user %q)", p.RoleRef, b.Username),
		})
	}
	return errs
}
