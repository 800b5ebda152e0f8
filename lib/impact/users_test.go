package impact_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/impact"
)

// Row: ACL bindings or a bound ValkeyRole: in place.
func TestRowUsers(t *testing.T) {
	bind := func(bindings ...v1alpha1.ACLBinding) func(*world) {
		return func(w *world) { w.cache().ACL = bindings }
	}
	metrics := `on resetchannels ~* +@read [ValkeyConfig "base"]`
	runTable(t, map[string]tableCase{
		"user added": {
			edit:   bind(binding("app", hashA, "writer", "app:*")),
			want:   []string{`inPlace acl.app: nothing -> on resetchannels ~app:* +@write ` + inCluster},
			reason: "the user is added",
		},
		"role edited": {
			edit: func(w *world) {
				w.roles["reader"] = v1alpha1.ValkeyRoleSpec{
					Categories: []v1alpha1.CategoryRule{{Name: "read", Access: v1alpha1.Allow}},
					Commands:   []v1alpha1.CommandRule{{Name: "info", Access: v1alpha1.Allow}},
				}
			},
			want:   []string{`inPlace acl.metrics: ` + metrics + ` -> on resetchannels ~* +@read +info [ValkeyConfig "base"]`},
			reason: `permissions changed; ValkeyRole "reader" changed`,
		},
		"password changed": {
			edit: func(w *world) {
				w.config("base", func(c *v1alpha1.ValkeyConfigSpec) { c.ACL[0].PasswordHashes[0] = hashB })
			},
			want:   []string{`inPlace acl.metrics: ` + metrics + ` -> ` + metrics},
			reason: "password hashes changed",
		},
		"pattern changed": {
			edit: func(w *world) {
				w.config("base", func(c *v1alpha1.ValkeyConfigSpec) { c.ACL[0].Permissions[0].Keys[0].Pattern = "m:*" })
			},
			want:   []string{`inPlace acl.metrics: ` + metrics + ` -> on resetchannels ~m:* +@read [ValkeyConfig "base"]`},
			reason: "permissions changed",
		},
		"a role that nobody is bound to": {
			edit: func(w *world) { w.roles["writer"] = v1alpha1.ValkeyRoleSpec{} },
		},
		"the same user from the cluster": {
			edit: func(w *world) {
				w.config("base", func(c *v1alpha1.ValkeyConfigSpec) { c.ACL = nil })
				bind(binding("metrics", hashA, "reader", "*"))(w)
			},
		},
	})
}

func TestDefaultUserFollowsTheBindings(t *testing.T) {
	bound, open := newWorld(), newWorld()
	open.config("base", func(c *v1alpha1.ValkeyConfigSpec) { c.ACL = nil })
	opened := impact.Between(bound.state(), open.state())
	closed := impact.Between(open.state(), bound.state())
	for name, c := range map[string]struct {
		report impact.Report
		want   string
	}{"opened": {opened, "fully open"}, "closed": {closed, "switched off"}} {
		if len(c.report.Changes) != 2 || c.report.Changes[0].Path != "acl.default" || !strings.Contains(c.report.Changes[0].Reason, c.want) {
			t.Errorf("%s: %q, want the default user %s", name, lines(c.report), c.want)
		}
		if c.report.Effect != impact.InPlace {
			t.Errorf("%s: effect %q", name, c.report.Effect)
		}
	}
}

func TestUsersInAnotherOrder(t *testing.T) {
	before, after := newWorld(), newWorld()
	a, b := binding("a", hashA, "reader", "*"), binding("b", hashA, "reader", "*")
	before.cache().ACL, after.cache().ACL = []v1alpha1.ACLBinding{a, b}, []v1alpha1.ACLBinding{b, a}
	r := impact.Between(before.state(), after.state())
	if diff := cmp.Diff([]string{"inPlace acl: nothing -> nothing"}, lines(r)); diff != "" {
		t.Errorf("changes differ (-want +got):\n%s", diff)
	}
}

func TestUsersThatCannotBeRendered(t *testing.T) {
	good, bad := newWorld(), newWorld()
	bad.cache().ACL = []v1alpha1.ACLBinding{binding("_momento_repl", hashA, "reader", "*")}
	set("large", "maxmemory", "7gb")(bad)
	r := impact.Between(good.state(), bad.state())
	if r.Effect != impact.Unresolvable || r.Changes[0].Path != "acl" || r.Totals.ShardsRolled != 3 {
		t.Errorf("changes %q, totals %+v", lines(r), r.Totals)
	}
	if back := impact.Between(bad.state(), good.state()); !strings.Contains(reasons(back), "can be rendered again") {
		t.Errorf("changes %q", lines(back))
	}
	if same := impact.Between(bad.state(), bad.state()); same.Kind != impact.Unchanged {
		t.Errorf("changes %q", lines(same))
	}
}

func TestConfigRefWithOtherUsersOnly(t *testing.T) {
	before, after := newWorld(), newWorld()
	for _, w := range []*world{before, after} {
		w.configs["open"] = v1alpha1.ValkeyConfigSpec{BaseRef: "large", ACL: []v1alpha1.ACLBinding{}}
	}
	after.cache().ConfigRef = "open"
	r := impact.Between(before.state(), after.state())
	if r.Effect != impact.InPlace || r.Changes[0].Path != "configRef" {
		t.Errorf("changes %q, want all in place", lines(r))
	}
}

// A declared version that decides no default here still decides what the
// replication user may run, so users.acl differs.
func TestVersionAloneReloadsUsers(t *testing.T) {
	before, after := newWorld(), newWorld()
	for _, w := range []*world{before, after} {
		set("base", "shutdown-on-sigterm", "nosave")(w)
	}
	after.images["v90"] = v1alpha1.ValkeyImageSpec{Repository: "valkey", Tag: "9.0.0", Version: "8.1.0"}
	want := []string{
		`inPlace image.version: 9.0.0 [ValkeyImage "v90" (chosen by ValkeyConfig "base")] -> 8.1.0 [ValkeyImage "v90" (chosen by ValkeyConfig "base")]`,
		replicationUser,
	}
	r := impact.Between(before.state(), after.state())
	if diff := cmp.Diff(want, lines(r)); diff != "" {
		t.Errorf("changes differ (-want +got):\n%s", diff)
	}
	if !strings.Contains(reasons(r), "CLUSTER SYNCSLOTS") {
		t.Errorf("the reasons do not name the command:\n%s", reasons(r))
	}
}
