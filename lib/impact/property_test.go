package impact_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/impact"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

const secretValue = "hunter2-hunter2"

// edits are small changes that leave the cluster resolvable and its TLS alone.
func edits() []func(*world, *rand.Rand) {
	pick := func(r *rand.Rand, values ...string) string { return values[r.IntN(len(values))] }
	setting := func(w *world, config, key, value string) {
		w.config(config, func(c *v1alpha1.ValkeyConfigSpec) {
			if c.Valkey == nil {
				c.Valkey = settings()
			}
			c.Valkey[key] = v1alpha1.SettingValue(value)
		})
	}
	return []func(*world, *rand.Rand){
		func(w *world, r *rand.Rand) {
			setting(w, pick(r, "base", "large"), pick(r, "hz", "HZ", "maxmemory", "port", "Bind", "slave-priority",
				"replica-priority", "save", "shutdown-on-sigterm", "my key", "tls-port", "include"), pick(r, "", "1", "2", "900 1"))
		},
		func(w *world, r *rand.Rand) {
			setting(w, "base", pick(r, "requirepass", "requirepas", "masterauth"), secretValue)
		},
		func(w *world, r *rand.Rand) {
			w.config(pick(r, "base", "large"), func(c *v1alpha1.ValkeyConfigSpec) { c.Valkey = nil })
		},
		func(w *world, r *rand.Rand) {
			w.config("base", func(c *v1alpha1.ValkeyConfigSpec) { c.ImageRef = pick(r, "v90", "v91") })
		},
		func(w *world, r *rand.Rand) {
			w.images["v90"] = v1alpha1.ValkeyImageSpec{
				Repository: "valkey", Tag: pick(r, "9.0.0", "9.0.1"), Version: pick(r, "9.0.0", "8.1", "latest"),
			}
		},
		func(w *world, r *rand.Rand) {
			w.config(pick(r, "base", "large"), func(c *v1alpha1.ValkeyConfigSpec) {
				c.Resources = &v1alpha1.Resources{CPU: pick(r, "", "1", "1000m"), Memory: pick(r, "", "2Gi", "8Gi")}
			})
		},
		func(w *world, r *rand.Rand) { w.cache().ConfigRef = pick(r, "base", "large") },
		func(w *world, r *rand.Rand) {
			w.cache().Shards, w.cache().ReplicasPerShard = 1+r.Int32N(4), r.Int32N(3)
		},
		func(w *world, r *rand.Rand) {
			w.cache().Placement = &v1alpha1.Placement{
				Zones:      []v1alpha1.Zone{v1alpha1.Zone(pick(r, "a", "b")), v1alpha1.Zone(pick(r, "a", "b"))},
				ZoneSpread: v1alpha1.ZoneSpread(pick(r, "", "bestEffort", "required")),
			}
		},
		func(w *world, r *rand.Rand) {
			w.cache().Placement = &v1alpha1.Placement{NodeSelector: map[string]v1alpha1.LabelValue{"pool": v1alpha1.LabelValue(pick(r, "x", "y"))}}
		},
		func(w *world, r *rand.Rand) {
			w.cache().ACL = []v1alpha1.ACLBinding{binding(pick(r, "app", "job"), pick(r, hashA, hashB), pick(r, "reader", "writer"), "*")}
		},
		func(w *world, r *rand.Rand) {
			w.cache().PodAnnotations = map[string]v1alpha1.AnnotationValue{pick(r, "x", "y"): "1"}
		},
		func(w *world, r *rand.Rand) {
			w.options.DefaultZoneSpread = v1alpha1.ZoneSpread(pick(r, "bestEffort", "required"))
		},
		func(w *world, r *rand.Rand) { w.options.ClusterDomain = pick(r, "cluster.local", "k8s.example") },
	}
}

func randomWorld(r *rand.Rand, tls bool) *world {
	w := newWorld()
	if tls {
		w.cache().TLS = &v1alpha1.TLS{SecretRef: fmt.Sprint(r.IntN(2))}
	}
	all := edits()
	for range r.IntN(5) {
		all[r.IntN(len(all))](w, r)
	}
	return w
}

func usersFile(t *testing.T, c *resolve.Cluster) string {
	t.Helper()
	file, err := render.ACLFile(c, render.PlaceholderPasswords().Hashes())
	if err != nil {
		t.Fatal(err)
	}
	return file.Text
}

func changesUsers(r impact.Report) bool {
	return slices.ContainsFunc(r.Changes, func(c impact.Change) bool {
		return c.Effect == impact.InPlace && (c.Path == "acl" || strings.HasPrefix(c.Path, "acl."))
	})
}

func TestProperties(t *testing.T) {
	rolling := 0
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 1))
		tls := r.IntN(2) == 0
		before, after := randomWorld(r, tls), randomWorld(r, tls)
		report := impact.Between(before.state(), after.state())
		name := fmt.Sprintf("seed %d: %q", seed, lines(report))

		if same := impact.Between(before.state(), before.state()); same.Kind != impact.Unchanged || len(same.Changes) != 0 {
			t.Fatalf("seed %d: a state differs from itself: %q", seed, lines(same))
		}
		if again := impact.Between(before.state(), after.state()); !cmp.Equal(report, again) {
			t.Fatalf("%s: a second report differs: %s", name, cmp.Diff(report, again))
		}
		b, a := before.resolve(t), after.resolve(t)
		if differs := b.Revision() != a.Revision(); report.Has(impact.Rolling) != differs {
			t.Fatalf("%s: revisions differ: %v", name, differs)
		}
		if differs := usersFile(t, b) != usersFile(t, a); changesUsers(report) != differs {
			t.Fatalf("%s: users.acl differs: %v", name, differs)
		}
		node, err := render.Node(b, render.Member{Name: "cache-0a1b2"})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if outdated := impact.Outdated(node, a); report.Has(impact.Rolling) != (len(outdated) > 0) {
			t.Fatalf("%s: a stored node is outdated in %q", name, outdated)
		}
		checkTotals(t, name, report, b.Shards*(1+b.ReplicasPerShard), a.Shards*(1+a.ReplicasPerShard))
		text := fmt.Sprintf("%+v", report)
		for _, secret := range []string{secretValue, hashA, hashB} {
			if strings.Contains(text, secret) {
				t.Fatalf("%s: the report holds a secret", name)
			}
		}
		if report.Has(impact.Rolling) {
			rolling++
		}
	}
	if rolling < 100 || rolling > 900 {
		t.Errorf("%d of 1000 pairs roll: the edits do not cover both sides", rolling)
	}
}

func checkTotals(t *testing.T, name string, r impact.Report, before, after int32) {
	t.Helper()
	if got := int(before) + r.Totals.NodesAdded - r.Totals.NodesRemoved; got != int(after) {
		t.Fatalf("%s: from %d nodes the totals lead to %d, want %d", name, before, got, after)
	}
	if r.Has(impact.Rolling) != (r.Totals.PodsReplaced > 0) || r.Totals.PodsReplaced > int(min(before, after)) {
		t.Fatalf("%s: %d pods replaced of %d", name, r.Totals.PodsReplaced, before)
	}
	if r.Totals.Failovers != r.Totals.ShardsRolled {
		t.Fatalf("%s: %d failovers for %d shards", name, r.Totals.Failovers, r.Totals.ShardsRolled)
	}
	for i := 1; i < len(r.Changes); i++ {
		if r.Changes[i-1].Effect.Rank() > r.Changes[i].Effect.Rank() {
			t.Fatalf("%s: changes are not ordered by gravity", name)
		}
	}
	for _, c := range r.Changes {
		if c.Reason == "" || c.Path == "" || strings.HasSuffix(c.Reason, ".") {
			t.Fatalf("%s: change %+v does not explain itself", name, c)
		}
	}
}

func TestOutdatedNamesWhatDiffers(t *testing.T) {
	before, after := newWorld(), newWorld()
	place(v1alpha1.Placement{Zones: []v1alpha1.Zone{"a"}, NodeSelector: map[string]v1alpha1.LabelValue{"pool": "x"}})(after)
	after.config("base", func(c *v1alpha1.ValkeyConfigSpec) {
		c.ImageRef = "v91"
		c.Resources = &v1alpha1.Resources{CPU: "2"}
		c.Valkey["hz"] = "50"
	})
	after.config("large", func(c *v1alpha1.ValkeyConfigSpec) { c.Resources.Memory = "9Gi" })
	node, err := render.Node(before.resolve(t), render.Member{Name: "cache-0a1b2"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"image", "resources.cpu", "resources.memory", "valkey.hz", "placement.zones", "placement.nodeSelector"}
	if diff := cmp.Diff(want, impact.Outdated(node, after.resolve(t))); diff != "" {
		t.Errorf("paths differ (-want +got):\n%s", diff)
	}
	node.Spec.Placement = nil
	if got := impact.Outdated(node, before.resolve(t)); got != nil {
		t.Errorf("a node without placement is outdated in %q", got)
	}
}

// A node that another operator wrote keeps its zones as its cluster listed
// them.
func TestOutdatedReadsStoredZonesAsASet(t *testing.T) {
	w := newWorld()
	place(v1alpha1.Placement{Zones: []v1alpha1.Zone{"a", "b"}})(w)
	node, err := render.Node(w.resolve(t), render.Member{Name: "cache-0a1b2"})
	if err != nil {
		t.Fatal(err)
	}
	node.Spec.Placement.Zones = []v1alpha1.Zone{"b", "a", "b"}
	if got := impact.Outdated(node, w.resolve(t)); got != nil {
		t.Errorf("the same zones in another order make a node outdated: %q", got)
	}
}

// breakage are edits after which clusters need not resolve.
func breakage() []func(*world, *rand.Rand) {
	return []func(*world, *rand.Rand){
		func(w *world, _ *rand.Rand) { delete(w.images, "v90") },
		func(w *world, _ *rand.Rand) { delete(w.configs, "base") },
		func(w *world, _ *rand.Rand) { delete(w.roles, "reader") },
		func(w *world, _ *rand.Rand) {
			w.config("base", func(c *v1alpha1.ValkeyConfigSpec) { c.BaseRef = "large" })
		},
		func(w *world, _ *rand.Rand) { delete(w.clusters, "small") },
		func(w *world, r *rand.Rand) {
			w.clusters["new"] = newCluster("new", []string{"base", "nowhere"}[r.IntN(2)])
		},
		func(w *world, _ *rand.Rand) { w.cache().TLS = &v1alpha1.TLS{SecretRef: "x"} },
		func(w *world, _ *rand.Rand) { w.cache().Shards = 0 },
	}
}

// TestFleetOfAnything: a fleet does not differ from itself, and what is counted
// adds up, also where little resolves.
func TestFleetOfAnything(t *testing.T) {
	all := append(edits(), breakage()...)
	random := func(r *rand.Rand) *world {
		w := fleet()
		for range r.IntN(6) {
			all[r.IntN(len(all))](w, r)
		}
		return w
	}
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 2))
		before, after := random(r), random(r)
		for _, w := range []*world{before, after} {
			same := impact.Fleet(w.resolver(), w.resolver())
			if len(same.Menu) > 0 || same.Totals != (impact.Totals{}) || slices.ContainsFunc(same.Clusters, func(r impact.Report) bool {
				return r.Kind != impact.Unchanged || len(r.Changes) > 0
			}) {
				t.Fatalf("seed %d: a fleet differs from itself: %+v", seed, same)
			}
		}
		f := impact.Fleet(before.resolver(), after.resolver())
		if diff := cmp.Diff(f, impact.Fleet(before.resolver(), after.resolver())); diff != "" {
			t.Fatalf("seed %d: a second report differs:\n%s", seed, diff)
		}
		var sum impact.Totals
		counted := 0
		for _, r := range f.Clusters {
			sum = sum.Add(r.Totals)
			if r.Kind == impact.Unchanged {
				counted++
			}
		}
		for _, e := range impact.Effects() {
			counted += f.Count(e)
		}
		for _, m := range f.Menu {
			for _, touched := range m.Clusters {
				i := slices.IndexFunc(f.Clusters, func(r impact.Report) bool { return r.Cluster == touched.Cluster })
				if f.Clusters[i].StillUnresolved() {
					t.Fatalf("seed %d: an edit of %s reaches %s, of which nothing is said", seed, m.Object, touched.Cluster)
				}
			}
		}
		if sum != f.Totals || counted != len(f.Clusters) {
			t.Fatalf("seed %d: %d of %d clusters are counted, totals %+v, want %+v", seed, counted, len(f.Clusters), f.Totals, sum)
		}
		for _, m := range f.Menu {
			for _, touched := range m.Clusters {
				i := slices.IndexFunc(f.Clusters, func(r impact.Report) bool { return r.Cluster == touched.Cluster })
				if whole := f.Clusters[i]; touched.Effect.Rank() < whole.Effect.Rank() {
					t.Fatalf("seed %d: %s does more to %s (%s) than happens (%s)", seed, m.Object, touched.Cluster, touched.Effect, whole.Effect)
				}
			}
		}
	}
}
