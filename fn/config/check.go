package config

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/suggest"
)

// check reports values that are none of those allowed.
func check(c *Config) []Problem {
	problems := oneOf("spec.defaultZoneSpread", string(c.Common().DefaultZoneSpread),
		string(v1alpha1.SpreadBestEffort), string(v1alpha1.SpreadRequired))
	if domain := c.Common().ClusterDomain; domain != "" {
		if err := CheckClusterDomain(domain); err != nil {
			problems = append(problems, Problem{Path: "spec.clusterDomain", Message: err.Error()})
		}
	}
	for i, s := range c.Common().Sources {
		problems = append(problems, required(fmt.Sprintf("spec.sources[%d].path", i), s.Path)...)
	}
	switch {
	case c.Menu != nil:
		problems = append(problems, c.Menu.check()...)
	case c.Tenant != nil:
		problems = append(problems, c.Tenant.check()...)
	case c.Render != nil:
		problems = append(problems, oneOf("spec.emit", string(c.Render.Emit),
			string(EmitNone), string(EmitConfigMap), string(EmitManifests))...)
	case c.Validate != nil:
		problems = append(problems, c.Validate.check()...)
	}
	return problems
}

func (m *Menu) check() []Problem {
	var problems []Problem
	for i, image := range m.Images {
		at := fmt.Sprintf("spec.images[%d]", i)
		problems = append(problems, required(at+".version", image.Version)...)
		if image.Repository == "" && m.Repository == "" {
			problems = append(problems, Problem{Path: at + ".repository",
				Message: "required, here or as spec.repository for all images"})
		}
	}
	for i, role := range m.Roles {
		problems = append(problems, required(fmt.Sprintf("spec.roles[%d].name", i), role.Name)...)
	}
	for i, tree := range m.Trees {
		at := fmt.Sprintf("spec.trees[%d]", i)
		problems = append(problems, required(at+".base.name", tree.Base.Name)...)
		for j, variant := range tree.Variants {
			problems = append(problems, required(fmt.Sprintf("%s.variants[%d].name", at, j), variant.Name)...)
		}
	}
	return problems
}

func (t *Tenant) check() []Problem {
	problems := oneOf("spec.menuReader", string(t.MenuReader), string(MenuReaderCreate), string(MenuReaderReference))
	if len(t.Tenants) == 0 {
		problems = append(problems, Problem{Path: "spec.tenants", Message: "required: list at least one team"})
	}
	for i, team := range t.Tenants {
		at := fmt.Sprintf("spec.tenants[%d]", i)
		problems = append(problems, required(at+".name", team.Name)...)
		if len(team.Subjects) == 0 {
			problems = append(problems, Problem{Path: at + ".subjects", Message: "required: list at least one subject"})
		}
		if team.NetworkPolicy != nil && team.NetworkPolicy.Clients == nil {
			problems = append(problems, Problem{Path: at + ".networkPolicy.clients",
				Message: "required: a label selector, {} for all pods of the namespace"})
		}
	}
	return problems
}

func (v *Validate) check() []Problem {
	problems := oneOf("spec.failLevel", v.FailLevel, "error", "warning", "never")
	problems = append(problems, oneOf("spec.external", v.External, "ignore", "warning", "error")...)
	if v.Report != nil {
		problems = append(problems, required("spec.report.file", v.Report.File)...)
		if v.Report.File != "" && !filepath.IsLocal(v.Report.File) {
			problems = append(problems, Problem{Path: "spec.report.file",
				Message: fmt.Sprintf("%q does not lie below the kustomization", v.Report.File)})
		}
		problems = append(problems, checkFormat(v.Report.Format)...)
	}
	if v.Against != nil {
		problems = append(problems, required("spec.against.path", v.Against.Path)...)
	}
	for _, id := range slices.Sorted(maps.Keys(v.Rules)) {
		problems = append(problems, checkRule(id, v.Rules[id])...)
	}
	return problems
}

func checkFormat(format string) []Problem {
	problems := oneOf("spec.report.format", format, report.Formats()...)
	if near, ok := suggest.Nearest(format, report.Formats()); ok && len(problems) > 0 {
		problems[0].Message += fmt.Sprintf(" (did you mean %q?)", near)
	}
	return problems
}

func checkRule(id, severity string) []Problem {
	at := "spec.rules." + id
	if _, known := lint.Lookup(id); !known {
		var ids []string
		for _, r := range lint.Rules() {
			ids = append(ids, r.ID, r.Slug)
		}
		message := "unknown rule"
		if near, ok := suggest.Nearest(id, ids); ok {
			message = fmt.Sprintf("unknown rule (did you mean %q?)", near)
		}
		return []Problem{{Path: at, Message: message}}
	}
	return append(required(at, severity), oneOf(at, severity, "error", "warning", "info", "off")...)
}

func required(path, value string) []Problem {
	if value != "" {
		return nil
	}
	return []Problem{{Path: path, Message: "required"}}
}

// oneOf accepts the allowed values, and nothing at all for the default.
func oneOf(path, value string, allowed ...string) []Problem {
	if value == "" || slices.Contains(allowed, value) {
		return nil
	}
	return []Problem{{Path: path, Message: fmt.Sprintf("%q is not one of %s", value, strings.Join(allowed, ", "))}}
}
