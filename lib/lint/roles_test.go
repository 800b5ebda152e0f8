package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/lint"
)

func roleStream(spec string) string {
	return fmt.Sprintf("kind: ValkeyRole\nmetadata: {name: r}\nspec: {%s}\n---\n", spec)
}

func TestRoles(t *testing.T) {
	const rules = "VK044 VK045 VK046"
	const deny = ", commands: [{name: flushall, access: deny}, {name: FLUSHDB, access: deny}, {name: swapdb, access: deny}]"
	allow := func(categories ...string) string {
		for i, c := range categories {
			categories[i] = fmt.Sprintf("{name: %s, access: allow}", c)
		}
		return "categories: [" + strings.Join(categories, ", ") + "]"
	}
	tests := map[string]struct{ spec, want string }{
		"nothing":                      {"", ""},
		"read":                         {allow("read"), ""},
		"write":                        {allow("read", "write"), "warning VK045 r spec.categories"},
		"write with denies":            {allow("read", "write") + deny, ""},
		"keyspace has them too":        {allow("keyspace"), "warning VK045 r spec.categories"},
		"dangerous taken back":         {"categories: [{name: write, access: allow}, {name: dangerous, access: deny}], commands: [{name: swapdb, access: deny}]", ""},
		"by name, on purpose":          {"commands: [{name: flushall, access: allow}]", ""},
		"all":                          {allow("read", "ALL"), "warning VK044 r spec.categories[1].name"},
		"all with the three denied":    {allow("all") + deny, "warning VK044 r spec.categories[0].name"},
		"all, then nothing":            {"categories: [{name: all, access: allow}, {name: all, access: deny}]", ""},
		"no such category":             {allow("wrte"), "warning VK046 r spec.categories[0].name"},
		"no such subcommand, denied":   {"commands: [{name: get, subcommand: x, access: deny}]", "warning VK046 r spec.commands[0].subcommand"},
		"setuser":                      {"commands: [{name: acl, subcommand: setuser, access: allow}]", "warning VK044 r spec.commands[0].subcommand"},
		"admin":                        {allow("read", "admin"), "warning VK044 r spec.categories[1].name"},
		"what only tells something":    {"commands: [{name: cluster, subcommand: slots, access: allow}, {name: config, subcommand: get, access: allow}]", ""},
		"a container and a category":   {allow("write") + ", commands: [{name: cluster, access: allow}]", "warning VK045 r spec.categories\nwarning VK044 r spec.commands[0].name"},
		"a first argument, allowed":    {"commands: [{name: get, subcommand: x, access: allow}]", "warning VK046 r spec.commands[0].subcommand"},
		"a command in another case":    {"commands: [{name: GET, access: allow}]", ""},
		"a command of a module":        {"commands: [{name: ft-search, access: allow}]", "warning VK046 r spec.commands[0].name"},
		"one name twice, two findings": {allow("wrte", "wrte"), "warning VK046 r spec.categories[0].name\nwarning VK046 r spec.categories[1].name"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := lint.Run(load(t, image91+configs("imageRef: v91")+roleStream(test.spec)).input())
			if diff := cmp.Diff(test.want, brief(got, false, rules)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRoleMessages(t *testing.T) {
	one := func(name, subcommand, access string) string {
		return fmt.Sprintf("commands: [{name: %s, subcommand: %s, access: %s}]", name, subcommand, access)
	}
	tests := map[string]struct{ spec, want string }{
		"one command": {
			one("acl", "load", "allow"),
			"VK044 r spec.commands[0].subcommand: the role lets its users change users (acl|load), whatever keys they are limited to",
		},
		"of several kinds, and many": {
			"commands: [{name: cluster, access: allow}, {name: config, access: allow}]",
			"VK044 r spec.commands[1].name: the role lets its users change settings (config|set), " +
				"the cluster itself (cluster|reset, cluster|failover, cluster|forget and 12 more), whatever keys they are limited to",
		},
		"every command, but for some": {
			"categories: [{name: all, access: allow}], commands: [{name: acl, access: deny}, {name: cluster, access: deny}, {name: slaveof, access: deny}]",
			"VK044 r spec.categories[0].name: the role grants every command: its users can change settings (config|set), " +
				"code (module|load, module|loadex, debug), the cluster itself (replicaof, failover, shutdown), whatever keys they are limited to",
		},
		"a first argument, allowed": {
			one("get", "foo", "allow"),
			`VK046 r spec.commands[0].subcommand: "foo" stands on a command without subcommands: ` +
				"Valkey 9.1 allows the command with that first argument, but such rules are deprecated",
		},
		"a first argument, denied": {
			one("get", "foo", "deny"),
			`VK046 r spec.commands[0].subcommand: subcommand "foo" is not known to Valkey 9.1, which refuses the whole users.acl for it`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := lint.Run(load(t, image91+configs("imageRef: v91")+roleStream(test.spec)).input())
			if diff := cmp.Diff("warning "+test.want, brief(got, true, "VK044 VK046")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A name is judged by the versions that the role is used with: CLUSTER
// MIGRATESLOTS came with Valkey 9.0.
func TestRoleVersions(t *testing.T) {
	role := roleStream("commands: [{name: cluster, subcommand: migrateslots, access: allow}]")
	unknown := func(versions string) string {
		return `warning VK046 r spec.commands[0].subcommand: subcommand "migrateslots" is not known to Valkey ` +
			versions + `, which refuses the whole users.acl for it`
	}
	tests := map[string]struct{ stream, want string }{
		"no image at all":              {"", ""},
		"bound on 9.1":                 {image91 + image81 + configs("imageRef: v91, "+bindings("u/r"), "imageRef: v81"), ""},
		"bound on 8.1":                 {image91 + image81 + configs("imageRef: v81, "+bindings("u/r"), "imageRef: v91"), unknown("8.1")},
		"bound by a cluster":           {image91 + image81 + configs("imageRef: v81", "imageRef: v91") + onCluster("a", ", "+bindings("u/r")), unknown("8.1")},
		"bound in a base, run on both": {image91 + image81 + configs("imageRef: v81, "+bindings("u/r"), "baseRef: a, imageRef: v91"), unknown("8.1")},
		"bound on two that lack it":    {image80 + image81 + configs("imageRef: v81, "+bindings("u/r"), "imageRef: v80, "+bindings("u/r")), unknown("8.0, 8.1")},
		"not bound, one of all lacks":  {image91 + image81 + configs("imageRef: v81", "imageRef: v91"), unknown("8.1")},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, brief(lint.Run(load(t, test.stream+role).input()), true, "VK046")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
