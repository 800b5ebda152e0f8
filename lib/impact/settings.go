package impact

import (
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// anyNode stands for the name of whichever node is compared, since a TLS
// cluster announces each node by its name.
const anyNode = "{pod}"

// settings compares what stands in valkey.conf. Edits of the menu that change
// nothing there are listed too, without effect: who made them expects one.
func (p pair) settings() []Change {
	b, a := effective(p.before), effective(p.after)
	var changes []Change
	for _, name := range union(b.settings, a.settings) {
		if before, after := b.settings[name], a.settings[name]; before.line != after.line {
			changes = append(changes, Change{
				Effect: Rolling, Path: at("valkey", name),
				Before: before.shown, After: after.shown, BeforeSource: before.source, AfterSource: after.source,
				Reason: settingReason(before.source.Origin, after.source.Origin),
			})
		}
	}
	for _, name := range union(p.before.Config.Settings, p.after.Config.Settings) {
		if b.settings[name].line == a.settings[name].line {
			changes = append(changes, p.textOnly(name, b, a)...)
		}
	}
	slices.SortStableFunc(changes, func(x, y Change) int { return strings.Compare(x.Path, y.Path) })
	return changes
}

func settingReason(before, after Origin) string {
	switch {
	case before == FromForced || after == FromForced:
		return "a forced setting that follows the options of the installation: every node is replaced"
	case before != FromMenu && after != FromMenu:
		return "a default that depends on the declared version: every node is replaced"
	case after == FromDefault:
		return "no config of the chain sets it any more, so the default of this project counts: every node is replaced"
	case after == FromNothing:
		return "no config of the chain sets it any more, so the server's own default counts: every node is replaced"
	}
	return ReasonRecipe
}

// textOnly is the change of one directive of the menu that leaves valkey.conf
// as it was; a value that only comes from another config now is no change.
func (p pair) textOnly(name string, b, a view) []Change {
	before, had := p.before.Config.Settings[name]
	after, has := p.after.Config.Settings[name]
	if had == has && before.Value == after.Value && before.Spelled == after.Spelled {
		return nil
	}
	reason := "written differently, the same line of valkey.conf"
	if had != has {
		reason = "the same value that a default of this project gives"
	}
	for _, v := range []view{b, a} {
		if d, ok := v.dropped[name]; ok {
			reason = "no value of the menu for it takes effect: " + d.Reason
		}
	}
	return []Change{{
		Effect: None, Path: at("valkey", name), Before: written(name, before), After: written(name, after),
		BeforeSource: fromMenuSetting(before), AfterSource: fromMenuSetting(after), Reason: reason,
	}}
}

// written is a setting as the menu spells it, redacted; empty when no config
// sets it.
func written(name string, s resolve.Setting) string {
	if s.Config == "" {
		return ""
	}
	return s.Spelled + ": " + conf.Quote(conf.Redact(name, s.Value))
}

// view is what the settings of a cluster come to.
type view struct {
	settings map[string]setting
	dropped  map[string]conf.Dropped
}

// setting is one directive: its line in valkey.conf, which may hold a secret,
// and how it is shown.
type setting struct {
	line, shown string
	source      Source
}

func effective(c *resolve.Cluster) view {
	result := c.Settings(anyNode)
	v := view{
		settings: make(map[string]setting, len(result.Settings)),
		dropped:  make(map[string]conf.Dropped, len(result.Dropped)),
	}
	for _, s := range result.Settings {
		l := conf.LineOf(s.Name, s.Value)
		shown := strings.TrimPrefix(l, conf.Quote(s.Name)+" ")
		if conf.IsSecret(s.Name) {
			shown = conf.Redact(s.Name, s.Value)
		}
		v.settings[s.Name] = setting{line: l, shown: shown, source: fromSetting(c, s)}
	}
	for _, d := range result.Dropped {
		v.dropped[d.Name] = d
	}
	return v
}
