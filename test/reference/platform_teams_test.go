package reference_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/valkey-menu/valkey-menu/lib/api/crds"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/impact"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// Page for platform teams: its list of duties and its last paragraphs.
//
// Left out: how an operator is installed, upgraded, watched and logs; rights,
// which are the example tenant-onboarding; and the list of guides.

func TestOwnership(t *testing.T) {
	t.Run("the menu is cluster-scoped, clusters are in namespaces", func(t *testing.T) {
		want := map[string]string{
			"ValkeyImage": "Cluster", "ValkeyConfig": "Cluster", "ValkeyRole": "Cluster",
			"ValkeyCluster": "Namespaced", "ValkeyNode": "Namespaced",
		}
		got := map[string]string{}
		for _, text := range crds.All() {
			for kind := range want {
				for _, scope := range []string{"Cluster", "Namespaced"} {
					if strings.Contains(text, "\n    kind: "+kind+"\n") && strings.Contains(text, "\n  scope: "+scope+"\n") {
						got[kind] = scope
					}
				}
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("scopes differ (-want +got):\n%s", diff)
		}
	})
	t.Run("nothing runs that is not on the menu", func(t *testing.T) {
		w := pages(t)
		clear(w.images)
		clear(w.configs)
		if diff := cmp.Diff(keys(w.clusters), keys(w.refused())); diff != "" {
			t.Errorf("refused clusters differ (-want +got):\n%s", diff)
		}
	})
}

// bumped is the pages' menu with a newer image registered.
func bumped(t testing.TB) *world {
	t.Helper()
	w := pages(t)
	w.images["valkey-9-1"] = imageSpec("9.1.2")
	return w
}

func repoint(w *world, config, image string) {
	w.config(config, func(c *v1alpha1.ValkeyConfigSpec) { c.ImageRef = image })
}

func TestUpgrade(t *testing.T) {
	t.Run("to register an image rolls nobody", func(t *testing.T) {
		if diff := cmp.Diff(map[string]impact.Effect{}, effects(pages(t), bumped(t))); diff != "" {
			t.Errorf("effects differ (-want +got):\n%s", diff)
		}
	})
	t.Run("to repoint a config rolls every cluster on it or on its variants, and no other", func(t *testing.T) {
		after := bumped(t)
		repoint(after, "standard", "valkey-9-1")
		want := map[string]impact.Effect{"on-standard": impact.Rolling, "on-large": impact.Rolling}
		if diff := cmp.Diff(want, effects(bumped(t), after)); diff != "" {
			t.Errorf("effects differ (-want +got):\n%s", diff)
		}
	})
	t.Run("in stages: a config at a time rolls its own clusters, each once", func(t *testing.T) {
		before, after := bumped(t), bumped(t)
		repoint(after, "large", "valkey-9-1")
		if diff := cmp.Diff(map[string]impact.Effect{"on-large": impact.Rolling}, effects(before, after)); diff != "" {
			t.Errorf("effects of the first stage differ (-want +got):\n%s", diff)
		}
		last := bumped(t)
		repoint(last, "large", "valkey-9-1")
		repoint(last, "standard", "valkey-9-1")
		if diff := cmp.Diff(map[string]impact.Effect{"on-standard": impact.Rolling}, effects(after, last)); diff != "" {
			t.Errorf("effects of the second stage differ (-want +got):\n%s", diff)
		}
		done := bumped(t)
		repoint(done, "standard", "valkey-9-1")
		if diff := cmp.Diff(map[string]impact.Effect{}, effects(last, done)); diff != "" {
			t.Errorf("effects of dropping the variant's own image differ (-want +got):\n%s", diff)
		}
	})
	t.Run("a roll takes shard by shard", func(t *testing.T) {
		after := bumped(t)
		repoint(after, "standard", "valkey-9-1")
		got := impact.Between(
			impact.StateOf(bumped(t).resolver(), "team-a", "on-large"), impact.StateOf(after.resolver(), "team-a", "on-large")).Totals
		want := impact.Totals{ShardsRolled: 3, PodsReplaced: 6, Failovers: 3, PeakExtraPods: 1}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("costs differ (-want +got):\n%s", diff)
		}
	})
	t.Run("there are no PodDisruptionBudgets", func(t *testing.T) {
		objects, err := render.Manifests(pages(t).resolve(t, "on-large"), render.PlaceholderPasswords())
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]int{"Service": 1, "Secret": 1, "ConfigMap": 7, "ValkeyNode": 6, "Pod": 6}
		if diff := cmp.Diff(want, kinds(objects)); diff != "" {
			t.Errorf("kinds of objects differ (-want +got):\n%s", diff)
		}
	})
}

func kinds(objects []runtime.Object) map[string]int {
	all := map[string]int{}
	for _, o := range objects {
		all[o.GetObjectKind().GroupVersionKind().Kind]++
	}
	return all
}

func TestFleetWideSetting(t *testing.T) {
	t.Run("the default zone spread is for clusters that set none, and for their future pods", func(t *testing.T) {
		before, after := pages(t), pages(t)
		for _, w := range []*world{before, after} {
			w.clusters["on-large"].Spec.Placement = &v1alpha1.Placement{ZoneSpread: v1alpha1.SpreadBestEffort}
		}
		after.options = resolve.DefaultOptions()
		after.options.DefaultZoneSpread = v1alpha1.SpreadRequired
		want := map[string]impact.Effect{"on-standard": impact.FuturePods, "on-apart": impact.FuturePods}
		if diff := cmp.Diff(want, effects(before, after)); diff != "" {
			t.Errorf("effects differ (-want +got):\n%s", diff)
		}
	})
}
