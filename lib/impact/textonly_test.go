package impact_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/impact"
)

func TestTextOnly(t *testing.T) {
	runTable(t, map[string]tableCase{
		"case": {
			edit: func(w *world) {
				w.config("base", func(c *v1alpha1.ValkeyConfigSpec) { c.Valkey = settings("maxmemory", "1500mb", "HZ", "10") })
			},
			want:   []string{`none valkey.hz: hz: 10 [ValkeyConfig "base"] -> HZ: 10 [ValkeyConfig "base"]`},
			reason: "written differently",
		},
		"forced": {
			edit:   set("base", "Port", "7000"),
			want:   []string{`none valkey.port: nothing -> Port: 7000 [ValkeyConfig "base"]`},
			reason: "no value of the menu for it takes effect",
		},
		"managed, secret and an alias": {
			edit:   set("base", "MasterAuth", "hunter2"),
			want:   []string{`none valkey.primaryauth: nothing -> MasterAuth: (redacted) [ValkeyConfig "base"]`},
			reason: "no value of the menu for it takes effect",
		},
		"a default by name": {
			edit:   set("base", "repl-diskless-sync-delay", "0"),
			want:   []string{`none valkey.repl-diskless-sync-delay: nothing -> repl-diskless-sync-delay: 0 [ValkeyConfig "base"]`},
			reason: "the same value that a default of this project gives",
		},
		"version without a gate": {
			edit: func(w *world) {
				w.images["v90"] = v1alpha1.ValkeyImageSpec{Repository: "valkey", Tag: "9.0.0", Version: "9"}
			},
			want: []string{`none image.version: 9.0.0 [ValkeyImage "v90" (chosen by ValkeyConfig "base")] -> 9 [ValkeyImage "v90" (chosen by ValkeyConfig "base")]`},
		},
		"another image object": {
			edit: func(w *world) {
				w.images["pinned"] = w.images["v90"]
				w.config("base", func(c *v1alpha1.ValkeyConfigSpec) { c.ImageRef = "pinned" })
			},
			want: []string{`none imageRef: v90 [ValkeyImage "v90" (chosen by ValkeyConfig "base")] -> pinned [ValkeyImage "pinned" (chosen by ValkeyConfig "base")]`},
		},
		"another config with the same result": {
			edit: func(w *world) {
				w.configs["big"] = v1alpha1.ValkeyConfigSpec{BaseRef: "large"}
				w.cache().ConfigRef = "big"
			},
			want: []string{`none configRef: large ` + inCluster + ` -> big ` + inCluster},
		},
		"a value moved to the base": {
			edit: func(w *world) {
				w.config("large", func(c *v1alpha1.ValkeyConfigSpec) { c.Valkey, c.Resources = nil, nil })
				w.config("base", func(c *v1alpha1.ValkeyConfigSpec) {
					c.Valkey["maxmemory"], c.Resources.Memory = "6gb", "8Gi"
				})
			},
		},
	})
}

func TestAliasOfASetting(t *testing.T) {
	before, after := newWorld(), newWorld()
	set("base", "slave-priority", "10")(before)
	set("base", "replica-priority", "10")(after)
	r := impact.Between(before.state(), after.state())
	want := []string{`none valkey.replica-priority: slave-priority: 10 [ValkeyConfig "base"] -> replica-priority: 10 [ValkeyConfig "base"]`}
	if diff := cmp.Diff(want, lines(r)); diff != "" || r.Effect != impact.None {
		t.Errorf("changes differ (-want +got):\n%s", diff)
	}
}

func TestQuotingOfASetting(t *testing.T) {
	before, after := newWorld(), newWorld()
	set("base", "save", "900 1")(before)
	set("base", "save", ` 900  "1"`)(after)
	r := impact.Between(before.state(), after.state())
	if len(r.Changes) != 1 || r.Effect != impact.None || r.Changes[0].Path != "valkey.save" {
		t.Errorf("changes %q, want one without effect", lines(r))
	}
}
