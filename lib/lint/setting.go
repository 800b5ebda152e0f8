package lint

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// setting is one directive as one config writes it.
type setting struct {
	config string
	// key as written, name its canonical form.
	key, name, value string
	// versions of the configs that take the value from this one, oldest first;
	// the unknown version when none does, since none of them resolves.
	versions []conf.Version
}

// finding about the setting; the message must not hold the value of a secret.
func (s setting) finding(format string, args ...any) Finding {
	return Finding{Object: menu.ConfigRef(s.config), Path: settingPath(s.key), Message: fmt.Sprintf(format, args...)}
}

// title names the directive as written, and canonically where that differs.
func (s setting) title() string {
	if s.key == s.name {
		return fmt.Sprintf("%q", s.key)
	}
	return fmt.Sprintf("%q (%s)", s.key, s.name)
}

// provider is a config and a directive that others, or itself, take from it.
type provider struct{ config, name string }

// gatherSettings lists every setting of every config, sorted by config and key.
func (r *run) gatherSettings() []setting {
	taken := r.takenVersions()
	var out []setting
	for _, c := range r.menu.Configs() {
		for _, key := range slices.Sorted(maps.Keys(c.Spec.Valkey)) {
			name := conf.Canonical(key)
			versions, ok := taken[provider{c.Name, name}]
			if !ok {
				versions = []conf.Version{{}}
			}
			out = append(out, setting{c.Name, key, name, string(c.Spec.Valkey[key]), versions})
		}
	}
	return out
}

// takenVersions lists, for each directive of each config, the Valkey versions
// of the configs that it reaches.
func (r *run) takenVersions() map[provider][]conf.Version {
	taken := map[provider][]conf.Version{}
	for _, config := range r.resolved {
		for name, s := range config.Settings {
			p := provider{s.Config, name}
			if !slices.Contains(taken[p], config.Image.Version) {
				taken[p] = append(taken[p], config.Image.Version)
			}
		}
	}
	for _, versions := range taken {
		slices.SortFunc(versions, compareVersions)
	}
	return taken
}

func compareVersions(a, b conf.Version) int {
	return cmp.Or(cmp.Compare(a.Major, b.Major), cmp.Compare(a.Minor, b.Minor))
}

// perSetting judges every setting by itself.
func (r *run) perSetting(check func(setting) []Finding) []Finding {
	var out []Finding
	for _, s := range r.settings {
		out = append(out, check(s)...)
	}
	return out
}
