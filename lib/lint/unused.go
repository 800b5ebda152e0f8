package lint

import (
	"fmt"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// unusedMenuEntry reports what no cluster reaches by any reference. Without
// clusters nobody can tell, nor while one of the references dangles or is still
// to be filled in: it may be meant for what would be reported.
func unusedMenuEntry(r *run) []Finding {
	if len(r.clusters) == 0 {
		return nil
	}
	u := usage{menu: r.menu, used: map[menu.Ref]bool{}}
	for _, c := range r.clusters {
		u.bindings(c.Spec.ACL)
		u.config(c.Spec.ConfigRef)
	}
	if u.unknown {
		return nil
	}
	var out []Finding
	for _, object := range r.entries() {
		if !u.used[object] {
			out = append(out, Finding{
				Object: object, Path: "metadata.name",
				Message: fmt.Sprintf("no ValkeyCluster of this build uses %s", object),
			})
		}
	}
	return out
}

// entries lists the objects of the menu without the clusters.
func (r *run) entries() []menu.Ref {
	var out []menu.Ref
	for _, c := range r.menu.Configs() {
		out = append(out, menu.ConfigRef(c.Name))
	}
	for _, i := range r.menu.Images() {
		out = append(out, menu.ImageRef(i.Name))
	}
	for _, role := range r.menu.Roles() {
		out = append(out, menu.RoleRef(role.Name))
	}
	return out
}

// usage marks what is reached by references.
type usage struct {
	menu    *menu.Menu
	used    map[menu.Ref]bool
	unknown bool // a reference leads nowhere
}

// mark reports whether the object is reached for the first time; found says
// whether there is one.
func (u *usage) mark(object menu.Ref, found bool) bool {
	u.unknown = u.unknown || !found
	first := !u.used[object]
	u.used[object] = true
	return first
}

// config walks a chain. It ends at a config that was reached before, so cycles
// do no harm.
func (u *usage) config(name string) {
	for name != "" {
		c := u.menu.Config(name)
		if first := u.mark(menu.ConfigRef(name), c != nil); !first || c == nil {
			return
		}
		if image := c.Spec.ImageRef; image != "" {
			u.mark(menu.ImageRef(image), u.menu.Image(image) != nil)
		}
		u.bindings(c.Spec.ACL)
		name = c.Spec.BaseRef
	}
}

func (u *usage) bindings(acl []v1alpha1.ACLBinding) {
	for _, b := range acl {
		for _, p := range b.Permissions {
			u.mark(menu.RoleRef(p.RoleRef), u.menu.Role(p.RoleRef) != nil)
		}
	}
}
