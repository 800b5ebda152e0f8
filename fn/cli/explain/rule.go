package explain

import (
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// Rule is the page of one rule.
func Rule(r lint.Rule) string {
	var p page
	p.line("%s %s (%s, %s)", r.ID, r.Slug, r.Severity, r.Family)
	p.gap()
	p.wrap("", r.Summary)
	p.gap()
	p.line("Why")
	p.wrap("  ", r.Why)
	p.line("Fix")
	p.wrap("  ", r.Fix)
	p.line("Otherwise")
	p.line("  valkey-menu validate --rule %s=off|info|warning|error", r.ID)
	p.line("  on one object: the annotation %s%s: \"the reason\"", names.AnnotationIgnorePrefix, r.ID)
	return p.String()
}

// Rules is one line a rule.
func Rules(rules []lint.Rule) string {
	rows := make([][]string, len(rules))
	for i, r := range rules {
		rows[i] = []string{r.ID, r.Slug, string(r.Severity), string(r.Family), r.Summary}
	}
	var p page
	p.table([]string{"RULE", "NAME", "SEVERITY", "FAMILY", "SUMMARY"}, rows)
	return p.String()
}
