package explain

import (
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// RulesMarkdown is the page of all rules, by family, for the documentation.
func RulesMarkdown(rules []lint.Rule) string {
	var b strings.Builder
	b.WriteString(`<!-- Written by valkey-menu rules -o markdown. Do not edit. -->

# Rules

` + "`valkey-menu validate`" + ` and the function ` + "`ValkeyValidate`" + ` report these. A severity is changed for a whole run with
` + "`--rule VK031=off`" + ` (` + "`error`, `warning`, `info` or `off`" + `) or ` + "`spec.rules`" + ` of ` + "`ValkeyValidate`" + `. On one object a rule is ignored with the
annotation ` + "`" + names.AnnotationIgnorePrefix + "VK031: \"why\"`" + `; the finding then stays in machine-readable reports as suppressed.

`)
	for _, family := range lint.Families() {
		b.WriteString(overview(family, rules))
	}
	for _, family := range lint.Families() {
		fmt.Fprintf(&b, "## %s\n\n", family)
		for _, r := range rules {
			if r.Family == family {
				b.WriteString(section(r))
			}
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func overview(family lint.Family, rules []lint.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | severity | |\n|---|---|---|\n", family)
	for _, r := range rules {
		if r.Family == family {
			anchor := strings.ToLower(r.ID + "-" + r.Slug)
			fmt.Fprintf(&b, "| [%s %s](#%s) | %s | %s |\n", r.ID, r.Slug, anchor, r.Severity, cell(r.Summary))
		}
	}
	return b.String() + "\n"
}

// cell keeps a text within its cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

func section(r lint.Rule) string {
	return fmt.Sprintf("### %s %s\n\n**%s.** %s\n\n%s\n\n*Fix:* %s\n\n", r.ID, r.Slug, r.Severity, r.Summary, r.Why, r.Fix)
}
