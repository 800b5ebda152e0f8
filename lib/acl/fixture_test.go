package acl

import (
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// role reads rules as users.acl writes them: "+@read -flushall +config|get".
func role(rules string) *v1alpha1.ValkeyRole {
	r := &v1alpha1.ValkeyRole{}
	for _, rule := range strings.Fields(rules) {
		access := v1alpha1.Allow
		if rule[0] == '-' {
			access = v1alpha1.Deny
		}
		if name, ok := strings.CutPrefix(rule[1:], "@"); ok {
			r.Spec.Categories = append(r.Spec.Categories, v1alpha1.CategoryRule{Name: name, Access: access})
			continue
		}
		name, sub, _ := strings.Cut(rule[1:], "|")
		r.Spec.Commands = append(r.Spec.Commands, v1alpha1.CommandRule{Name: name, Subcommand: sub, Access: access})
	}
	return r
}

// permission reads key patterns as users.acl writes them, and channels.
func permission(roleRef, keys string, channels ...v1alpha1.ChannelPattern) v1alpha1.Permission {
	p := v1alpha1.Permission{RoleRef: roleRef, Channels: channels}
	for _, k := range strings.Fields(keys) {
		kind, pattern, _ := strings.Cut(k, "~")
		access := map[string]v1alpha1.KeyAccess{"%R": v1alpha1.AccessRead, "%W": v1alpha1.AccessWrite, "": v1alpha1.AccessReadWrite}[kind]
		p.Keys = append(p.Keys, v1alpha1.KeyPattern{Pattern: pattern, Access: access})
	}
	return p
}

func binding(name string, permissions ...v1alpha1.Permission) v1alpha1.ACLBinding {
	return v1alpha1.ACLBinding{
		Username: name, PasswordHashes: []v1alpha1.PasswordHash{v1alpha1.PasswordHash(Hash(name))}, Permissions: permissions,
	}
}

// input binds users to the roles all, none, reader, writer and app.
func input(bindings ...v1alpha1.ACLBinding) Input {
	return Input{
		Bindings: bindings,
		Roles: map[string]*v1alpha1.ValkeyRole{
			"all": role("+@all"), "none": role(""), "reader": role("+@read +@connection"), "writer": role("+@write -@dangerous"),
			"app": role("+@all -@dangerous +config|get -keys"),
		},
		OperatorHashes: []string{Hash("operator")}, ReplHashes: []string{Hash("repl")},
	}
}

// users renders and reads the file back with the commands of 9.1.
func users(t *testing.T, in Input) *Users {
	t.Helper()
	file, err := Render(in)
	if err != nil {
		t.Fatalf("rendering: %v", err)
	}
	return parsed(t, file.Text)
}

func parsed(t *testing.T, text string) *Users {
	t.Helper()
	us, err := Parse(text, For(9, 1))
	if err != nil {
		t.Fatalf("parsing what was rendered: %v", err)
	}
	return us
}

func user(t *testing.T, us *Users, name string) *User {
	t.Helper()
	u, ok := us.User(name)
	if !ok {
		t.Fatalf("no user %q", name)
	}
	return u
}

// userOf reads one line of rules.
func userOf(t *testing.T, rules string) *User {
	t.Helper()
	return user(t, parsed(t, "user u on nopass "+rules), "u")
}

// may splits a command at spaces and asks whether the user may run it.
func may(u *User, command string) bool { return u.MayRun(strings.Fields(command)...).Allowed }
