package reference_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// Page on curating images and configs: the section on variants, the rules on
// settings, users and depth.

func TestMergedSettings(t *testing.T) {
	t.Run("a key of the variant wins, a key that it does not set survives", func(t *testing.T) {
		want := map[string]resolve.Setting{
			"maxmemory":        {Value: "12gb", Config: "large", Spelled: "maxmemory"},
			"maxmemory-policy": {Value: "allkeys-lru", Config: "standard", Spelled: "maxmemory-policy"},
		}
		if diff := cmp.Diff(want, resolved(t, pages(t), "large").Settings); diff != "" {
			t.Errorf("settings differ (-want +got):\n%s", diff)
		}
	})
	t.Run("differs: a key is a directive, however it is spelled", func(t *testing.T) {
		differs(t, "the `valkey` map merges per key |")
		w := pages(t)
		w.set("standard", "slave-read-only", "no")
		w.set("large", "Replica-Read-Only", "yes")
		w.set("large", "MAXMEMORY-POLICY", "noeviction")
		want := map[string]string{"maxmemory": "12gb", "maxmemory-policy": "noeviction", "replica-read-only": "yes"}
		if diff := cmp.Diff(want, values(resolved(t, w, "large"))); diff != "" {
			t.Errorf("settings differ (-want +got):\n%s", diff)
		}
	})
}

func TestReplacedUsers(t *testing.T) {
	set := func(names ...string) func(*v1alpha1.ValkeyConfigSpec) {
		return func(c *v1alpha1.ValkeyConfigSpec) {
			c.ACL = []v1alpha1.ACLBinding{}
			for _, name := range names {
				c.ACL = append(c.ACL, binding(name))
			}
		}
	}
	base := func() *world {
		w := pages(t)
		w.config("standard", set("metrics", "backup"))
		w.configs["huge"] = v1alpha1.ValkeyConfigSpec{BaseRef: "large"}
		return w
	}
	t.Run("the first list of the walk is the whole list of every config below", func(t *testing.T) {
		w := base()
		w.config("large", set("audit"))
		for name, want := range map[string][]string{"standard": {"metrics", "backup"}, "large": {"audit"}, "huge": {"audit"}} {
			if diff := cmp.Diff(want, users(resolved(t, w, name).ACL)); diff != "" {
				t.Errorf("users of %s differ (-want +got):\n%s", name, diff)
			}
		}
	})
	t.Run("a list of the variant adds nothing to that of its base, and the linter says so", func(t *testing.T) {
		w := base()
		w.config("large", set("metrics"))
		if diff := cmp.Diff([]string{"metrics"}, users(resolved(t, w, "large").ACL)); diff != "" {
			t.Errorf("users differ (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{`ValkeyConfig "large" spec.acl`}, w.found("VK047")); diff != "" {
			t.Errorf("findings differ (-want +got):\n%s", diff)
		}
	})
	t.Run("a variant without a list inherits that of its base unchanged", func(t *testing.T) {
		w := base()
		if diff := cmp.Diff(w.configs["standard"].ACL, resolved(t, w, "huge").ACL); diff != "" {
			t.Errorf("users differ (-want +got):\n%s", diff)
		}
	})
	t.Run("differs: an empty list counts as set", func(t *testing.T) {
		differs(t, "says that the first config that *sets* `acl` supplies the list |")
		w := base()
		w.config("large", set())
		if got := resolved(t, w, "huge"); len(got.ACL) > 0 || got.ACLConfig != "large" {
			t.Errorf("users %v of config %q, want none, of large", users(got.ACL), got.ACLConfig)
		}
	})
}

func TestDepth(t *testing.T) {
	// chain is standard with configs on top, n in all, and the last one's name.
	chain := func(n int) (w *world, last string) {
		w, last = pages(t), "standard"
		for i := 2; i <= n; i++ {
			name := fmt.Sprintf("level-%d", i)
			w.configs[name] = v1alpha1.ValkeyConfigSpec{BaseRef: last}
			last = name
		}
		return w, last
	}
	t.Run("ten configs resolve", func(t *testing.T) {
		w, last := chain(10)
		if got := len(resolved(t, w, last).Chain); got != 10 {
			t.Errorf("%d configs in the chain, want 10", got)
		}
	})
	t.Run("the eleventh fails, and the ten below it stay", func(t *testing.T) {
		w, last := chain(11)
		fails(t, w, last, resolve.ReasonBaseRefTooDeep)
		resolved(t, w, "level-10")
	})
	t.Run("a cycle fails", func(t *testing.T) {
		w := pages(t)
		w.config("standard", func(c *v1alpha1.ValkeyConfigSpec) { c.BaseRef = "large" })
		fails(t, w, "standard", resolve.ReasonBaseRefCycle)
		fails(t, w, "large", resolve.ReasonBaseRefCycle)
	})
	t.Run("a config that is its own base fails", func(t *testing.T) {
		w := pages(t)
		w.config("large", func(c *v1alpha1.ValkeyConfigSpec) { c.BaseRef = "large" })
		fails(t, w, "large", resolve.ReasonBaseRefCycle)
		resolved(t, w, "standard")
	})
}

func fails(t testing.TB, w *world, config string, reason resolve.Reason) {
	t.Helper()
	const text = "config inheritance depth exceeds 10 (cycle?)"
	_, err := w.resolver().Config(config)
	if err == nil || err.Reason != reason || !begins(err.Message, text) {
		t.Errorf("config %q: error %v, want %s with %q", config, err, reason, text)
	}
}
