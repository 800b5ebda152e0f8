package reference_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/schema"
	"github.com/valkey-menu/valkey-menu/lib/api/crds"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/impact"
)

// Page on curating images and configs: its two patterns and its last advice.
// Both patterns are also examples: tshirt-sizes and dev-and-prod.

func TestShirtSizes(t *testing.T) {
	t.Run("sizes that set resources alone share all else with the base", func(t *testing.T) {
		w := pages(t)
		standard := resolved(t, w, "standard")
		for size, r := range map[string]v1alpha1.Resources{
			"medium": {CPU: "2", Memory: "4Gi"}, "xlarge": {CPU: "8", Memory: "32Gi"}, "roomy": {Memory: "8Gi"},
		} {
			w.configs[size] = v1alpha1.ValkeyConfigSpec{BaseRef: "standard", Resources: &r}
			c := resolved(t, w, size)
			if diff := cmp.Diff(standard.Settings, c.Settings); diff != "" {
				t.Errorf("settings of %s differ from the base (-want +got):\n%s", size, diff)
			}
			if c.Image != standard.Image || c.Memory.Value != r.Memory || c.Memory.Config != size {
				t.Errorf("%s has image %v and memory %v, want image %v and memory %s", size, c.Image, c.Memory, standard.Image, r.Memory)
			}
		}
	})
	t.Run("the pages' base and variant are two sizes", func(t *testing.T) {
		w := pages(t)
		got := [][]string{}
		for _, name := range []string{"standard", "large"} {
			c := resolved(t, w, name)
			got = append(got, []string{c.Image.Ref, c.CPU.Value, c.Memory.Value, c.Settings["maxmemory"].Value})
		}
		want := [][]string{{"valkey/valkey:9.0.0", "1", "2Gi", "1500mb"}, {"valkey/valkey:9.0.0", "4", "16Gi", "12gb"}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("sizes differ (-want +got):\n%s", diff)
		}
	})
	t.Run("a new size changes no running cluster", func(t *testing.T) {
		got := change(t, func(w *world) {
			w.configs["medium"] = v1alpha1.ValkeyConfigSpec{BaseRef: "standard", Resources: &v1alpha1.Resources{Memory: "4Gi"}}
		})
		if diff := cmp.Diff(map[string]impact.Effect{}, got); diff != "" {
			t.Errorf("effects differ (-want +got):\n%s", diff)
		}
	})
}

// twoTrees is the pages' menu as a tree for production, with a user, and a
// smaller one for development, each with a base and a variant.
func twoTrees(t testing.TB) *world {
	t.Helper()
	w := pages(t)
	standard, large := w.configs["standard"], w.configs["large"]
	standard.ACL, large.BaseRef = []v1alpha1.ACLBinding{binding("platform")}, "prod-standard"
	w.configs = map[string]v1alpha1.ValkeyConfigSpec{
		"prod-standard": standard, "prod-large": large,
		"dev-standard": {
			ImageRef: "valkey-9-0", Resources: &v1alpha1.Resources{CPU: "250m", Memory: "256Mi"},
			Valkey: map[string]v1alpha1.SettingValue{"maxmemory": "128mb", "maxmemory-policy": "allkeys-random"},
		},
		"dev-large": {BaseRef: "dev-standard", Resources: &v1alpha1.Resources{Memory: "1Gi"}},
	}
	clear(w.clusters)
	for name := range w.configs {
		w.cluster("on-"+name, name)
	}
	return w
}

func TestTwoTrees(t *testing.T) {
	t.Run("each tree has sizes, eviction and users of its own", func(t *testing.T) {
		w := twoTrees(t)
		got := map[string][]string{}
		for name := range w.configs {
			c := resolved(t, w, name)
			got[name] = append([]string{c.Memory.Value, c.Settings["maxmemory-policy"].Value}, users(c.ACL)...)
		}
		want := map[string][]string{
			"prod-standard": {"2Gi", "allkeys-lru", "platform"}, "prod-large": {"16Gi", "allkeys-lru", "platform"},
			"dev-standard": {"256Mi", "allkeys-random"}, "dev-large": {"1Gi", "allkeys-random"},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("trees differ (-want +got):\n%s", diff)
		}
	})
	t.Run("an edit of one tree leaves the other alone", func(t *testing.T) {
		before, after := twoTrees(t), twoTrees(t)
		after.set("dev-standard", "maxmemory-policy", "volatile-ttl")
		want := map[string]impact.Effect{"on-dev-standard": impact.Rolling, "on-dev-large": impact.Rolling}
		if diff := cmp.Diff(want, effects(before, after)); diff != "" {
			t.Errorf("effects differ (-want +got):\n%s", diff)
		}
	})
	t.Run("configs belong to no namespace", func(t *testing.T) {
		if config := crds.All()[1]; !strings.Contains(config, "kind: ValkeyConfig\n") || !strings.Contains(config, "scope: Cluster\n") {
			t.Error("the CRD of configs is not cluster-scoped")
		}
		got := validator(t).Validate(map[string]any{
			"apiVersion": v1alpha1.APIVersion, "kind": "ValkeyConfig",
			"metadata": map[string]any{"name": "dev-standard", "namespace": "dev"}, "spec": map[string]any{"imageRef": "valkey-9-0"},
		})
		if len(got) != 1 || got[0].Kind != schema.KindNamespace {
			t.Errorf("violations %v of a config with a namespace, want that one", got)
		}
	})
	t.Run("a cluster of any namespace can be on any config, whatever their names say", func(t *testing.T) {
		w := twoTrees(t)
		want := w.resolve(t, "on-prod-large").Revision()
		w.clusters["on-prod-large"].Namespace = "dev"
		if got := w.resolve(t, "on-prod-large").Revision(); got != want {
			t.Errorf("revision %s in namespace dev, want %s as elsewhere", got, want)
		}
		w.configs["dev-renamed"] = w.configs["prod-large"]
		w.clusters["on-prod-large"].Spec.ConfigRef = "dev-renamed"
		if got := w.resolve(t, "on-prod-large").Revision(); got != want {
			t.Errorf("revision %s under another name, want %s", got, want)
		}
	})
}

func TestPublish(t *testing.T) {
	t.Run("a published config can be chosen at once", func(t *testing.T) {
		w := pages(t)
		w.cluster("eager", "medium")
		if diff := cmp.Diff([]string{"eager"}, keys(w.refused())); diff != "" {
			t.Errorf("refused clusters before differ (-want +got):\n%s", diff)
		}
		w.configs["medium"] = v1alpha1.ValkeyConfigSpec{BaseRef: "standard"}
		if got := w.refused(); len(got) > 0 {
			t.Errorf("refused clusters %v after, want none", got)
		}
	})
}
