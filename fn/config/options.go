package config

import (
	"cmp"

	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// Options returns the inputs of resolution, with defaults for what is not set.
func (c *Common) Options() resolve.Options {
	o := resolve.DefaultOptions()
	o.ClusterDomain = cmp.Or(c.ClusterDomain, o.ClusterDomain)
	o.DefaultZoneSpread = cmp.Or(c.DefaultZoneSpread, o.DefaultZoneSpread)
	if c.PodUser != nil {
		o.PodUser = c.PodUser.ID
	}
	return o
}

// Severities returns the configured severities by rule id; the config may name
// rules by slug too.
func (v *Validate) Severities() map[string]lint.Severity {
	out := make(map[string]lint.Severity, len(v.Rules))
	for name, severity := range v.Rules {
		if rule, ok := lint.Lookup(name); ok {
			out[rule.ID] = lint.Severity(severity)
		}
	}
	return out
}

// ExternalSeverity returns the severity of references that are found nowhere;
// empty means that lint decides.
func (v *Validate) ExternalSeverity() lint.Severity {
	if v.External == "ignore" {
		return lint.Off
	}
	return lint.Severity(v.External)
}
