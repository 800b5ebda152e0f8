package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// managedDirective reports directives that are never taken from a menu.
func managedDirective(r *run) []Finding {
	return r.perSetting(func(s setting) []Finding {
		reason, managed := conf.ManagedReason(s.name)
		if !managed {
			return nil
		}
		return []Finding{s.finding("%s is never rendered: %s", s.title(), reason)}
	})
}

// forcedSettingOverridden reports values that lose against a forced one. A
// value that is the forced one changes nothing and is not reported.
func forcedSettingOverridden(r *run) []Finding {
	plain, tls := conf.Forced(conf.Env{}), conf.Forced(conf.Env{TLS: true})
	out := r.perSetting(func(s setting) []Finding {
		if conf.IsManaged(s.name) || r.open(s.value) {
			return nil
		}
		forced := forcedValues(s.name, plain, tls)
		if !conf.IsForced(s.name, false) || sameAsForced(s.name, s.value, forced) {
			return nil
		}
		return []Finding{s.finding("%s never takes effect: it is always %s (%s)",
			s.title(), alternatives(forced), forced[0].Reason)}
	})
	return append(out, r.forcedByTLS(tls)...)
}

// forcedByTLS reports the settings that only TLS clusters force, at the configs
// that supply them to such a cluster.
func (r *run) forcedByTLS(tls []conf.Setting) []Finding {
	return perChain(r.leaves, func(leaf *resolve.Config) []Finding {
		if r.tls[leaf.Name] == 0 {
			return nil
		}
		var out []Finding
		for _, forced := range tls {
			s, set := leaf.Settings[forced.Name]
			if !set || conf.IsManaged(forced.Name) || conf.IsForced(forced.Name, false) ||
				r.open(s.Value) || sameAsForced(forced.Name, s.Value, []conf.Setting{forced}) {
				continue
			}
			out = append(out, Finding{
				Object: menu.ConfigRef(s.Config), Path: settingPath(s.Spelled),
				Message: fmt.Sprintf("%q never takes effect in TLS clusters: there it is always %q (%s)",
					s.Spelled, forced.Value, forced.Reason),
			})
		}
		return out
	})
}

// forcedValues are the values of a directive without and with TLS, each once.
func forcedValues(name string, lists ...[]conf.Setting) []conf.Setting {
	var out []conf.Setting
	for _, list := range lists {
		for _, s := range list {
			if s.Name == name && !slices.ContainsFunc(out, func(o conf.Setting) bool { return o.Value == s.Value }) {
				out = append(out, s)
			}
		}
	}
	return out
}

func alternatives(forced []conf.Setting) string {
	texts := []string{fmt.Sprintf("%q", forced[0].Value)}
	for _, s := range forced[1:] {
		texts = append(texts, fmt.Sprintf("%q with TLS", s.Value))
	}
	return strings.Join(texts, ", or ")
}

// sameAsForced compares the arguments that a server would read. Words count in
// any case, since yes and no do.
func sameAsForced(name, value string, forced []conf.Setting) bool {
	args, err := conf.Args(name, value)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(forced, func(s conf.Setting) bool {
		want, err := conf.Args(name, s.Value)
		return err == nil && slices.EqualFunc(args, want, strings.EqualFold)
	})
}
