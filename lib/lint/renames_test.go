package lint_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/lint"
)

const renamed = ` a spec.valkey["rename-command"]: `

func TestRenames(t *testing.T) {
	const (
		operators  = "error VK049" + renamed + `the operator, the replicas or the probe of the pod need the command "acl" under its own name`
		replicated = `" by that name; without it the data of the nodes comes to differ`
	)
	tests := map[string]struct{ value, want string }{
		"to a name that exists": {"GET SET", "error VK036" + renamed + `a command "set" exists, so the server does not start with a rename to it`},
		"to one of the operator's": {"GET PING",
			"error VK036" + renamed + `a command "ping" exists, so the server does not start with a rename to it`},
		"to its own name":                    {"GET get", ""},
		"of no command":                      {"FROBNICATE x", "error VK036" + renamed + `command "frobnicate" is not known to Valkey 9.1, which does not start with a rename of it`},
		"of no command, removed":             {`GETT ""`, "error VK036" + renamed + `command "gett" is not known to Valkey 9.1, which does not start with a rename of it; did you mean "get"?`},
		"of a subcommand":                    {"client|kill x", "error VK036" + renamed + `"client|kill" is a subcommand, which cannot be renamed: the server does not start; deny it in a ValkeyRole`},
		"of a subcommand in use":             {"acl|load x", "error VK036" + renamed + `"acl|load" is a subcommand, which cannot be renamed: the server does not start; deny it in a ValkeyRole` + "\n" + operators},
		"to another name, which is a secret": {"KEYS correct-horse", "warning VK049" + renamed + `the command "keys" is only reachable under its new name; to take it from some users, deny it in a ValkeyRole`},
		"of one that writes":                 {`UNLINK ""`, "error VK049" + renamed + `a replica or a slot migration gets the command "unlink` + replicated},
		"of one that writes, in small":       {"srem x", "error VK049" + renamed + `a replica or a slot migration gets the command "srem` + replicated},
		"of one that writes by subcommands":  {"XGROUP x", "error VK049" + renamed + `a replica or a slot migration gets the command "xgroup` + replicated},
		"of one that replicas get all the same": {`PUBLISH ""`,
			"error VK049" + renamed + `a replica or a slot migration gets the command "publish` + replicated},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := lint.Run(load(t, image91+settings("rename-command", test.value)).input())
			if diff := cmp.Diff(test.want, brief(got, true, "VK036 VK049")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What a version lacks depends on the image, and what any server lacks on its modules.
func TestRenamesByVersion(t *testing.T) {
	image := func(version string) string { return strings.ReplaceAll(image91, "9.1.2", version) }
	tests := map[string]struct{ stream, want string }{
		"one that empties a node":              {image91 + settings("rename-command", `FLUSHALL ""`), "warning VK049 a"},
		"that one to another name":             {image91 + settings("rename-command", "FLUSHALL x"), "error VK049 a"},
		"a command of 9.1 on 9.1":              {image91 + settings("rename-command", "CLUSTERSCAN x"), "warning VK049 a"},
		"a command of 9.1 on 8.1":              {image("8.1.1") + settings("rename-command", "CLUSTERSCAN x"), "error VK036 a"},
		"a command of 9.1 on any":              {image("our-build") + settings("rename-command", "CLUSTERSCAN x"), "warning VK036 a"},
		"a new name that 9.1 has, on any":      {image("our-build") + settings("rename-command", "KEYS CLUSTERSCAN"), "error VK036 a"},
		"a new name that 8.1 does not have":    {image("8.1.1") + settings("rename-command", "KEYS CLUSTERSCAN"), "warning VK049 a"},
		"no command, on any":                   {image("our-build") + settings("rename-command", "NOPE x"), "error VK036 a"},
		"no command, on a newer version":       {image("9.2.0") + settings("rename-command", "NOPE x"), "warning VK036 a"},
		"no command, with a module":            {image91 + settings("loadmodule", "/m.so", "rename-command", "NOPE x"), "warning VK036 a"},
		"a subcommand, with a module":          {image91 + settings("loadmodule", "/m.so", "rename-command", "get|x x"), "error VK036 a"},
		"a command that writes, newer version": {image("10.0.0") + settings("rename-command", `DEL ""`), "error VK049 a"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var got []lint.Finding
			for _, f := range lint.Run(load(t, test.stream).input()) {
				if strings.Contains(f.Path, "rename-command") {
					got = append(got, f)
				}
			}
			want := test.want + ` spec.valkey["rename-command"]`
			if diff := cmp.Diff(want, brief(got, false, "VK036 VK049")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
