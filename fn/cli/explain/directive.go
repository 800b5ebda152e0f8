package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/cli/resolved"
	"github.com/valkey-menu/valkey-menu/lib/conf"
)

// Set is one place of the chain that sets a directive.
type Set struct {
	Config string
	// Spelled is the directive's name as written there, and At the place.
	Spelled string
	Value   string
	At      string
}

// Directive is the page of one directive of a cluster. The name is canonical;
// chain lists who of the chain sets it, child first.
func Directive(c *resolved.Cluster, name string, chain []Set, version conf.Version) string {
	var p page
	p.line("%s of ValkeyCluster %s", name, clusterName(c))
	rows := [][]string{}
	if s, ok := effective(c, name); ok {
		rows = append(rows, []string{"  value", asWritten(name, s.Value)}, []string{"  from", whose(s, chain)})
		if s.Reason != "" {
			rows = append(rows, []string{"  why", s.Reason})
		}
	} else {
		rows = append(rows, []string{"  value", unset(name, version, c.TLS != nil)})
	}
	rows = append(rows, verdict(c, name)...)
	for i, s := range chain {
		label := ""
		if i == 0 {
			label = "  chain"
		}
		rows = append(rows, []string{label, link(c, name, s, i)})
	}
	if len(chain) == 0 {
		rows = append(rows, []string{"  chain", "set by no config of " + strings.Join(c.Chain, " -> ")})
	}
	p.table(nil, rows)
	p.gap()
	p.facts(name, version)
	return p.String()
}

func effective(c *resolved.Cluster, name string) (resolved.Setting, bool) {
	i := slices.IndexFunc(c.Settings, func(s resolved.Setting) bool { return s.Name == name })
	if i < 0 {
		return resolved.Setting{}, false
	}
	return c.Settings[i], true
}

func unset(name string, version conf.Version, tls bool) string {
	const absent = "not in valkey.conf"
	switch {
	case conf.IsForced(name, tls):
		return absent + ": it is set in the pod, outside of this file"
	case conf.IsManaged(name):
		return absent
	}
	if d, ok := conf.For(version).Lookup(name); ok && !d.Ignored {
		return absent + ": the server's default counts, " + conf.Quote(d.Default)
	}
	return absent
}

func whose(s resolved.Setting, chain []Set) string {
	switch s.Origin {
	case string(conf.OriginForced):
		return "forced, whatever the menu says"
	case string(conf.OriginDefault):
		return "default of this project"
	}
	if len(chain) > 0 {
		return fmt.Sprintf("ValkeyConfig %s, %s", s.Config, chain[0].At)
	}
	return fromConfig(s.Config)
}

// verdict says whether the menu has a say at all.
func verdict(c *resolved.Cluster, name string) [][]string {
	tls := c.TLS != nil
	reason, managed := conf.ManagedReason(name)
	if !managed && !conf.IsForced(name, tls) {
		return nil
	}
	why := whyDropped(managed, conf.IsForced(name, tls)) + ": a value of the menu never takes effect"
	if reason != "" {
		why += ", since " + reason
	}
	return [][]string{{"  menu", why}}
}

// link is one config of the chain that sets the directive.
func link(c *resolved.Cluster, name string, s Set, i int) string {
	verb := "sets"
	_, lost := droppedSetting(c, name)
	switch {
	case i > 0:
		verb = "is overridden with"
	case lost:
		verb = "sets without effect"
	}
	spelled := ""
	if s.Spelled != name {
		spelled = ", spelled " + s.Spelled
	}
	return fmt.Sprintf("ValkeyConfig %s %s %s%s, %s", s.Config, verb, asWritten(name, conf.Redact(name, s.Value)), spelled, s.At)
}

func droppedSetting(c *resolved.Cluster, name string) (resolved.Dropped, bool) {
	i := slices.IndexFunc(c.Dropped, func(d resolved.Dropped) bool { return d.Name == name })
	if i < 0 {
		return resolved.Dropped{}, false
	}
	return c.Dropped[i], true
}

// facts are what the catalogue of the cluster's version knows.
func (p *page) facts(name string, version conf.Version) {
	catalogue := conf.For(version)
	d, ok := catalogue.Lookup(name)
	if !ok {
		p.line("Valkey %s does not know it%s", catalogue.Version, elsewhere(name))
		return
	}
	p.line("Valkey %s knows it as %s", catalogue.Version, d.Name)
	rows := [][]string{{"  type", typeOf(d)}, {"  default", conf.Quote(d.Default)}, {"  changes live", live(d)}, {"  since", since(d)}}
	if others := slices.DeleteFunc(conf.Spellings(name), func(s string) bool { return s == d.Name }); len(others) > 0 {
		rows = append(rows, []string{"  also", strings.Join(others, ", ")})
	}
	if d.Ignored {
		rows = append(rows, []string{"  note", "accepted and without effect"})
	}
	p.table(nil, rows)
}

func elsewhere(name string) string {
	d, ok := conf.LookupAny(name)
	switch {
	case !ok:
		return ", and no catalogued version does"
	case d.Until.Known():
		return fmt.Sprintf(": it exists from %s to before %s", d.Since, d.Until)
	}
	return fmt.Sprintf(": it exists since %s", d.Since)
}

func typeOf(d conf.Directive) string {
	text := string(d.Type)
	if len(d.Enum) > 0 {
		text += ": " + strings.Join(d.Enum, ", ")
	}
	if d.Unit != "" {
		text += ", in " + d.Unit
	}
	if d.Min != nil && d.Max != nil {
		text += fmt.Sprintf(", from %d to %d", *d.Min, *d.Max)
	}
	return text
}

func live(d conf.Directive) string {
	switch {
	case d.Mutable && d.Protected:
		return "yes, by a server with enable-protected-configs; through the menu pods are replaced"
	case d.Mutable:
		return "yes, by CONFIG SET; through the menu pods are replaced"
	}
	return "no, it needs a start"
}

func since(d conf.Directive) string {
	oldest := conf.Versions()[0]
	text := d.Since.String()
	if d.Since == oldest {
		text += " or earlier"
	}
	if d.Until.Known() {
		text += ", until before " + d.Until.String()
	}
	return text
}
