package reference_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/impact"
)

// Page on curating images and configs: the section on variants, its last
// paragraph, on when a chain is resolved and whom an edit reaches.

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func TestWhenResolved(t *testing.T) {
	t.Run("not at admission: a config may come before what it names", func(t *testing.T) {
		object := map[string]any{
			"apiVersion": v1alpha1.APIVersion, "kind": "ValkeyConfig", "metadata": map[string]any{"name": "early"},
			"spec": map[string]any{"baseRef": "still-to-come", "imageRef": "still-to-come"},
		}
		if got := validator(t).Validate(object); len(got) > 0 {
			t.Errorf("violations %v, want none", got)
		}
		w := pages(t)
		w.configs["early"] = v1alpha1.ValkeyConfigSpec{ImageRef: "still-to-come"}
		w.cluster("on-early", "early")
		if diff := cmp.Diff([]string{"on-early"}, keys(w.refused())); diff != "" {
			t.Errorf("refused clusters differ (-want +got):\n%s", diff)
		}
		w.images["still-to-come"] = imageSpec("9.1.2")
		if got := w.refused(); len(got) > 0 {
			t.Errorf("refused clusters %v once the image is there, want none", got)
		}
	})

	// The variant overrides maxmemory, so it never sees that of the base.
	downstream := map[string]struct {
		edit func(*world)
		want map[string]impact.Effect
	}{
		"a setting of the base reaches base and variant": {
			edit: func(w *world) { w.set("standard", "maxmemory-policy", "allkeys-lfu") },
			want: map[string]impact.Effect{"on-standard": impact.Rolling, "on-large": impact.Rolling},
		},
		"a setting that the variant overrides reaches the base alone": {
			edit: func(w *world) { w.set("standard", "maxmemory", "1gb") },
			want: map[string]impact.Effect{"on-standard": impact.Rolling},
		},
		"a setting of the variant reaches the variant alone": {
			edit: func(w *world) { w.set("large", "maxmemory", "11gb") },
			want: map[string]impact.Effect{"on-large": impact.Rolling},
		},
		"resources of the base reach whoever does not override them": {
			edit: func(w *world) {
				w.config("standard", func(c *v1alpha1.ValkeyConfigSpec) { c.Resources = &v1alpha1.Resources{CPU: "2", Memory: "2Gi"} })
			},
			want: map[string]impact.Effect{"on-standard": impact.Rolling},
		},
		"users of the base reach base and variant, without a roll": {
			edit: func(w *world) {
				w.config("standard", func(c *v1alpha1.ValkeyConfigSpec) { c.ACL = []v1alpha1.ACLBinding{binding("metrics")} })
			},
			want: map[string]impact.Effect{"on-standard": impact.InPlace, "on-large": impact.InPlace},
		},
		"the image object of the base reaches base and variant": {
			edit: func(w *world) { w.images["valkey-9-0"] = imageSpec("9.0.1") },
			want: map[string]impact.Effect{"on-standard": impact.Rolling, "on-large": impact.Rolling},
		},
		"an image and a config that nobody is on reach nobody": {
			edit: func(w *world) {
				w.images["spare"] = imageSpec("9.0.3")
				w.configs["spare"] = v1alpha1.ValkeyConfigSpec{BaseRef: "standard", ImageRef: "spare"}
			},
			want: map[string]impact.Effect{},
		},
	}
	for _, name := range keys(downstream) {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(downstream[name].want, change(t, downstream[name].edit)); diff != "" {
				t.Errorf("effects differ (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("every config and cluster downstream, however deep", func(t *testing.T) {
		before, after := pages(t), pages(t)
		for _, w := range []*world{before, after} {
			w.configs["huge"] = v1alpha1.ValkeyConfigSpec{BaseRef: "large"}
			w.configs["spike"] = v1alpha1.ValkeyConfigSpec{BaseRef: "huge"}
			w.cluster("on-spike", "spike")
		}
		after.images["valkey-9-0"] = imageSpec("9.0.1")
		want := []string{"on-large", "on-spike", "on-standard"}
		if diff := cmp.Diff(want, keys(effects(before, after))); diff != "" {
			t.Errorf("clusters reached differ (-want +got):\n%s", diff)
		}
	})
}
