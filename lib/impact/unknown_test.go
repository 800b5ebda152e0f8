package impact_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/impact"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// paths are effect and path of the changes, for those whose values do not matter.
func paths(r impact.Report) []string {
	var all []string
	for _, c := range r.Changes {
		all = append(all, string(c.Effect)+" "+c.Path)
	}
	return all
}

// TestUnresolvedInBothStates: the same errors on both sides are no reason to keep
// quiet about an edit, of the cluster or of whatever its references lead to.
func TestUnresolvedInBothStates(t *testing.T) {
	noMenu := func(w *world) { clear(w.images); clear(w.configs); clear(w.roles) }
	noImage := func(w *world) { delete(w.images, "v90") }
	tests := map[string]struct {
		broken, edit func(*world)
		want         []string
	}{
		"nothing, without the menu":       {broken: noMenu, edit: func(*world) {}},
		"nothing, without the image":      {broken: noImage, edit: func(*world) {}},
		"something out of reach":          {broken: noImage, edit: func(w *world) { delete(w.images, "v91") }},
		"shards":                          {noMenu, func(w *world) { w.cache().Shards = 6 }, []string{"unresolvable configRef", "unresolvable shards"}},
		"a placement":                     {noMenu, place(v1alpha1.Placement{Zones: []v1alpha1.Zone{"a"}}), []string{"unresolvable configRef", "unresolvable placement.zones"}},
		"tls, which is refused as always": {noMenu, func(w *world) { w.cache().TLS = &v1alpha1.TLS{SecretRef: "x"} }, []string{"rejected tls"}},
		"a setting two levels up":         {noImage, set("base", "hz", "50"), []string{"unresolvable imageRef", "unresolvable valkey.hz"}},
		"a secret setting":                {noImage, set("base", "requirepass", secretValue), []string{"unresolvable imageRef", "unresolvable valkey.requirepass"}},
		"a password": {noImage, func(w *world) {
			w.config("base", func(c *v1alpha1.ValkeyConfigSpec) {
				c.ACL = []v1alpha1.ACLBinding{binding("metrics", hashB, "reader", "*")}
			})
		}, []string{"unresolvable imageRef", "unresolvable acl"}},
		"a role":         {noImage, func(w *world) { w.roles["reader"] = v1alpha1.ValkeyRoleSpec{} }, []string{"unresolvable imageRef", "unresolvable role"}},
		"a role deleted": {noImage, func(w *world) { delete(w.roles, "reader") }, []string{"unresolvable imageRef", "unresolvable role"}},
		"an image, without a role": {func(w *world) { delete(w.roles, "reader") }, func(w *world) {
			w.images["v90"] = v1alpha1.ValkeyImageSpec{Repository: "valkey", Tag: "9.0.1", Version: "9.0.0"}
		}, []string{"unresolvable acl[0].permissions[0].roleRef", "unresolvable image.tag"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			before, after := newWorld(), newWorld()
			test.broken(before)
			test.broken(after)
			test.edit(after)
			r := impact.Between(before.state(), after.state())
			if diff := cmp.Diff(test.want, paths(r)); diff != "" {
				t.Errorf("changes differ (-want +got):\n%s", diff)
			}
			if quiet := len(test.want) == 0; r.StillUnresolved() != quiet || r.Totals != (impact.Totals{}) {
				t.Errorf("still unresolved: %v, want %v; totals %+v", r.StillUnresolved(), quiet, r.Totals)
			}
			text := fmt.Sprintf("%+v", r)
			for _, secret := range []string{secretValue, hashA, hashB} {
				if strings.Contains(text, secret) {
					t.Error("the report holds a secret")
				}
			}
		})
	}
}

func TestEditsSayWhere(t *testing.T) {
	before, after := newWorld(), newWorld()
	for _, w := range []*world{before, after} {
		delete(w.images, "v90")
	}
	after.cache().Shards = 6
	set("base", "hz", "50", "my key", "1")(after)
	r := impact.Between(before.state(), after.state())
	want := []string{
		`unresolvable imageRef: nothing -> [ValkeyConfig "base"]`,
		`unresolvable shards: 3 ` + inCluster + ` -> 6 ` + inCluster,
		`unresolvable valkey.hz: 10 [ValkeyConfig "base"] -> 50 [ValkeyConfig "base"]`,
		`unresolvable valkey["my key"]: nothing -> 1 [ValkeyConfig "base"]`,
	}
	if diff := cmp.Diff(want, lines(r)); diff != "" {
		t.Errorf("changes differ (-want +got):\n%s", diff)
	}
	if got := r.Changes[3].AfterSource.Path; got != `spec.valkey["my key"]` {
		t.Errorf("the field is %q", got)
	}
}

// TestHealed: what mends a reference is told, and is not what it mends.
func TestHealed(t *testing.T) {
	before, after := newWorld(), newWorld()
	before.cache().ConfigRef = "lrge"
	r := impact.Between(before.state(), after.state())
	if diff := cmp.Diff([]string{"mayRoll ", "mayRoll configRef"}, paths(r)); diff != "" {
		t.Errorf("changes differ (-want +got):\n%s", diff)
	}
	if r.Effect != impact.MayRoll || r.Totals != (impact.Totals{}) || !strings.Contains(reasons(r), `(ValkeyConfig "lrge" not found)`) {
		t.Errorf("effect %q, totals %+v, reasons:\n%s", r.Effect, r.Totals, reasons(r))
	}
}

// TestUnreadStateIsNeverZero: fields that are refused are missing from the state
// before, which looks like zero.
func TestUnreadStateIsNeverZero(t *testing.T) {
	x := func(edit func(before, after *world), unread ...menu.Ref) impact.Report {
		before, after := newWorld(), newWorld()
		before.cache().Shards = 0
		if edit != nil {
			edit(before, after)
		}
		return impact.Comparison{Before: before.resolver(), After: after.resolver(), Unread: unread}.Fleet().Clusters[0]
	}
	cache := menu.ClusterRef("team-a", "cache")
	want := []string{"mayRoll : nothing -> nothing"}
	for name, r := range map[string]impact.Report{
		"the cluster":         x(nil, cache),
		"its config":          x(nil, menu.ConfigRef("large")),
		"the base of that":    x(nil, menu.ConfigRef("base")),
		"its image":           x(nil, menu.ImageRef("v90")),
		"a role":              x(nil, menu.RoleRef("reader")),
		"not there at all":    x(func(before, _ *world) { delete(before.clusters, "cache") }, cache),
		"it did not resolve":  x(func(before, _ *world) { delete(before.images, "v90") }, cache),
		"tls of what is lost": x(func(before, _ *world) { before.cache().TLS = &v1alpha1.TLS{SecretRef: "x"} }, cache),
	} {
		if diff := cmp.Diff(want, lines(r)); diff != "" {
			t.Errorf("%s: changes differ (-want +got):\n%s", name, diff)
		}
		if r.Kind != impact.Changed || r.Totals != (impact.Totals{}) || r.ShapeBefore != (impact.Shape{}) || r.ShapeAfter.Shards != 3 {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if r := x(nil, menu.ConfigRef("other"), menu.ClusterRef("team-b", "cache")); r.Effect == impact.MayRoll {
		t.Errorf("what is out of reach counts: %q", lines(r))
	}
	gone := x(func(_, after *world) { delete(after.clusters, "cache") }, cache)
	if gone.Kind != impact.Deleted || gone.Totals != (impact.Totals{}) || gone.ShapeBefore != (impact.Shape{}) {
		t.Errorf("deleted: %+v", gone)
	}
	broken := x(func(_, after *world) { after.cache().ConfigRef = "none" }, cache)
	if diff := cmp.Diff([]string{"unresolvable configRef"}, paths(broken)); diff != "" {
		t.Errorf("does not resolve now (-want +got):\n%s", diff)
	}
}

// TestRefusedOnUnread: neither side says what runs.
func TestRefusedOnUnread(t *testing.T) {
	before, after := newWorld(), newWorld()
	cache := menu.ClusterRef("team-a", "cache")
	r := impact.Comparison{
		Before: before.resolver(), After: after.resolver(), Unread: []menu.Ref{cache},
		Refused: []impact.Refusal{{Cluster: cache, Rule: "VK001", Path: "spec.shards", Message: "too few"}},
	}.Fleet().Clusters[0]
	if diff := cmp.Diff([]string{"rejected shards"}, paths(r)); diff != "" || r.Kind != impact.Changed || r.Totals != (impact.Totals{}) {
		t.Errorf("changes differ (-want +got):\n%s of %+v", diff, r)
	}
}

func TestPausedTotalsWait(t *testing.T) {
	before, after := fleet(), fleet()
	set("base", "hz", "50")(after)
	for _, w := range []*world{before, after} {
		w.clusters["cache"].Annotations = map[string]string{"valkey.gomomento.com/paused": "true"}
	}
	created := newCluster("new", "base")
	created.Annotations = map[string]string{"valkey.gomomento.com/paused": "true"}
	after.clusters["new"] = created
	f := impact.Fleet(before.resolver(), after.resolver())
	want := rolled().Add(impact.Totals{NodesAdded: 6})
	if f.Waiting != want {
		t.Errorf("%+v waits, want %+v", f.Waiting, want)
	}
	for _, r := range f.Clusters {
		if paused := r.Cluster.Name == "cache" || r.Cluster.Name == "new"; r.Paused != paused || paused && !strings.Contains(reasons(r), "is paused") {
			t.Errorf("%s is paused: %v", r.Cluster, r.Paused)
		}
	}
}
