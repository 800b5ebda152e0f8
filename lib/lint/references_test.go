package lint_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

func configs(specs ...string) string {
	var b strings.Builder
	for i, spec := range specs {
		fmt.Fprintf(&b, "kind: ValkeyConfig\nmetadata: {name: %c}\nspec: {%s}\n---\n", 'a'+i, spec)
	}
	return b.String()
}

func onCluster(config, more string) string {
	return fmt.Sprintf("kind: ValkeyCluster\nmetadata: {name: k, namespace: ns}\nspec: {configRef: %s, shards: 3, replicasPerShard: 1%s}\n---\n", config, more)
}

// line is configs a, b, c, ..., each the base of the one before; the last is
// as given.
func line(n int, last string) string {
	specs := make([]string, n)
	for i := range n - 1 {
		specs[i] = fmt.Sprintf("baseRef: %c", 'b'+i)
	}
	specs[n-1] = last
	return configs(specs...)
}

// ring is as many configs as said, each the base of the one before.
func ring(n int) string { return line(n, "baseRef: a") }

const depth = "config inheritance depth exceeds 10 (cycle?): "

func TestChains(t *testing.T) {
	const rules = "VK010 VK011 VK013 VK014 VK015 VK016"
	tests := map[string]struct{ stream, want string }{
		"a config inherits from itself": {configs("baseRef: a"),
			"error VK014 a spec.baseRef: " + depth + "a -> a"},
		"one cycle, several ways into it": {
			configs("baseRef: b", "baseRef: c", "baseRef: b", "baseRef: a", "baseRef: c") + onCluster("d", ""),
			"error VK014 c spec.baseRef: " + depth + "b -> c -> b"},
		"two cycles": {configs("baseRef: b", "baseRef: a", "baseRef: d", "baseRef: c"),
			"error VK014 b spec.baseRef: " + depth + "a -> b -> a\nerror VK014 d spec.baseRef: " + depth + "c -> d -> c"},
		"a cycle of ten": {ring(10), "error VK014 j spec.baseRef: " + depth + "a -> b -> c -> d -> e -> f -> g -> h -> i -> j -> a"},
		"a cycle that is longer than any chain": {ring(11),
			"error VK014 k spec.baseRef: " + depth + "a -> b -> c -> d -> e -> f -> g -> h -> i -> j -> ... -> k -> a (11 configs)"},
		"a long way into a short cycle": {line(12, "baseRef: k"), "error VK014 l spec.baseRef: " + depth + "k -> l -> k"},
		"a long chain":                  {line(11, ""), "error VK015 a spec.baseRef: " + depth + "a -> b -> c -> d -> e -> f -> g -> h -> i -> j -> k"},
		"a long chain that dangles": {line(12, "baseRef: gone"), "error VK015 a spec.baseRef: " + depth + "a -> b -> c -> d -> e -> f -> g -> h -> i -> j -> k\n" +
			"error VK015 b spec.baseRef: " + depth + "b -> c -> d -> e -> f -> g -> h -> i -> j -> k -> l\n" +
			`error VK013 l spec.baseRef: ValkeyConfig "gone" not found`},
		"a base without an image is fine": {image91 + configs("imageRef: v91, baseRef: b", ""), ""},
		"a cluster selects that base": {image91 + configs("imageRef: v91, baseRef: b", "") + onCluster("b", ""),
			`error VK016 b spec.imageRef: no image_ref in config chain ending at "b"`},
		"two leaves of a base without one": {configs("baseRef: c", "baseRef: c", ""),
			`error VK016 a spec.imageRef: no image_ref in config chain ending at "a": a -> c` + "\n" +
				`error VK016 b spec.imageRef: no image_ref in config chain ending at "b": b -> c`},
		"many inherit a dangling image": {image91 + configs("baseRef: c", "baseRef: c", "imageRef: v92") + onCluster("a", ""),
			`error VK010 c spec.imageRef: ValkeyImage "v92" not found: did you mean "v91"?`},
		"many inherit a dangling base": {configs("baseRef: c", "baseRef: c", "baseRef: nothing-like-it") + onCluster("a", ""),
			`error VK013 c spec.baseRef: ValkeyConfig "nothing-like-it" not found`},
		"the image of a base that is overridden": {image91 + configs("baseRef: b, imageRef: v91", "imageRef: gone"),
			`error VK010 b spec.imageRef: ValkeyImage "gone" not found`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, brief(lint.Run(load(t, test.stream).input()), true, rules)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func bindings(users ...string) string {
	var list []string
	for _, user := range users {
		name, role, _ := strings.Cut(user, "/")
		list = append(list, fmt.Sprintf("{username: %s, passwordHashes: [], permissions: [{roleRef: %s, keys: []}]}", name, role))
	}
	return "acl: [" + strings.Join(list, ", ") + "]"
}

const roleR = "kind: ValkeyRole\nmetadata: {name: r}\nspec: {}\n---\n"

func TestUsers(t *testing.T) {
	const rules = "VK012 VK040 VK047 VK048"
	missing := func(role, user string) string {
		return fmt.Sprintf("ValkeyRole %q not found (referenced by user %q)", role, user)
	}
	const twice = `duplicate username "u" in merged ACL bindings`
	tests := map[string]struct{ stream, want string }{
		"twice in a config": {image91 + roleR + configs("imageRef: v91, "+bindings("u/r", "v/r", "u/r")),
			"error VK040 a spec.acl[2].username: " + twice},
		"twice in a config that does not resolve": {roleR + configs(bindings("u/r", "u/r")),
			"error VK040 a spec.acl[1].username: " + twice},
		"in a config and its cluster": {image91 + roleR + configs("imageRef: v91, "+bindings("u/r")) + onCluster("a", ", "+bindings("u/r")),
			"error VK040 k spec.acl[0].username: " + twice},
		"in a cluster without a config": {roleR + onCluster("gone", ", "+bindings("u/r", "u/x")),
			"error VK012 k spec.acl[1].permissions[0].roleRef: " + missing("x", "u") + "\nerror VK040 k spec.acl[1].username: " + twice},
		"a role is missing in a base": {image91 + configs("imageRef: v91, "+bindings("u/r"), "baseRef: a") + onCluster("b", ""),
			"error VK012 a spec.acl[0].permissions[0].roleRef: " + missing("r", "u")},
		"a role is missing in a list that is replaced": {image91 + roleR + configs("imageRef: v91, "+bindings("u/x"), "baseRef: a, "+bindings("u/r")),
			"error VK012 a spec.acl[0].permissions[0].roleRef: " + missing("x", "u")},
		"a list that keeps the users of its base": {image91 + roleR + configs("imageRef: v91, "+bindings("u/r"), "baseRef: a, "+bindings("v/r", "u/r")), ""},
		"users of a base's base are dropped": {image91 + roleR + configs("imageRef: v91, "+bindings("u/r"), "baseRef: a", "baseRef: b, acl: []"),
			`warning VK047 c spec.acl: this list replaces that of config "a", it does not add to it: dropped "u"`},
		"an empty list opens the default user": {image91 + configs("imageRef: v91, acl: []") + onCluster("a", ""),
			`warning VK048 k spec.acl: no user is bound here or in config "a": everyone who reaches the pods may run every command without a password`},
		"a user of the config closes it": {image91 + roleR + configs("imageRef: v91, "+bindings("u/r")) + onCluster("a", ""), ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, brief(lint.Run(load(t, test.stream).input()), true, rules)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The operator puts the same texts into conditions, so a message starts with
// the error that lib/resolve gives for the cluster.
func TestMessagesAreThoseOfTheOperator(t *testing.T) {
	streams := map[string]string{
		"config":   onCluster("a", ""),
		"base":     configs("baseRef: b") + onCluster("a", ""),
		"image":    configs("imageRef: b") + onCluster("a", ""),
		"no image": configs("") + onCluster("a", ""),
		"cycle":    configs("baseRef: b", "baseRef: a") + onCluster("a", ""),
		"roles":    image91 + configs("imageRef: v91, "+bindings("u/r", "v/s")) + onCluster("a", ", "+bindings("w/t")),
		"users":    image91 + roleR + configs("imageRef: v91, "+bindings("u/r", "u/r")) + onCluster("a", ", "+bindings("u/r")),
	}
	for name, stream := range streams {
		t.Run(name, func(t *testing.T) {
			in := load(t, stream).input()
			_, err := resolve.New(in.Menu, in.Options).Cluster(in.Menu.Clusters()[0])
			var want resolve.Errors
			if !errors.As(err, &want) {
				t.Fatalf("the cluster resolves: %v", err)
			}
			got := lint.Run(in)
			for _, e := range want {
				found := false
				for _, f := range got {
					found = found || f.Slug == string(e.Reason) && f.Object == e.Object && f.Path == e.Path && strings.HasPrefix(f.Message, e.Message)
				}
				if !found {
					t.Errorf("no finding for %s %s %s: %s, only\n%s", e.Reason, e.Object, e.Path, e.Message, lines(got))
				}
			}
		})
	}
}

func TestUnusedNeedsCertainty(t *testing.T) {
	unused := image91 + image81 + configs("imageRef: v91", "imageRef: v81")
	tests := map[string]struct{ stream, want string }{
		"without clusters": {unused, ""},
		"one of two is used": {unused + onCluster("a", ""),
			"info VK017 b metadata.name\ninfo VK017 v81 metadata.name"},
		"a reference dangles":             {unused + onCluster("gone", ""), ""},
		"an inherited config is used":     {image91 + configs("baseRef: b", "imageRef: v91") + onCluster("a", ""), ""},
		"a role of the cluster's own":     {image91 + roleR + configs("imageRef: v91") + onCluster("a", ", "+bindings("u/r")), ""},
		"a cycle ends the walk":           {image91 + configs("baseRef: b", "baseRef: a", "imageRef: v91") + onCluster("a", ""), "info VK017 c metadata.name\ninfo VK017 v91 metadata.name"},
		"a role that only a child lists":  {image91 + roleR + configs("imageRef: v91", "baseRef: a, "+bindings("u/r")) + onCluster("a", ""), "info VK017 b metadata.name\ninfo VK017 r metadata.name"},
		"an image that a child overrides": {image91 + image81 + configs("imageRef: v81", "baseRef: a, imageRef: v91") + onCluster("b", ""), ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, brief(lint.Run(load(t, test.stream).input()), false, "VK017")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
