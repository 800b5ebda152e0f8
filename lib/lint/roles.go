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
		if !acl.RoleGrantsAll(role.Spec, r.versions[role.Name].newest()) {
			continue
		}
		out = append(out, Finding{
			Object: menu.RoleRef(role.Name), Path: fmt.Sprintf("spec.categories[%d].name", grantOfAll(role.Spec)),
			Message: "the role grants every command, so its users can also take the rest: ACL SETUSER, CONFIG SET, FLUSHALL",
		})
	}
	return out
}

// grantOfAll is the index of the last category rule that allows "all".
func grantOfAll(role v1alpha1.ValkeyRoleSpec) int {
	at := 0
	for i, c := range role.Categories {
		if strings.EqualFold(c.Name, "all") && c.Access == v1alpha1.Allow {
			at = i
		}
	}
	return at
}

// flushallAllowed reports roles that allow emptying a node by a category. Who
// names one of the commands that remain allowed means it, and a role that
// grants everything is reported as that.
func flushallAllowed(r *run) []Finding {
	var out []Finding
	for _, role := range r.menu.Roles() {
		catalogue := r.versions[role.Name].newest()
		if acl.RoleGrantsAll(role.Spec, catalogue) {
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

// unknownCommandOrCategory reports names that a server which the role is used
// with does not know, once a name for all such versions.
func unknownCommandOrCategory(r *run) []Finding {
	var out []Finding
	for _, role := range r.menu.Roles() {
		unknownIn := map[acl.UnknownName][]string{}
		for _, version := range r.versions[role.Name] {
			for _, name := range acl.UnknownNames(role.Spec, aclCatalogue(version)) {
				name.Suggestion = ""
				unknownIn[name] = append(unknownIn[name], version.String())
			}
		}
		for name, versions := range unknownIn {
			out = append(out, Finding{
				Object: menu.RoleRef(role.Name), Path: name.Path,
				Message: fmt.Sprintf("%s %q is not known to Valkey %s, which refuses the whole users.acl for it%s",
					name.Kind, name.Name, strings.Join(versions, ", "), suggestionFor(role.Spec, name, r.versions[role.Name].newest())),
			})
		}
	}
	return out
}

// suggestionFor words what was probably meant, by what the newest server knows.
func suggestionFor(role v1alpha1.ValkeyRoleSpec, unknown acl.UnknownName, c *acl.Catalogue) string {
	for _, name := range acl.UnknownNames(role, c) {
		if name.Path == unknown.Path && name.Suggestion != "" {
			return fmt.Sprintf("; did you mean %q?", name.Suggestion)
		}
	}
	return ""
}
