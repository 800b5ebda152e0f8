package impact_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/impact"
)

func TestCombinations(t *testing.T) {
	runTable(t, map[string]tableCase{
		"scale out and roll": {
			edit: func(w *world) {
				w.cache().Shards, w.cache().ReplicasPerShard = 4, 2
				set("large", "maxmemory", "7gb")(w)
			},
			want: []string{
				`rolling valkey.maxmemory: 6gb [ValkeyConfig "large"] -> 7gb [ValkeyConfig "large"]`,
				`topology shards: 3 ` + inCluster + ` -> 4 ` + inCluster,
				`topology replicasPerShard: 1 ` + inCluster + ` -> 2 ` + inCluster,
			},
			totals: impact.Totals{
				ShardsRolled: 3, PodsReplaced: 6, Failovers: 3, PeakExtraPods: 1, NodesAdded: 6, SlotsMoved: 4096,
			},
			reason: "scaling comes first: 6 nodes added",
		},
		"scale in and roll": {
			edit: func(w *world) {
				w.cache().Shards, w.cache().ReplicasPerShard = 2, 0
				set("large", "maxmemory", "7gb")(w)
			},
			want: []string{
				`rolling valkey.maxmemory: 6gb [ValkeyConfig "large"] -> 7gb [ValkeyConfig "large"]`,
				`topology shards: 3 ` + inCluster + ` -> 2 ` + inCluster,
				`topology replicasPerShard: 1 ` + inCluster + ` -> 0 ` + inCluster,
			},
			totals: impact.Totals{
				ShardsRolled: 2, PodsReplaced: 2, Failovers: 2, PeakExtraPods: 1, NodesRemoved: 4, SlotsMoved: 5461,
			},
			reason: "without replicas the extra pod is the only other copy",
		},
		"everything that does not roll": {
			edit: func(w *world) {
				w.cache().PodAnnotations = map[string]v1alpha1.AnnotationValue{"x": "1"}
				w.cache().ACL = []v1alpha1.ACLBinding{binding("app", hashA, "writer", "*")}
				w.cache().Placement = &v1alpha1.Placement{ZoneSpread: v1alpha1.SpreadRequired}
				set("base", "port", "1")(w)
			},
			want: []string{
				`inPlace podAnnotations.x: nothing -> 1 ` + inCluster,
				`inPlace acl.app: nothing -> on resetchannels ~* +@write ` + inCluster,
				`futurePods placement.zoneSpread: bestEffort [operator-wide option] -> required ` + inCluster,
				`none valkey.port: nothing -> port: 1 [ValkeyConfig "base"]`,
			},
		},
		"paused": {
			edit: func(w *world) {
				w.clusters["cache"].Annotations = map[string]string{"valkey.gomomento.com/paused": "true"}
			},
			want:   []string{`inPlace metadata.annotations["valkey.gomomento.com/paused"]: false ` + inCluster + ` -> true ` + inCluster},
			reason: "is paused",
		},
		"labels": {edit: func(w *world) { w.clusters["cache"].Labels = map[string]string{"team": "a"} }},
	})
}

func TestCreatedAndDeleted(t *testing.T) {
	none, one := newWorld(), newWorld()
	delete(none.clusters, "cache")
	created := impact.Between(none.state(), one.state())
	if created.Kind != impact.Created || created.Effect != impact.Topology || created.Totals.NodesAdded != 6 {
		t.Errorf("created: %+v", created)
	}
	deleted := impact.Between(one.state(), none.state())
	if deleted.Kind != impact.Deleted || deleted.Effect != impact.Topology || deleted.Totals.NodesRemoved != 6 {
		t.Errorf("deleted: %+v", deleted)
	}
	if created.Cluster.Name != "cache" || created.Cluster != deleted.Cluster {
		t.Errorf("clusters %v and %v", created.Cluster, deleted.Cluster)
	}
	if want := "3 shards of 2 nodes"; created.Changes[0].After != want || deleted.Changes[0].Before != want {
		t.Errorf("shapes %q and %q, want %q", created.Changes[0].After, deleted.Changes[0].Before, want)
	}
	if r := impact.Between(none.state(), none.state()); r.Kind != impact.Unchanged || r.Effect != impact.None {
		t.Errorf("absent twice: %+v", r)
	}
	if r := impact.Between(impact.State{}, impact.State{}); r.Kind != impact.Unchanged {
		t.Errorf("zero states: %+v", r)
	}
}

func TestUnresolvable(t *testing.T) {
	broken := newWorld()
	delete(broken.images, "v90")
	set("base", "hz", "50")(broken)
	good := newWorld()
	r := impact.Between(good.state(), broken.state())
	if diff := cmp.Diff([]string{`unresolvable imageRef: nothing -> [ValkeyConfig "base"]`}, lines(r)); diff != "" {
		t.Errorf("changes differ (-want +got):\n%s", diff)
	}
	if got := r.Changes[0].Reason; got != `ValkeyImage "v90" not found` {
		t.Errorf("reason %q", got)
	}
	if r.Totals != (impact.Totals{}) || len(r.After) != 1 || r.Before != nil {
		t.Errorf("report %+v", r)
	}

	healed := impact.Between(broken.state(), good.state())
	if healed.Effect != impact.MayRoll || healed.Totals != (impact.Totals{}) || !strings.Contains(reasons(healed), "does not tell what runs") {
		t.Errorf("healed: %q", lines(healed))
	}

	same := impact.Between(broken.state(), broken.state())
	if same.Kind != impact.Unchanged || len(same.After) != 1 {
		t.Errorf("as broken as before: %+v", same)
	}
}

func TestUnresolvableClusterIsStillRejected(t *testing.T) {
	before, after := newWorld(), newWorld()
	after.cache().TLS = &v1alpha1.TLS{SecretRef: "one"}
	delete(after.images, "v90")
	r := impact.Between(before.state(), after.state())
	if r.Effect != impact.Rejected || !r.Has(impact.Unresolvable) {
		t.Errorf("changes %q", lines(r))
	}
}

func TestCreatedUnresolvable(t *testing.T) {
	none, broken := newWorld(), newWorld()
	delete(none.clusters, "cache")
	broken.cache().ConfigRef = "missing"
	r := impact.Between(none.state(), broken.state())
	want := []string{`unresolvable configRef: nothing -> [ValkeyCluster "team-a/cache"]`}
	if diff := cmp.Diff(want, lines(r)); diff != "" || r.Kind != impact.Created {
		t.Errorf("changes differ (-want +got):\n%s of kind %q", diff, r.Kind)
	}
	if r := impact.Between(broken.state(), none.state()); r.Kind != impact.Deleted || len(r.Before) != 1 {
		t.Errorf("deleted: %+v", r)
	}
}

func TestEffectsAreRanked(t *testing.T) {
	last := 0
	for _, e := range impact.Effects() {
		if e.Rank() != last+1 {
			t.Errorf("%s has rank %d, want %d", e, e.Rank(), last+1)
		}
		last = e.Rank()
	}
	if impact.Effect("x").Rank() != 0 || last != 8 {
		t.Errorf("an unknown effect has rank %d, the last one %d", impact.Effect("x").Rank(), last)
	}
}
