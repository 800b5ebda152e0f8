package reference_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/crds"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/impact"
)

// Page on curating images and configs: the section on what is validated and
// what is trusted, up to its warning.
//
// Left out: that curation is the platform team's duty, and where credentials
// for a private registry may lie besides.

func TestTrust(t *testing.T) {
	t.Run("existence is the only check: any text resolves", func(t *testing.T) {
		for name, spec := range map[string]v1alpha1.ValkeyImageSpec{
			"the version contradicts the tag": {Repository: "valkey/valkey", Tag: "9.0.0", Version: "7.2.4"},
			"no version in the tag":           {Repository: "valkey/valkey", Tag: "spring", Version: "soon"},
			"something else altogether":       {Repository: "tools/clock", Tag: "1", Version: "1"},
			"below the floor":                 {Repository: "valkey/valkey", Tag: "7.2.4", Version: "7.2.4"},
		} {
			w := pages(t)
			w.images["valkey-9-0"] = spec
			if got := w.refused(); len(got) > 0 {
				t.Errorf("%s: refused clusters %v, want none", name, got)
			}
		}
	})
	t.Run("each resolution asks for the image anew", func(t *testing.T) {
		w := pages(t)
		w.resolve(t, "on-large")
		w.images["valkey-9-0"] = imageSpec("9.0.1")
		if got, want := image(w.pod(t, "on-large")), "valkey/valkey:9.0.1"; got != want {
			t.Errorf("image %q, want %q", got, want)
		}
		delete(w.images, "valkey-9-0")
		if got := w.refused()["on-large"]; got != `ValkeyImage "valkey-9-0" not found` {
			t.Errorf("got error %q, want that the image is not found", got)
		}
	})
	t.Run("pods get repository, colon and tag, letter by letter", func(t *testing.T) {
		digest := "9.0.0@sha256:" + string(hash)
		for _, x := range []struct{ repository, tag string }{
			{"valkey/valkey", "9.0.0"}, {"valkey/valkey", digest}, {"Valkey/VALKEY", "Spring_2"},
			{"mirror.invalid:5000/cache/valkey", "v9"}, {"valkey/valkey:8", "9"},
		} {
			w := pages(t)
			w.images["valkey-9-0"] = v1alpha1.ValkeyImageSpec{Repository: x.repository, Tag: x.tag, Version: "9.0.0"}
			if got, want := image(w.pod(t, "on-standard")), x.repository+":"+x.tag; got != want {
				t.Errorf("image %q, want %q", got, want)
			}
		}
	})
	// That nothing of lib can reach a network, internal/walls proves.
	t.Run("no registry is asked: an image that cannot exist resolves", func(t *testing.T) {
		w := pages(t)
		w.images["valkey-9-0"] = v1alpha1.ValkeyImageSpec{Repository: "mirror.invalid/valkey", Tag: "9.0.0", Version: "9.0.0"}
		if got := w.refused(); len(got) > 0 {
			t.Errorf("refused clusters %v, want none", got)
		}
	})
	t.Run("version has no part in the image that runs", func(t *testing.T) {
		w := pages(t)
		w.images["valkey-9-0"] = v1alpha1.ValkeyImageSpec{Repository: "valkey/valkey", Tag: "9.0.0", Version: "9.9.9"}
		if got, want := image(w.pod(t, "on-standard")), "valkey/valkey:9.0.0"; got != want {
			t.Errorf("image %q, want %q", got, want)
		}
	})
	t.Run("differs: version is read, for one default and one rule of the replication user", func(t *testing.T) {
		differs(t, "`version` of an image is informational and never read |")
		for version, want := range map[string]bool{"9.0.0": true, "unheard of": true, "8.1.4": false} {
			w := pages(t)
			w.images["valkey-9-0"] = v1alpha1.ValkeyImageSpec{Repository: "valkey/valkey", Tag: "9.0.0", Version: version}
			if got := slices.Contains(w.conf(t, "on-standard"), "shutdown-on-sigterm nosave failover"); got != want {
				t.Errorf("version %q: handover at shutdown %t, want %t", version, got, want)
			}
			if got := strings.Contains(w.users(t, "on-standard"), " +cluster|syncslots"); got != want {
				t.Errorf("version %q: replication may sync slots %t, want %t", version, got, want)
			}
		}
	})
	t.Run("version is a column for people", func(t *testing.T) {
		for _, column := range []string{"jsonPath: .spec.version", "name: Version"} {
			if !strings.Contains(crds.All()[0], column) {
				t.Errorf("the CRD of images has no %q", column)
			}
		}
	})
	t.Run("differs: a version that contradicts the tag is reported", func(t *testing.T) {
		differs(t, "nothing checks what an image's fields hold |")
		w := pages(t)
		w.images["valkey-9-0"] = v1alpha1.ValkeyImageSpec{Repository: "valkey/valkey", Tag: "9.0.0", Version: "9.1.2"}
		if diff := cmp.Diff([]string{`ValkeyImage "valkey-9-0" spec.version`}, w.found("VK050")); diff != "" {
			t.Errorf("findings differ (-want +got):\n%s", diff)
		}
	})
	t.Run("the page's exact tag passes, a mutable one is reported", func(t *testing.T) {
		w := pages(t)
		if got := w.found("VK051"); len(got) > 0 {
			t.Errorf("findings %v about the pages' menu, want none", got)
		}
		w.images["valkey-9-0"] = v1alpha1.ValkeyImageSpec{Repository: "valkey/valkey", Tag: "latest", Version: "9.0.0"}
		if diff := cmp.Diff([]string{`ValkeyImage "valkey-9-0" spec.tag`}, w.found("VK051")); diff != "" {
			t.Errorf("findings differ (-want +got):\n%s", diff)
		}
	})
	t.Run("a version below the floor is reported, where it is declared", func(t *testing.T) {
		w := pages(t)
		w.images["valkey-9-0"] = imageSpec("8.1.4")
		if diff := cmp.Diff([]string{`ValkeyImage "valkey-9-0" spec.version`}, w.found("VK053")); diff != "" {
			t.Errorf("findings differ (-want +got):\n%s", diff)
		}
	})
	t.Run("what a mutable tag points to is no change that anything here sees", func(t *testing.T) {
		latest := v1alpha1.ValkeyImageSpec{Repository: "valkey/valkey", Tag: "latest", Version: "9.0.0"}
		before, after := pages(t), pages(t)
		before.images["valkey-9-0"] = latest
		latest.Version = "9.0.1"
		after.images["valkey-9-0"] = latest
		want := map[string]impact.Effect{"on-standard": impact.None, "on-large": impact.None}
		if diff := cmp.Diff(want, effects(before, after)); diff != "" {
			t.Errorf("effects differ (-want +got):\n%s", diff)
		}
	})
	t.Run("pods say neither when to pull nor with which Secret", func(t *testing.T) {
		p := pages(t).pod(t, "on-standard")
		if len(p.Spec.ImagePullSecrets) > 0 {
			t.Errorf("imagePullSecrets %v, want none", p.Spec.ImagePullSecrets)
		}
		for _, c := range slices.Concat(p.Spec.InitContainers, p.Spec.Containers) {
			if c.ImagePullPolicy != "" {
				t.Errorf("imagePullPolicy %q of container %q, want none", c.ImagePullPolicy, c.Name)
			}
		}
	})
	t.Run("pods run as the namespace's default ServiceAccount, whose pull Secrets apply", func(t *testing.T) {
		if got := pages(t).pod(t, "on-standard").Spec.ServiceAccountName; got != "" {
			t.Errorf("serviceAccountName %q, want none", got)
		}
	})
}
