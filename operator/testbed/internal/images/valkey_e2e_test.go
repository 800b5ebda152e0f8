//go:build e2e

package images

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

func TestValkeyTags(t *testing.T) {
	l, err := layout.FromEnv()
	if err != nil {
		t.Fatal(err)
	}
	build := func(version, tag string) (Archive, opened) {
		a, err := Valkey(t.Context(), l.Cache, version, tag, t.Logf)
		if err != nil {
			t.Fatal(err)
		}
		return a, open(t, a)
	}
	first, image := build("9.1.2", "9.1.2")
	again, _ := build("9.1.2", "9.1.2")
	second, other := build("9.1.2", "9.1.2-b")
	old, _ := build("8.1.1", "8.1.1")
	if diff := cmp.Diff(first, again); diff != "" {
		t.Errorf("made twice, it differs (-first +second):\n%s", diff)
	}
	if first.Layer != second.Layer || first.Config == second.Config {
		t.Errorf("two tags: layers %s and %s, IDs %s and %s; want one layer and two IDs", first.Layer, second.Layer, first.Config, second.Config)
	}
	if old.Layer == first.Layer {
		t.Error("two versions have one layer")
	}
	if diff := cmp.Diff([]string{"docker.io/valkey/valkey:9.1.2-b"}, other.tags); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	if image.config.Config.User != "999:999" {
		t.Errorf("user %q, want a numeric one", image.config.Config.User)
	}
	missing := map[string]bool{"usr/bin/valkey-server": true, "usr/bin/valkey-cli": true, "lib": true, "lib64": true, "bin": true, "data/": true}
	for _, m := range image.layer {
		delete(missing, m.header.Name)
	}
	if len(missing) > 0 {
		t.Errorf("the image lacks %v", missing)
	}
}

// TestOwnProgram makes the image of valkey-menu, which is in another module than this one.
func TestOwnProgram(t *testing.T) {
	a, err := BuildGo(t.Context(), t.TempDir(), filepath.Join("..", "..", "..", "..", "fn"), "testbed.local/valkey-menu:dev", t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	o := open(t, a)
	if len(o.layer) != 1 || o.layer[0].header.Name != "valkey-menu" {
		t.Errorf("the image holds %d things, want the program alone", len(o.layer))
	}
}
