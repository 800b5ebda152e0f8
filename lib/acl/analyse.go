package acl

import (
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// RoleGrantsAll says whether a role grants all commands: "+@all" is in effect
// and what follows it leaves a command by which a user takes the rest, ACL
// SETUSER, CONFIG SET or MODULE LOAD.
func RoleGrantsAll(role v1alpha1.ValkeyRoleSpec, c *Catalogue) bool {
	inEffect := false
	for _, category := range role.Categories {
		if strings.EqualFold(category.Name, categoryAll) {
			inEffect = category.Access == v1alpha1.Allow
		}
	}
	s := roleSelector(role, c)
	return inEffect && (s.may("acl", "setuser") || s.may("config", "set") || s.may("module", "load"))
}

// FlushallAllowed returns which of flushall, flushdb and swapdb a role allows.
// They are in the category write but touch no key pattern, so a user that is
// limited to some keys can empty the whole node with them.
func FlushallAllowed(role v1alpha1.ValkeyRoleSpec, c *Catalogue) []string {
	s := roleSelector(role, c)
	var allowed []string
	for _, name := range []string{"flushall", "flushdb", "swapdb"} {
		if s.may(name, "") {
			allowed = append(allowed, name)
		}
	}
	return allowed
}

// roleSelector applies the rules of a role. Rules that the catalogue does not
// know change nothing here; UnknownNames reports those.
func roleSelector(role v1alpha1.ValkeyRoleSpec, c *Catalogue) *selector {
	s := newSelector(c)
	for _, rule := range role.Categories {
		if c.HasCategory(rule.Name) {
			// A known category has no other error.
			_ = s.category(rule.Name, rule.Access == v1alpha1.Allow)
		}
	}
	for _, rule := range role.Commands {
		if cmd := c.lookup(rule.Name, rule.Subcommand); cmd != nil {
			s.set(cmd, rule.Access == v1alpha1.Allow)
		}
	}
	return s
}

func (s *selector) may(name, subcommand string) bool {
	cmd := s.catalogue.lookup(name, subcommand)
	return cmd != nil && s.allowed[cmd.id]
}

// PatternEscaped returns the paths, from the binding on, of the patterns that
// Render writes in another way because they end in ")" and stand in a
// selector, such as "permissions[1].keys[0].pattern".
func PatternEscaped(b v1alpha1.ACLBinding) []string {
	var paths []string
	for i, p := range b.Permissions {
		if i == 0 {
			continue // the root is no selector
		}
		for j, k := range p.Keys {
			if endsInParenthesis(k.Pattern) {
				paths = append(paths, fmt.Sprintf("permissions[%d].keys[%d].pattern", i, j))
			}
		}
		for j, channel := range p.Channels {
			if endsInParenthesis(string(channel)) {
				paths = append(paths, fmt.Sprintf("permissions[%d].channels[%d]", i, j))
			}
		}
	}
	return paths
}

// UnknownName is a name in a role that a version of Valkey does not know. Such
// a server refuses the whole users.acl.
type UnknownName struct {
	// Path of the name in the role, such as "spec.commands[2].subcommand".
	Path string
	// Kind is "category", "command" or "subcommand".
	Kind string
	// Name as written, of a subcommand without its command.
	Name string
	// Suggestion is a name that was likely meant, or "".
	Suggestion string
}

// UnknownNames returns the names in a role that the catalogue does not know,
// in order. Commands of modules are among them. So is a subcommand of a
// command that has none: Valkey takes such a rule as one on the first
// argument, but deprecates it, and refuses it as a deny.
func UnknownNames(role v1alpha1.ValkeyRoleSpec, c *Catalogue) []UnknownName {
	var unknown []UnknownName
	for i, rule := range role.Categories {
		if !c.HasCategory(rule.Name) {
			unknown = append(unknown, UnknownName{
				Path: fmt.Sprintf("spec.categories[%d].name", i), Kind: "category",
				Name: rule.Name, Suggestion: c.SuggestCategory(rule.Name),
			})
		}
	}
	for i, rule := range role.Commands {
		switch {
		case !c.Has(rule.Name, ""):
			unknown = append(unknown, UnknownName{
				Path: fmt.Sprintf("spec.commands[%d].name", i), Kind: "command",
				Name: rule.Name, Suggestion: c.SuggestCommand(rule.Name, ""),
			})
		case !c.Has(rule.Name, rule.Subcommand):
			unknown = append(unknown, UnknownName{
				Path: fmt.Sprintf("spec.commands[%d].subcommand", i), Kind: "subcommand",
				Name: rule.Subcommand, Suggestion: c.SuggestCommand(rule.Name, rule.Subcommand),
			})
		}
	}
	return unknown
}
