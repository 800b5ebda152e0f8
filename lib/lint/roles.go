package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/acl"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// roleVersions are the catalogued Valkey versions that a role is used with,
// oldest first and never empty.
type roleVersions []conf.Version

func (v roleVersions) newest() *acl.Catalogue { return aclCatalogue(v[len(v)-1]) }

func aclCatalogue(v conf.Version) *acl.Catalogue { return acl.For(v.Major, v.Minor) }

// gatherRoleVersions finds for each role of the menu the versions of the configs
// and clusters that bind it. A role that nobody binds may yet be used with any.
func (r *run) gatherRoleVersions() map[string]roleVersions {
	bound := map[string]roleVersions{}
	var all roleVersions
	for _, config := range r.resolved {
		version := conf.For(config.Image.Version).Version
		all = with(all, version)
		bindRoles(bound, config.ACL, version)
	}
	for _, c := range r.clusters {
		if config, err := r.resolver.Config(c.Spec.ConfigRef); err == nil {
			bindRoles(bound, c.Spec.ACL, conf.For(config.Image.Version).Version)
		}
	}
	if len(all) == 0 {
		all = roleVersions{conf.For(conf.Version{}).Version}
	}
	out := map[string]roleVersions{}
	for _, role := range r.menu.Roles() {
		versions, ok := bound[role.Name]
		if !ok {
			versions = slices.Clone(all)
		}
		slices.SortFunc(versions, compareVersions)
		out[role.Name] = versions
	}
	return out
}

func bindRoles(bound map[string]roleVersions, bindings []v1alpha1.ACLBinding, version conf.Version) {
	for _, b := range bindings {
		for _, p := range b.Permissions {
			bound[p.RoleRef] = with(bound[p.RoleRef], version)
		}
	}
}

func with(versions roleVersions, version conf.Version) roleVersions {
	if slices.Contains(versions, version) {
		return versions
	}
	return append(versions, version)
}

func roleGrantsAll(r *run) []Finding {
	var out []Finding
	for _, role := range r.menu.Roles() {
		grants, ok := acl.GrantsOfControl(role.Spec, r.versions[role.Name].newest())
		if !ok {
			continue
		}
		out = append(out, Finding{Object: menu.RoleRef(role.Name), Path: grants.Path, Message: controlMessage(grants)})
	}
	return out
}

func controlMessage(grants acl.ControlGrants) string {
	who := "the role lets its users"
	if grants.All {
		who = "the role grants every command: its users can"
	}
	over := make([]string, len(grants.Controls))
	for i, control := range grants.Controls {
		over[i] = fmt.Sprintf("%s (%s)", control.Over, firstFew(control.Commands))
	}
	return fmt.Sprintf("%s change %s, whatever keys they are limited to", who, strings.Join(over, ", "))
}

// firstFew lists three names, and how many more there are.
func firstFew(names []string) string {
	const few = 3
	if len(names) <= few {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:few], ", "), len(names)-few)
}

// flushallAllowed reports roles that allow emptying a node by a category. Who
// names one of the commands that remain allowed means it, and a role that
// grants everything is reported as that.
func flushallAllowed(r *run) []Finding {
	var out []Finding
	for _, role := range r.menu.Roles() {
		catalogue := r.versions[role.Name].newest()
		if grants, _ := acl.GrantsOfControl(role.Spec, catalogue); grants.All {
			continue
		}
		byCategory := slices.DeleteFunc(acl.FlushallAllowed(role.Spec, catalogue), func(command string) bool {
			return slices.ContainsFunc(role.Spec.Commands, func(c v1alpha1.CommandRule) bool {
				return strings.EqualFold(c.Name, command)
			})
		})
		if len(byCategory) > 0 {
			out = append(out, Finding{
				Object: menu.RoleRef(role.Name), Path: "spec.categories",
				Message: fmt.Sprintf("a category allows %s, which touch no key pattern: a user limited to some keys can still empty the node",
					strings.Join(byCategory, ", ")),
			})
		}
	}
	return out
}
