package lint

import (
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/acl"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

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
				Message: unknownMessage(name, strings.Join(versions, ", ")) + suggestionFor(role.Spec, name, r.versions[role.Name].newest()),
			})
		}
	}
	return out
}

func unknownMessage(name acl.UnknownName, versions string) string {
	if name.Kind == acl.KindFirstArgument {
		return fmt.Sprintf("%q stands on a command without subcommands: Valkey %s allows the command with that first argument, "+
			"but such rules are deprecated", name.Name, versions)
	}
	return fmt.Sprintf("%s %q is not known to Valkey %s, which refuses the whole users.acl for it", name.Kind, name.Name, versions)
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
