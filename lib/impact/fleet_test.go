package impact_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/impact"
)

// fleet is the world with three more clusters: one on the variant, one on the
// base, one on a config of its own.
func fleet() *world {
	w := newWorld()
	w.configs["other"] = v1alpha1.ValkeyConfigSpec{ImageRef: "v91"}
	for name, config := range map[string]string{"queue": "large", "small": "base", "apart": "other"} {
		w.clusters[name] = newCluster(name, config)
	}
	return w
}

func headlines(f impact.FleetReport) []string {
	var all []string
	for _, r := range f.Clusters {
		all = append(all, fmt.Sprintf("%s %s %s", r.Cluster.Name, r.Kind, r.Effect))
	}
	return all
}

func reached(f impact.FleetReport) map[string][]string {
	all := map[string][]string{}
	for _, m := range f.Menu {
		key := fmt.Sprintf("%s %s", m.Object, m.Kind)
		all[key] = []string{}
		for _, c := range m.Clusters {
			all[key] = append(all[key], fmt.Sprintf("%s %s", c.Cluster.Name, c.Effect))
		}
	}
	return all
}

func TestFleetFansOut(t *testing.T) {
	cases := map[string]struct {
		edit    func(*world)
		want    []string
		reached map[string][]string
		totals  impact.Totals
	}{
		"nothing": {
			edit:    func(*world) {},
			want:    []string{"apart unchanged none", "cache unchanged none", "queue unchanged none", "small unchanged none"},
			reached: map[string][]string{},
		},
		"a setting of the base that the variant overrides": {
			edit: set("base", "maxmemory", "1gb"),
			want: []string{"apart unchanged none", "cache unchanged none", "queue unchanged none", "small changed rolling"},
			reached: map[string][]string{
				`ValkeyConfig "base" changed`: {"cache none", "queue none", "small rolling"},
			},
			totals: rolled(),
		},
		"a role": {
			edit: func(w *world) { w.roles["reader"] = v1alpha1.ValkeyRoleSpec{} },
			want: []string{"apart unchanged none", "cache changed inPlace", "queue changed inPlace", "small changed inPlace"},
			reached: map[string][]string{
				`ValkeyRole "reader" changed`: {"cache inPlace", "queue inPlace", "small inPlace"},
			},
		},
		"an image, and an image that nobody uses": {
			edit: func(w *world) {
				w.images["v91"] = v1alpha1.ValkeyImageSpec{Repository: "valkey", Tag: "9.1.3", Version: "9.1.3"}
				w.images["new"] = v1alpha1.ValkeyImageSpec{Repository: "valkey", Tag: "10", Version: "10"}
			},
			want: []string{"apart changed rolling", "cache unchanged none", "queue unchanged none", "small unchanged none"},
			reached: map[string][]string{
				`ValkeyImage "new" created`: {}, `ValkeyImage "v91" changed`: {"apart rolling"},
			},
			totals: rolled(),
		},
		"a config removed": {
			edit: func(w *world) { delete(w.configs, "base") },
			want: []string{"apart unchanged none", "cache changed unresolvable", "queue changed unresolvable", "small changed unresolvable"},
			reached: map[string][]string{
				`ValkeyConfig "base" deleted`: {"cache unresolvable", "queue unresolvable", "small unresolvable"},
			},
		},
		"clusters come and go": {
			edit: func(w *world) {
				delete(w.clusters, "apart")
				w.clusters["zoo"] = newCluster("zoo", "base")
			},
			want: []string{
				"apart deleted topology", "cache unchanged none", "queue unchanged none", "small unchanged none", "zoo created topology",
			},
			reached: map[string][]string{},
			totals:  impact.Totals{NodesAdded: 6, NodesRemoved: 6},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			before, after := fleet(), fleet()
			c.edit(after)
			f := impact.Fleet(before.resolver(), after.resolver())
			if diff := cmp.Diff(c.want, headlines(f)); diff != "" {
				t.Errorf("clusters differ (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.reached, reached(f)); diff != "" {
				t.Errorf("reach differs (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.totals, f.Totals); diff != "" {
				t.Errorf("totals differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFleetAddsUp(t *testing.T) {
	before, after := fleet(), fleet()
	set("base", "hz", "50")(after)
	f := impact.Fleet(before.resolver(), after.resolver())
	want := impact.Totals{ShardsRolled: 9, PodsReplaced: 18, Failovers: 9, PeakExtraPods: 3}
	if diff := cmp.Diff(want, f.Totals); diff != "" {
		t.Errorf("totals differ (-want +got):\n%s", diff)
	}
	if f.Count(impact.Rolling) != 3 || f.Count(impact.None) != 0 {
		t.Errorf("%d clusters roll and %d have text changes, want 3 and 0", f.Count(impact.Rolling), f.Count(impact.None))
	}
}

// A missing object reaches the clusters that ask for it.
func TestFleetReachesThroughWhatIsMissing(t *testing.T) {
	before, after := fleet(), fleet()
	delete(before.roles, "reader")
	f := impact.Fleet(before.resolver(), after.resolver())
	want := map[string][]string{
		`ValkeyRole "reader" created`: {"cache mayRoll", "queue mayRoll", "small mayRoll"},
	}
	if diff := cmp.Diff(want, reached(f)); diff != "" {
		t.Errorf("reach differs (-want +got):\n%s", diff)
	}
}

func TestFleetEndsOnACycle(t *testing.T) {
	before, after := fleet(), fleet()
	after.config("base", func(c *v1alpha1.ValkeyConfigSpec) { c.BaseRef = "large" })
	f := impact.Fleet(before.resolver(), after.resolver())
	if got := f.Count(impact.Unresolvable); got != 3 {
		t.Errorf("%d clusters do not resolve, want 3", got)
	}
}

func TestFleetIsDeterministic(t *testing.T) {
	before, after := fleet(), fleet()
	set("base", "hz", "50", "maxclients", "100", "my key", "1")(after)
	after.roles["reader"] = v1alpha1.ValkeyRoleSpec{}
	want := impact.Fleet(before.resolver(), after.resolver())
	for range 20 {
		if diff := cmp.Diff(want, impact.Fleet(before.resolver(), after.resolver())); diff != "" {
			t.Fatalf("a second report differs (-first +second):\n%s", diff)
		}
	}
}
