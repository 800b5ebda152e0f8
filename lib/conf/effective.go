package conf

import (
	"maps"
	"slices"
)

// Origin says which layer supplied an effective setting.
type Origin string

// The layers, lowest precedence first.
const (
	OriginDefault Origin = "default" // this project's default
	OriginMenu    Origin = "menu"    // the merged config chain
	OriginForced  Origin = "forced"  // set last, whatever the menu says
)

// EffectiveSetting is one directive as it is rendered. Reason is empty for a
// setting of the menu.
type EffectiveSetting struct {
	Name, Value string
	Origin      Origin
	Reason      string
}

// Dropped is a setting of the menu that does not take effect, because the
// directive is managed, forced, or both.
type Dropped struct {
	Name string
	// Value is the menu's value, or Redacted for a secret directive.
	Value string
	// Managed: the directive belongs to this project (see IsManaged).
	Managed bool
	// Forced: this project sets the directive (see IsForced); ForcedValue is what
	// it sets in valkey.conf, empty where it is set elsewhere.
	Forced      bool
	ForcedValue string
	Reason      string
}

// Result is what [Effective] decides. Both lists are sorted by canonical name.
type Result struct {
	Settings []EffectiveSetting
	Dropped  []Dropped
}

// Map is the effective settings as [Render] takes them.
func (r Result) Map() map[string]string {
	out := make(map[string]string, len(r.Settings))
	for _, s := range r.Settings {
		out[s.Name] = s.Value
	}
	return out
}

// Effective lays the menu's settings over the defaults, drops managed
// directives and applies forced settings last. The menu's keys are made canonical
// here again (see [CanonicalMap]), so that no spelling passes a forced or managed directive.
func Effective(menu map[string]string, env Env) Result {
	settings := map[string]EffectiveSetting{}
	for _, s := range Defaults(env.Version) {
		settings[s.Name] = EffectiveSetting{s.Name, s.Value, OriginDefault, s.Reason}
	}
	forced := map[string]Setting{}
	for _, s := range Forced(env) {
		forced[s.Name] = s
	}
	var dropped []Dropped
	canonical, _ := CanonicalMap(menu)
	for _, name := range slices.Sorted(maps.Keys(canonical)) {
		if d, drop := dropFrom(name, canonical[name], env.TLS, forced); drop {
			dropped = append(dropped, d)
			continue
		}
		settings[name] = EffectiveSetting{Name: name, Value: canonical[name], Origin: OriginMenu}
	}
	for name, s := range forced {
		settings[name] = EffectiveSetting{s.Name, s.Value, OriginForced, s.Reason}
	}
	result := Result{Dropped: dropped}
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		result.Settings = append(result.Settings, settings[name])
	}
	return result
}

func dropFrom(name, value string, tls bool, forced map[string]Setting) (Dropped, bool) {
	reason, managed := ManagedReason(name)
	d := Dropped{Name: name, Value: Redact(name, value), Managed: managed, Forced: IsForced(name, tls), Reason: reason}
	if s, ok := forced[name]; ok {
		d.ForcedValue = s.Value
		d.Reason = s.Reason
	}
	return d, d.Managed || d.Forced
}
