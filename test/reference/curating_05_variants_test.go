package reference_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// Page on curating images and configs: the section on variants, the rules on
// single fields. The other rules are in the next file, and when a chain is
// resolved in the one after that.

// resolved is what the chain of a config comes to, and whence.
func resolved(t testing.TB, w *world, name string) *resolve.Config {
	t.Helper()
	c, err := w.resolver().Config(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestWalk(t *testing.T) {
	t.Run("a variant repeats nothing of its base", func(t *testing.T) {
		w := pages(t)
		w.configs["same"] = v1alpha1.ValkeyConfigSpec{BaseRef: "standard"}
		w.cluster("on-same", "same")
		same, standard := w.resolve(t, "on-same"), w.resolve(t, "on-standard")
		if same.Revision() != standard.Revision() {
			t.Error("an empty variant resolves to something else than its base")
		}
	})
	t.Run("the walk goes from the chosen config to its root", func(t *testing.T) {
		w := pages(t)
		w.configs["huge"] = v1alpha1.ValkeyConfigSpec{BaseRef: "large"}
		if diff := cmp.Diff([]string{"huge", "large", "standard"}, resolved(t, w, "huge").Chain); diff != "" {
			t.Errorf("the chain differs (-want +got):\n%s", diff)
		}
	})
}

func TestWholeFields(t *testing.T) {
	t.Run("image, cpu and memory are each of the first config that sets them", func(t *testing.T) {
		w := pages(t)
		w.configs["huge"] = v1alpha1.ValkeyConfigSpec{BaseRef: "large", Resources: &v1alpha1.Resources{CPU: "16"}}
		w.configs["next"] = v1alpha1.ValkeyConfigSpec{BaseRef: "huge", ImageRef: "apart"}
		c := resolved(t, w, "next")
		got := []resolve.Value{{Value: c.Image.Ref, Config: c.Image.Config}, c.CPU, c.Memory}
		want := []resolve.Value{
			{Value: "valkey/valkey:9.1.2", Config: "next"}, {Value: "16", Config: "huge"}, {Value: "16Gi", Config: "large"},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("values differ (-want +got):\n%s", diff)
		}
	})
	t.Run("the page's variant sets both cpu and memory", func(t *testing.T) {
		c := resolved(t, pages(t), "large")
		want := []resolve.Value{{Value: "4", Config: "large"}, {Value: "16Gi", Config: "large"}}
		if diff := cmp.Diff(want, []resolve.Value{c.CPU, c.Memory}); diff != "" {
			t.Errorf("values differ (-want +got):\n%s", diff)
		}
	})
	t.Run("a variant with memory alone keeps the cpu of its base", func(t *testing.T) {
		w := pages(t)
		w.config("large", func(c *v1alpha1.ValkeyConfigSpec) { c.Resources = &v1alpha1.Resources{Memory: "16Gi"} })
		c := resolved(t, w, "large")
		want := []resolve.Value{{Value: "1", Config: "standard"}, {Value: "16Gi", Config: "large"}}
		if diff := cmp.Diff(want, []resolve.Value{c.CPU, c.Memory}); diff != "" {
			t.Errorf("values differ (-want +got):\n%s", diff)
		}
	})
}

func TestInheritedImage(t *testing.T) {
	t.Run("the page's variant takes its image from the base", func(t *testing.T) {
		got := resolved(t, pages(t), "large").Image
		if got.Name != "valkey-9-0" || got.Config != "standard" {
			t.Errorf("image %q of config %q, want valkey-9-0 of standard", got.Name, got.Config)
		}
	})
	t.Run("without an image in the chain every cluster on it stops, and no other", func(t *testing.T) {
		w := pages(t)
		w.config("standard", func(c *v1alpha1.ValkeyConfigSpec) { c.ImageRef = "" })
		got := w.refused()
		if diff := cmp.Diff([]string{"on-large", "on-standard"}, keys(got)); diff != "" {
			t.Errorf("refused clusters differ (-want +got):\n%s", diff)
		}
		for cluster, text := range got {
			want := fmt.Sprintf("no image_ref in config chain ending at %q", strings.TrimPrefix(cluster, "on-"))
			if !begins(text, want) {
				t.Errorf("error %q of %s, want %q", text, cluster, want)
			}
		}
	})
}
