package render_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// numbered makes settings that no server knows, each with the value.
func numbered(count int, value string) map[string]v1alpha1.SettingValue {
	settings := make(map[string]v1alpha1.SettingValue, count)
	for i := range count {
		settings[fmt.Sprintf("x-%d", i)] = v1alpha1.SettingValue(value)
	}
	return settings
}

// TestCheck: whatever resolves and cannot be made into a node is found before a
// node is made, and named by the rule that finds it offline.
func TestCheck(t *testing.T) {
	cases := map[string]struct {
		edit   func(*world)
		reason resolve.Reason
		want   string
	}{
		"memory": {func(w *world) { w.config.Spec.Resources.Memory = "2 gigs" }, "BadQuantity", `reading resources.memory "2 gigs" of ValkeyConfig "standard": `},
		"cpu":    {func(w *world) { w.config.Spec.Resources.CPU = "-1" }, "BadQuantity", `reading resources.cpu "-1" of ValkeyConfig "standard": a resource cannot`},
		"a newline": {
			func(w *world) { w.config.Spec.Valkey["hz"] = "10\nport 1" }, "ControlCharacter",
			`rendering a setting of ValkeyConfig "standard": directive "hz": a NUL or a newline is not allowed`,
		},
		"an escaped newline": {
			func(w *world) { w.config.Spec.Valkey["save"] = `"900\n1"` }, "BadDirectiveValue",
			`rendering a setting of ValkeyConfig "standard": directive "save": a NUL or a newline is not allowed`,
		},
		"quotes": {
			func(w *world) { w.config.Spec.Valkey["save"] = `"900 1` }, "BadDirectiveValue",
			`rendering a setting of ValkeyConfig "standard": directive "save": `,
		},
		"too long": {
			func(w *world) { w.config.Spec.Valkey = numbered(16, strings.Repeat("v", 65536)) }, "RenderedTooLarge",
			`ValkeyConfig "standard": valkey.conf has 1049`,
		},
		"too many": {
			func(w *world) { w.config.Spec.Valkey = numbered(640, "v") }, "RenderedTooLarge",
			`ValkeyConfig "standard": it comes to 65`,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			c.edit(w)
			resolved := w.resolve(t)
			for of, err := range map[string]error{"cluster": render.Check(resolved), "config": render.CheckConfig(resolved.Config, w.options)} {
				var wrong *render.Error
				if !errors.As(err, &wrong) || wrong.Reason != c.reason || !strings.HasPrefix(err.Error(), c.want) {
					t.Errorf("%s: got %v, want an error of reason %s that begins with %s", of, err, c.reason, c.want)
				}
			}
			if _, found := lint.Lookup(string(c.reason)); !found {
				t.Errorf("no rule has the slug %s", c.reason)
			}
		})
	}
}

// TestCheckPasses: each shape that Manifests renders is fit to be made.
func TestCheckPasses(t *testing.T) {
	for name, edit := range edits() {
		w := newWorld()
		edit(w)
		c := w.resolve(t)
		for of, err := range map[string]error{"cluster": render.Check(c), "config": render.CheckConfig(c.Config, w.options)} {
			if err != nil {
				t.Errorf("%s: %s: %v", name, of, err)
			}
		}
	}
}

// TestMostSettings: the number of settings that Check allows is that of the CRD.
func TestMostSettings(t *testing.T) {
	crd, err := os.ReadFile("../api/crds/valkey.gomomento.com_valkeynodes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(crd), "maxProperties: 640\n") {
		t.Error("the CRD of ValkeyNode does not allow 640 settings")
	}
}

// A recipe that somebody wrote by hand is refused with a reason too.
func TestStoredRecipeThatCannotBeRendered(t *testing.T) {
	n := node(t, newWorld().resolve(t))
	n.Spec.Memory, n.Spec.ValkeySettings["hz"] = "lots", "1\n2"
	_, ofPod := render.Pod(n, resolve.DefaultOptions(), nil)
	_, ofConfig := render.NodeConfigMap(n)
	for want, err := range map[resolve.Reason]error{render.ReasonBadQuantity: ofPod, render.ReasonBadDirectiveValue: ofConfig} {
		var wrong *render.Error
		if !errors.As(err, &wrong) || wrong.Reason != want {
			t.Errorf("got %v, want an error of reason %s", err, want)
		}
	}
}
