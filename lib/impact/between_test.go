package impact_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/impact"
)

const inCluster = `[ValkeyCluster "team-a/cache"]`

// replicationUser is what the fixture's image says of it when its version falls
// below 9.0.
const replicationUser = `inPlace acl._momento_repl: 9.0.0 [ValkeyImage "v90" (chosen by ValkeyConfig "base")] -> ` +
	`8.1.0 [ValkeyImage "v90" (chosen by ValkeyConfig "base")]`

// rolled are the totals of a roll of the cluster of the fixture, 3 x 2 nodes.
func rolled() impact.Totals {
	return impact.Totals{ShardsRolled: 3, PodsReplaced: 6, Failovers: 3, PeakExtraPods: 1}
}

type tableCase struct {
	edit   func(*world)
	want   []string
	totals impact.Totals
	// reason is something that the reasons or notes say.
	reason string
}

func runTable(t *testing.T, cases map[string]tableCase) {
	t.Helper()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			r := between(c.edit)
			if diff := cmp.Diff(c.want, lines(r)); diff != "" {
				t.Errorf("changes differ (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.totals, r.Totals); diff != "" {
				t.Errorf("totals differ (-want +got):\n%s", diff)
			}
			if !strings.Contains(reasons(r), c.reason) {
				t.Errorf("reasons do not say %q:\n%s", c.reason, reasons(r))
			}
		})
	}
}

func set(name string, pairs ...string) func(*world) {
	return func(w *world) {
		w.config(name, func(c *v1alpha1.ValkeyConfigSpec) {
			for key, value := range settings(pairs...) {
				c.Valkey[key] = value
			}
		})
	}
}

func place(p v1alpha1.Placement) func(*world) {
	return func(w *world) { w.cache().Placement = &p }
}

// Row: resolved image, resources, any valkey setting, configRef with a
// different result: rolling replacement.
func TestRowRolling(t *testing.T) {
	runTable(t, map[string]tableCase{
		"imageRef": {
			edit: func(w *world) { w.config("base", func(c *v1alpha1.ValkeyConfigSpec) { c.ImageRef = "v91" }) },
			want: []string{
				`rolling image: valkey:9.0.0 [ValkeyImage "v90" (chosen by ValkeyConfig "base")] -> valkey:9.1.2 [ValkeyImage "v91" (chosen by ValkeyConfig "base")]`,
				`none image.version: 9.0.0 [ValkeyImage "v90" (chosen by ValkeyConfig "base")] -> 9.1.2 [ValkeyImage "v91" (chosen by ValkeyConfig "base")]`,
			},
			totals: rolled(), reason: "every node is replaced",
		},
		"tag": {
			edit: func(w *world) {
				w.images["v90"] = v1alpha1.ValkeyImageSpec{Repository: "valkey", Tag: "9.0.1", Version: "9.0.0"}
			},
			want: []string{
				`rolling image: valkey:9.0.0 [ValkeyImage "v90" (chosen by ValkeyConfig "base")] -> valkey:9.0.1 [ValkeyImage "v90" (chosen by ValkeyConfig "base")]`,
			},
			totals: rolled(),
		},
		"cpu of the base": {
			edit:   func(w *world) { w.config("base", func(c *v1alpha1.ValkeyConfigSpec) { c.Resources.CPU = "2" }) },
			want:   []string{`rolling resources.cpu: 1 [ValkeyConfig "base"] -> 2 [ValkeyConfig "base"]`},
			totals: rolled(),
		},
		"memory no longer of the variant": {
			edit: func(w *world) {
				w.config("large", func(c *v1alpha1.ValkeyConfigSpec) { c.Resources = nil })
			},
			want:   []string{`rolling resources.memory: 8Gi [ValkeyConfig "large"] -> 2Gi [ValkeyConfig "base"]`},
			totals: rolled(),
		},
		"the same cpu in other words": {
			edit: func(w *world) {
				w.config("base", func(c *v1alpha1.ValkeyConfigSpec) { c.Resources.CPU = "1000m" })
			},
			want:   []string{`rolling resources.cpu: 1 [ValkeyConfig "base"] -> 1000m [ValkeyConfig "base"]`},
			totals: rolled(), reason: "the same quantity in other words",
		},
		"setting": {
			edit:   set("large", "maxmemory", "7gb"),
			want:   []string{`rolling valkey.maxmemory: 6gb [ValkeyConfig "large"] -> 7gb [ValkeyConfig "large"]`},
			totals: rolled(),
		},
		"setting added by a variant over its base": {
			edit:   set("large", "hz", "50"),
			want:   []string{`rolling valkey.hz: 10 [ValkeyConfig "base"] -> 50 [ValkeyConfig "large"]`},
			totals: rolled(),
		},
		"default overridden": {
			edit:   set("base", "save", "900 1"),
			want:   []string{`rolling valkey.save: "" [default] -> 900 1 [ValkeyConfig "base"]`},
			totals: rolled(),
		},
		"setting removed": {
			edit: func(w *world) {
				w.config("base", func(c *v1alpha1.ValkeyConfigSpec) { delete(c.Valkey, "hz") })
			},
			want:   []string{`rolling valkey.hz: 10 [ValkeyConfig "base"] -> nothing`},
			totals: rolled(), reason: "the server's own default counts",
		},
		"unknown setting with a space": {
			edit:   set("base", "my key", "1"),
			want:   []string{`rolling valkey["my key"]: nothing -> 1 [ValkeyConfig "base"]`},
			totals: rolled(),
		},
		"secret setting": {
			edit:   set("base", "requirepas", "hunter2"),
			want:   []string{`rolling valkey.requirepas: nothing -> (redacted) [ValkeyConfig "base"]`},
			totals: rolled(),
		},
		"configRef": {
			edit: func(w *world) { w.cache().ConfigRef = "base" },
			want: []string{
				`rolling configRef: large ` + inCluster + ` -> base ` + inCluster,
				`rolling resources.memory: 8Gi [ValkeyConfig "large"] -> 2Gi [ValkeyConfig "base"]`,
				`rolling valkey.maxmemory: 6gb [ValkeyConfig "large"] -> 1500mb [ValkeyConfig "base"]`,
			},
			totals: rolled(),
		},
		"version alone, which gates a default": {
			edit: func(w *world) {
				w.images["v90"] = v1alpha1.ValkeyImageSpec{Repository: "valkey", Tag: "9.0.0", Version: "8.1.0"}
			},
			want: []string{
				`rolling image.version: 9.0.0 [ValkeyImage "v90" (chosen by ValkeyConfig "base")] -> 8.1.0 [ValkeyImage "v90" (chosen by ValkeyConfig "base")]`,
				`rolling valkey.shutdown-on-sigterm: nosave failover [default] -> nothing`,
				replicationUser,
			},
			totals: rolled(), reason: "defaults differ between version 9.0 and 8.1 (unknown counts as 9.0): shutdown-on-sigterm",
		},
	})
}

// Row: placement.zones (as a set), placement.nodeSelector: rolling replacement.
func TestRowPlacement(t *testing.T) {
	runTable(t, map[string]tableCase{
		"zones": {
			edit:   place(v1alpha1.Placement{Zones: []v1alpha1.Zone{"b", "a"}}),
			want:   []string{`rolling placement.zones: nothing -> a, b ` + inCluster},
			totals: rolled(),
		},
		"nodeSelector": {
			edit:   place(v1alpha1.Placement{NodeSelector: map[string]v1alpha1.LabelValue{"pool": "x", "disk": "y"}}),
			want:   []string{`rolling placement.nodeSelector: nothing -> disk=y, pool=x ` + inCluster},
			totals: rolled(),
		},
		"empty placement":    {edit: place(v1alpha1.Placement{})},
		"empty nodeSelector": {edit: place(v1alpha1.Placement{NodeSelector: map[string]v1alpha1.LabelValue{}})},
	})
}

func TestZonesAreASet(t *testing.T) {
	before, after := newWorld(), newWorld()
	place(v1alpha1.Placement{Zones: []v1alpha1.Zone{"b", "a"}})(before)
	place(v1alpha1.Placement{Zones: []v1alpha1.Zone{"a", "b", "a"}})(after)
	r := impact.Between(before.state(), after.state())
	want := []string{`none placement.zones: b, a ` + inCluster + ` -> a, b, a ` + inCluster}
	if diff := cmp.Diff(want, lines(r)); diff != "" {
		t.Errorf("changes differ (-want +got):\n%s", diff)
	}
}

// Row: shards, replicasPerShard: topology.
func TestRowTopology(t *testing.T) {
	size := func(shards, replicas int32) func(*world) {
		return func(w *world) { w.cache().Shards, w.cache().ReplicasPerShard = shards, replicas }
	}
	runTable(t, map[string]tableCase{
		"a shard more": {
			edit:   size(4, 1),
			want:   []string{`topology shards: 3 ` + inCluster + ` -> 4 ` + inCluster},
			totals: impact.Totals{NodesAdded: 2, SlotsMoved: 4096}, reason: "1 shard added, about 4096 of 16384 slots move to it",
		},
		"two shards less": {
			edit:   size(1, 1),
			want:   []string{`topology shards: 3 ` + inCluster + ` -> 1 ` + inCluster},
			totals: impact.Totals{NodesRemoved: 4, SlotsMoved: 10923}, reason: "2 shards drained and removed, about 10923 of 16384 slots move to the other",
		},
		"replicas more": {
			edit:   size(3, 3),
			want:   []string{`topology replicasPerShard: 1 ` + inCluster + ` -> 3 ` + inCluster},
			totals: impact.Totals{NodesAdded: 6},
		},
		"replicas less": {
			edit:   size(3, 0),
			want:   []string{`topology replicasPerShard: 1 ` + inCluster + ` -> 0 ` + inCluster},
			totals: impact.Totals{NodesRemoved: 3}, reason: "surplus",
		},
		"shards more, replicas less": {
			edit: size(4, 0),
			want: []string{
				`topology shards: 3 ` + inCluster + ` -> 4 ` + inCluster,
				`topology replicasPerShard: 1 ` + inCluster + ` -> 0 ` + inCluster,
			},
			totals: impact.Totals{NodesAdded: 1, NodesRemoved: 3, SlotsMoved: 4096},
		},
	})
}

// Row: podAnnotations: in place, removals when a pod is next replaced.
func TestRowPodAnnotations(t *testing.T) {
	before, after := newWorld(), newWorld()
	before.cache().PodAnnotations = map[string]v1alpha1.AnnotationValue{"gone": "1", "a/edited": "1", "same": "1"}
	after.cache().PodAnnotations = map[string]v1alpha1.AnnotationValue{"a/edited": "2", "same": "1", "empty": ""}
	r := impact.Between(before.state(), after.state())
	want := []string{
		`inPlace podAnnotations["a/edited"]: 1 ` + inCluster + ` -> 2 ` + inCluster,
		`inPlace podAnnotations.empty: nothing -> ` + inCluster,
		`inPlace podAnnotations.gone: 1 ` + inCluster + ` -> nothing`,
	}
	if diff := cmp.Diff(want, lines(r)); diff != "" {
		t.Errorf("changes differ (-want +got):\n%s", diff)
	}
	if got := r.Changes[2].Reason; !strings.Contains(got, "next replaced") {
		t.Errorf("the removal says %q", got)
	}
	if r.Totals != (impact.Totals{}) {
		t.Errorf("totals %+v, want none", r.Totals)
	}
}

// Row: tls.secretRef: in place.
func TestRowTLSSecret(t *testing.T) {
	before, after := newWorld(), newWorld()
	before.cache().TLS, after.cache().TLS = &v1alpha1.TLS{SecretRef: "one"}, &v1alpha1.TLS{SecretRef: "two"}
	r := impact.Between(before.state(), after.state())
	want := []string{`inPlace tls.secretRef: one ` + inCluster + ` -> two ` + inCluster}
	if diff := cmp.Diff(want, lines(r)); diff != "" || r.Totals != (impact.Totals{}) {
		t.Errorf("changes differ (-want +got):\n%s and totals %+v", diff, r.Totals)
	}
}

// Row: placement.zoneSpread, operator-wide default: future pods only.
func TestRowFuturePods(t *testing.T) {
	runTable(t, map[string]tableCase{
		"zoneSpread": {
			edit: place(v1alpha1.Placement{ZoneSpread: v1alpha1.SpreadRequired}),
			want: []string{`futurePods placement.zoneSpread: bestEffort [operator-wide option] -> required ` + inCluster},
		},
		"default": {
			edit: func(w *world) { w.options.DefaultZoneSpread = v1alpha1.SpreadRequired },
			want: []string{`futurePods placement.zoneSpread: bestEffort [operator-wide option] -> required [operator-wide option]`},
		},
		"zoneSpread as the default": {
			edit:   place(v1alpha1.Placement{ZoneSpread: v1alpha1.SpreadBestEffort}),
			want:   []string{`none placement.zoneSpread: bestEffort [operator-wide option] -> bestEffort ` + inCluster},
			reason: "same mode",
		},
		"pod user": {
			edit: func(w *world) { w.options.PodUser = nil },
			want: []string{`futurePods podUser: 999 [operator-wide option] -> unset [operator-wide option]`},
		},
		"cluster domain without TLS": {
			edit: func(w *world) { w.options.ClusterDomain = "k8s.example" },
			want: []string{`none clusterDomain: cluster.local [operator-wide option] -> k8s.example [operator-wide option]`},
		},
	})
}

func TestClusterDomainWithTLSRolls(t *testing.T) {
	before, after := newWorld(), newWorld()
	before.cache().TLS, after.cache().TLS = &v1alpha1.TLS{SecretRef: "one"}, &v1alpha1.TLS{SecretRef: "one"}
	after.options.ClusterDomain = "k8s.example"
	r := impact.Between(before.state(), after.state())
	want := []string{
		`rolling valkey.cluster-announce-hostname: {pod}.cache.team-a.svc.cluster.local [forced] -> {pod}.cache.team-a.svc.k8s.example [forced]`,
		`rolling clusterDomain: cluster.local [operator-wide option] -> k8s.example [operator-wide option]`,
	}
	if diff := cmp.Diff(want, lines(r)); diff != "" || r.Totals != rolled() {
		t.Errorf("changes differ (-want +got):\n%s and totals %+v", diff, r.Totals)
	}
}

// Row: tls added or removed: rejected.
func TestRowRejected(t *testing.T) {
	plain, tls := newWorld(), newWorld()
	tls.cache().TLS = &v1alpha1.TLS{SecretRef: "one"}
	// These edits of the object are refused with it, this one of the menu is not.
	tls.cache().Shards = 9
	tls.cache().ConfigRef = "base"
	set("base", "hz", "50")(tls)
	want := map[string][]string{
		"added": {
			`rejected tls: nothing -> secretRef one ` + inCluster,
			`rolling valkey.hz: 10 [ValkeyConfig "base"] -> 50 [ValkeyConfig "base"]`,
		},
		"removed": {
			`rejected tls: secretRef one ` + inCluster + ` -> nothing`,
			`rolling valkey.hz: 50 [ValkeyConfig "base"] -> 10 [ValkeyConfig "base"]`,
		},
	}
	added, removed := impact.Between(plain.state(), tls.state()), impact.Between(tls.state(), plain.state())
	for name, r := range map[string]impact.Report{"added": added, "removed": removed} {
		if diff := cmp.Diff(want[name], lines(r)); diff != "" {
			t.Errorf("%s: changes differ (-want +got):\n%s", name, diff)
		}
		if r.Effect != impact.Rejected || r.Kind != impact.Changed || !strings.Contains(reasons(r), "tls cannot be "+name) {
			t.Errorf("%s: effect %q, kind %q, reasons:\n%s", name, r.Effect, r.Kind, reasons(r))
		}
	}
	if added.Totals != rolled() {
		t.Errorf("totals %+v, want those of the menu edit alone", added.Totals)
	}
}
