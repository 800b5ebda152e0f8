package acl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// Control is what the commands of one kind let a user change beyond the data,
// whatever keys the user is limited to.
type Control struct {
	// Over is what they change: "users", "settings", "code" or "the cluster itself".
	Over string
	// Commands that a role allows, as a rule names them: "acl|setuser".
	Commands []string
}

// controlCommands are all such commands, the gravest of a kind first. All are
// in the categories admin and dangerous, so a deny of either takes them away.
// Those that only tell something, such as config|get, are not among them, nor
// those that change data alone, such as cluster|flushslot, which is in write.
func controlCommands() []Control {
	return []Control{
		{"users", []string{"acl|setuser", "acl|load", "acl|deluser"}},
		{"settings", []string{"config|set"}},
		{"code", []string{"module|load", "module|loadex", "debug"}},
		{"the cluster itself", []string{
			"cluster|reset", "cluster|failover", "cluster|forget", "cluster|meet", "cluster|replicate",
			"cluster|addslots", "cluster|addslotsrange", "cluster|delslots", "cluster|delslotsrange",
			"cluster|flushslots", "cluster|setslot", "cluster|migrateslots", "cluster|cancelslotmigrations",
			"cluster|bumpepoch", "cluster|set-config-epoch", "replicaof", "slaveof", "failover", "shutdown",
		}},
	}
}

// ControlGrants are the commands of control that a role leaves its users.
type ControlGrants struct {
	// All says that "+@all" is in effect, whatever was denied behind it.
	All bool
	// Path of the rule that grants the first of the commands, such as
	// "spec.commands[2].subcommand".
	Path string
	// Controls are never empty, and of each there is at least one command.
	Controls []Control
}

// GrantsOfControl returns what a role allows, after all its rules, by which
// users change users, settings, code or the cluster itself. With ACL SETUSER
// alone a user gives itself everything. It is false if there is no such command.
func GrantsOfControl(role v1alpha1.ValkeyRoleSpec, c *Catalogue) (ControlGrants, bool) {
	grants := ControlGrants{All: allInEffect(role)}
	s := roleSelector(role, c)
	for _, control := range controlCommands() {
		control.Commands = slices.DeleteFunc(control.Commands, func(name string) bool { return !s.mayRule(name) })
		if len(control.Commands) > 0 {
			grants.Controls = append(grants.Controls, control)
		}
	}
	if len(grants.Controls) == 0 {
		return ControlGrants{}, false
	}
	grants.Path = grantedAt(role, c, grants.Controls[0].Commands[0])
	return grants, true
}

// allInEffect says whether the last rule on "all" allows it.
func allInEffect(role v1alpha1.ValkeyRoleSpec) bool {
	inEffect := false
	for _, category := range role.Categories {
		if strings.EqualFold(category.Name, categoryAll) {
			inEffect = category.Access == v1alpha1.Allow
		}
	}
	return inEffect
}

// grantedAt is the path of the rule from which on a role allows a command that
// it allows in the end: the first one behind the last that denies it.
func grantedAt(role v1alpha1.ValkeyRoleSpec, c *Catalogue, name string) string {
	s := newSelector(c)
	path := ""
	note := func(of string) {
		switch may := s.mayRule(name); {
		case !may:
			path = ""
		case path == "":
			path = of
		}
	}
	for i, rule := range role.Categories {
		s.categoryRule(rule)
		note(fmt.Sprintf("spec.categories[%d].name", i))
	}
	for i, rule := range role.Commands {
		s.commandRule(rule)
		field := "name"
		if rule.Subcommand != "" {
			field = "subcommand"
		}
		note(fmt.Sprintf("spec.commands[%d].%s", i, field))
	}
	return path
}

// mayRule says whether a command, named as in a rule, is allowed in some form:
// "+shutdown|nosave" is enough for shutdown.
func (s *selector) mayRule(rule string) bool {
	name, subcommand, _ := strings.Cut(rule, "|")
	return s.may(name, subcommand)
}
