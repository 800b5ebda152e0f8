package reference_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/impact"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

// Page on curating images and configs: the warning about removing an image.

func TestRemoveImage(t *testing.T) {
	remove := func(w *world) { delete(w.images, "valkey-9-0") }
	gone := `ValkeyImage "valkey-9-0" not found`

	t.Run("a removed image stops clusters on configs that name it, or whose base does", func(t *testing.T) {
		w := pages(t)
		remove(w)
		if diff := cmp.Diff(map[string]string{"on-standard": gone, "on-large": gone}, w.refused()); diff != "" {
			t.Errorf("refused clusters differ (-want +got):\n%s", diff)
		}
	})
	t.Run("a base that lost its image does not stop a variant with one of its own", func(t *testing.T) {
		w := pages(t)
		w.config("large", func(c *v1alpha1.ValkeyConfigSpec) { c.ImageRef = "apart" })
		remove(w)
		if diff := cmp.Diff(map[string]string{"on-standard": gone}, w.refused()); diff != "" {
			t.Errorf("refused clusters differ (-want +got):\n%s", diff)
		}
	})
	t.Run("it stops running clusters, not only new configs", func(t *testing.T) {
		want := map[string]impact.Effect{"on-standard": impact.Unresolvable, "on-large": impact.Unresolvable}
		if diff := cmp.Diff(want, change(t, remove)); diff != "" {
			t.Errorf("effects differ (-want +got):\n%s", diff)
		}
	})
	t.Run("meanwhile nothing scales and no user or certificate changes", func(t *testing.T) {
		before, after := pages(t), pages(t)
		for _, w := range []*world{before, after} {
			w.clusters["on-large"].Spec.TLS = &v1alpha1.TLS{SecretRef: "old"}
		}
		remove(after)
		spec := &after.clusters["on-large"].Spec
		spec.Shards, spec.ReplicasPerShard = 9, 2
		spec.ACL = []v1alpha1.ACLBinding{binding("app")}
		spec.TLS = &v1alpha1.TLS{SecretRef: "new"}
		r := impact.Between(
			impact.StateOf(before.resolver(), "team-a", "on-large"), impact.StateOf(after.resolver(), "team-a", "on-large"))
		for _, effect := range impact.Effects() {
			if got, want := r.Has(effect), effect == impact.Unresolvable; got != want {
				t.Errorf("effect %s: %t, want %t", effect, got, want)
			}
		}
		if diff := cmp.Diff(impact.Totals{}, r.Totals); diff != "" {
			t.Errorf("costs differ (-want +got):\n%s", diff)
		}
	})
	t.Run("differs: a failed node can still be replaced, from its stored recipe", func(t *testing.T) {
		differs(t, "a missing image or config halts all work on a cluster |")
		w := pages(t)
		recipe, want, wantConf := w.node(t, "on-large"), w.pod(t, "on-large"), w.conf(t, "on-large")
		remove(w)
		w.config("standard", func(c *v1alpha1.ValkeyConfigSpec) { c.Valkey = nil })
		got, err := render.Pod(recipe, w.options, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the pod differs (-want +got):\n%s", diff)
		}
		m, err := render.NodeConfigMap(recipe)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(wantConf, strings.Split(strings.TrimSuffix(m.Data["valkey.conf"], "\n"), "\n")); diff != "" {
			t.Errorf("valkey.conf differs (-want +got):\n%s", diff)
		}
	})
	t.Run("once the image is restored all is as it was, and the pods stayed", func(t *testing.T) {
		w := pages(t)
		n := w.node(t, "on-large")
		spec := w.images["valkey-9-0"]
		remove(w)
		w.images["valkey-9-0"] = spec
		if got := impact.Outdated(n, w.resolve(t, "on-large")); len(got) > 0 {
			t.Errorf("a node is outdated in %v, want in nothing", got)
		}
		if diff := cmp.Diff(map[string]impact.Effect{}, effects(pages(t), w)); diff != "" {
			t.Errorf("effects differ (-want +got):\n%s", diff)
		}
	})
	t.Run("an image that no config names can go, and the linter tells which", func(t *testing.T) {
		before := pages(t)
		before.images["spare"] = imageSpec("9.0.3")
		if got, want := before.found("VK017"), `ValkeyImage "spare" metadata.name`; !slices.Contains(got, want) {
			t.Errorf("unused entries %v, want among them %q", got, want)
		}
		if diff := cmp.Diff(map[string]impact.Effect{}, effects(before, pages(t))); diff != "" {
			t.Errorf("effects differ (-want +got):\n%s", diff)
		}
	})
	t.Run("any config counts, also one that no cluster is on", func(t *testing.T) {
		w := pages(t)
		delete(w.clusters, "on-standard")
		delete(w.clusters, "on-large")
		remove(w)
		if diff := cmp.Diff([]string{`ValkeyConfig "standard" spec.imageRef`}, w.found("VK010")); diff != "" {
			t.Errorf("findings differ (-want +got):\n%s", diff)
		}
	})
}
