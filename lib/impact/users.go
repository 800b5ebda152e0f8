package impact

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/acl"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// users compares users.acl, user by user. Of the system users only the
// replication user depends on what is compared, see [pair.replicationUser].
func (p pair) users() []Change {
	b, errBefore := usersOf(p.before)
	a, errAfter := usersOf(p.after)
	if errBefore != nil || errAfter != nil {
		return unrenderable(errBefore, errAfter)
	}
	if b.text == a.text {
		return nil
	}
	var changes []Change
	for _, name := range union(b.users, a.users) {
		changes = append(changes, p.user(name, b.users, a.users)...)
	}
	changes = append(changes, p.replicationUser()...)
	if len(changes) == 0 {
		changes = append(changes, Change{
			Effect: InPlace, Path: "acl", Reason: "the same users in another order: the file is loaded again",
		})
	}
	return changes
}

// replicationUser: Valkey has CLUSTER SYNCSLOTS from 9.0 on, and the user that
// may run it is rendered by the declared version.
func (p pair) replicationUser() []Change {
	before, after := p.before.Config.Image, p.after.Config.Image
	if before.Version.Below(9, 0) == after.Version.Below(9, 0) {
		return nil
	}
	return []Change{{
		Effect: InPlace, Path: at("acl", names.UserRepl), Before: before.Declared, After: after.Declared,
		BeforeSource: fromImage(before, "spec.version"), AfterSource: fromImage(after, "spec.version"),
		Reason: "the replication user may run CLUSTER SYNCSLOTS from version 9.0 on: the file is loaded again",
	}}
}

func (p pair) user(name string, before, after map[string]user) []Change {
	b, had := before[name]
	a, has := after[name]
	c := Change{
		Effect: InPlace, Path: at("acl", name), Before: b.rules, After: a.rules,
		BeforeSource: b.source, AfterSource: a.source,
	}
	switch {
	case !had:
		c.Reason = "the user is added"
	case !has:
		c.Reason = "the user is removed"
	case b.rules == a.rules && slices.Equal(b.hashes, a.hashes):
		return nil
	default:
		c.Reason = p.why(b, a)
		c.Causes = p.causes(b, a)
	}
	return []Change{c}
}

// why says what of a user changes and which roles brought it.
func (p pair) why(b, a user) string {
	if b.source.Origin == FromDefault && a.source.Origin == FromDefault {
		if strings.HasPrefix(a.rules, "off") {
			return "a user is bound now, so the default user is switched off"
		}
		return "no user is bound any more, so the default user is fully open"
	}
	var why []string
	if !slices.Equal(b.hashes, a.hashes) {
		why = append(why, hashes(b.hashes, a.hashes))
	}
	if b.rules != a.rules {
		why = append(why, "permissions changed")
	}
	for _, role := range p.changedRoles(b, a) {
		why = append(why, role.String()+" changed")
	}
	return strings.Join(why, "; ")
}

// causes are the roles that differ, with what binds the user unless the binding
// is as it was.
func (p pair) causes(b, a user) []menu.Ref {
	roles := p.changedRoles(b, a)
	if len(roles) == 0 || b.source.Object == a.source.Object && reflect.DeepEqual(b.binding, a.binding) {
		return roles
	}
	return append(roles, b.source.Object, a.source.Object)
}

// changedRoles are the roles of a user whose rules differ, by name.
func (p pair) changedRoles(b, a user) []menu.Ref {
	var changed []menu.Ref
	for _, role := range slices.Compact(slices.Sorted(slices.Values(a.roles))) {
		before, after := p.before.Roles[role], p.after.Roles[role]
		if slices.Contains(b.roles, role) && before != nil && after != nil && !reflect.DeepEqual(before.Spec, after.Spec) {
			changed = append(changed, menu.RoleRef(role))
		}
	}
	return changed
}

// hashes counts what comes and goes, and shows none of it.
func hashes(before, after []string) string {
	only := func(of, in []string) int {
		return len(slices.DeleteFunc(slices.Clone(of), func(hash string) bool { return slices.Contains(in, hash) }))
	}
	added, removed := only(after, before), only(before, after)
	if added+removed == 0 {
		return "password hashes changed: the same ones in another order"
	}
	return fmt.Sprintf("password hashes changed: %d added, %d removed", added, removed)
}

func unrenderable(before, after error) []Change {
	switch {
	case before != nil && after != nil && before.Error() == after.Error():
		return nil
	case after != nil:
		return []Change{{Effect: Unresolvable, Path: "acl", Reason: after.Error() + ": nodes keep the users they have"}}
	}
	return []Change{{Effect: InPlace, Path: "acl", Before: before.Error(), Reason: "users can be rendered again"}}
}

// user is one line of users.acl, hashes apart, since they must not be shown.
type user struct {
	hashes  []string
	rules   string
	roles   []string
	source  Source
	binding v1alpha1.ACLBinding
}

type userFile struct {
	text  string
	users map[string]user
}

func usersOf(c *resolve.Cluster) (userFile, error) {
	bound := make(map[string]resolve.Binding, len(c.Users))
	for _, b := range c.Users {
		bound[b.Username] = b
	}
	// Any hash will do for the system users: it is the same in both states.
	anyHash := []string{acl.Hash("")}
	file, err := acl.Render(c.ACLInput(anyHash, anyHash))
	if err != nil {
		return userFile{}, err
	}
	users := map[string]user{}
	for line := range strings.Lines(file.Text) {
		words := strings.Fields(line)
		if name := words[1]; !strings.HasPrefix(name, names.SystemUserPrefix) {
			users[name] = readUser(words[2:], bound[name])
		}
	}
	return userFile{text: file.Text, users: users}, nil
}

// readUser takes the words behind a user's name. Without a binding it is the
// default user as this project renders it.
func readUser(words []string, b resolve.Binding) user {
	u := user{source: Source{Origin: FromDefault}, binding: b.ACLBinding}
	if b.Username != "" {
		u.source = fromBinding(b)
	}
	for _, p := range b.Permissions {
		u.roles = append(u.roles, p.RoleRef)
	}
	rules := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return strings.HasPrefix(word, "#") })
	for _, word := range words {
		if hash, ok := strings.CutPrefix(word, "#"); ok {
			u.hashes = append(u.hashes, hash)
		}
	}
	u.rules = strings.Join(rules, " ")
	return u
}
