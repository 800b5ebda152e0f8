package acl

import (
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

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
		s.categoryRule(rule)
	}
	for _, rule := range role.Commands {
		s.commandRule(rule)
	}
	return s
}

func (s *selector) categoryRule(rule v1alpha1.CategoryRule) {
	// The only error is an unknown name.
	_ = s.category(rule.Name, rule.Access == v1alpha1.Allow)
}

func (s *selector) commandRule(rule v1alpha1.CommandRule) {
	if !s.catalogue.Has(rule.Name, "") {
		return
	}
	name := rule.Name
	if rule.Subcommand != "" {
		name += "|" + rule.Subcommand
	}
	// The only error is an unknown subcommand.
	_ = s.command(name, rule.Access == v1alpha1.Allow)
}

// may says whether a command is allowed, if only with some first argument.
func (s *selector) may(name, subcommand string) bool {
	cmd := s.catalogue.lookup(name, subcommand)
	return cmd != nil && (s.allowed[cmd.id] || len(s.firstArgs[cmd.id]) > 0)
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
// a server refuses the whole users.acl, but not for a KindFirstArgument.
type UnknownName struct {
	// Path of the name in the role, such as "spec.commands[2].subcommand".
	Path string
	Kind UnknownKind
	// Name as written, of a subcommand without its command.
	Name string
	// Suggestion is a name that was likely meant, or "".
	Suggestion string
}

// UnknownKind is what a name was to be.
type UnknownKind string

// The kinds of names in a role.
const (
	KindCategory   UnknownKind = "category"
	KindCommand    UnknownKind = "command"
	KindSubcommand UnknownKind = "subcommand"
	// KindFirstArgument is an allowed subcommand of a command that has none.
	// Valkey loads the rule as one on the first argument, and deprecates such
	// rules (seen on 8.0.1, 8.1.1 and 9.1.2). The deny of one it refuses.
	KindFirstArgument UnknownKind = "first argument"
)

// UnknownNames returns the names in a role that the catalogue does not know,
// in order. Commands of modules are among them.
func UnknownNames(role v1alpha1.ValkeyRoleSpec, c *Catalogue) []UnknownName {
	var unknown []UnknownName
	for i, rule := range role.Categories {
		if !c.HasCategory(rule.Name) {
			unknown = append(unknown, UnknownName{
				Path: fmt.Sprintf("spec.categories[%d].name", i), Kind: KindCategory,
				Name: rule.Name, Suggestion: c.SuggestCategory(rule.Name),
			})
		}
	}
	for i, rule := range role.Commands {
		switch {
		case !c.Has(rule.Name, ""):
			unknown = append(unknown, UnknownName{
				Path: fmt.Sprintf("spec.commands[%d].name", i), Kind: KindCommand,
				Name: rule.Name, Suggestion: c.SuggestCommand(rule.Name, ""),
			})
		case !c.Has(rule.Name, rule.Subcommand):
			unknown = append(unknown, UnknownName{
				Path: fmt.Sprintf("spec.commands[%d].subcommand", i), Kind: c.subcommandKind(rule),
				Name: rule.Subcommand, Suggestion: c.SuggestCommand(rule.Name, rule.Subcommand),
			})
		}
	}
	return unknown
}

// subcommandKind is the kind of a subcommand that a known command lacks.
func (c *Catalogue) subcommandKind(rule v1alpha1.CommandRule) UnknownKind {
	container := len(c.lookup(rule.Name, "").subcommands) > 0
	if container || rule.Access != v1alpha1.Allow || strings.Contains(rule.Subcommand, "|") {
		return KindSubcommand
	}
	return KindFirstArgument
}
