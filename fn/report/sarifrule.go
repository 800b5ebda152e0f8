package report

import (
	"cmp"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// newSarifRule describes the rule of a result. One that the registry does not
// have is described by its name alone.
func newSarifRule(r Result) sarifRule {
	id, slug := Printable(r.Rule), Printable(r.Slug)
	rule, known := lint.Lookup(r.Rule)
	if !known {
		name := cmp.Or(slug, id)
		rule = lint.Rule{ID: id, Slug: name, Severity: r.Severity, Summary: name, Why: name, Fix: name}
	}
	ignore := names.AnnotationIgnorePrefix + rule.ID
	return sarifRule{
		ID: id, Name: slug,
		ShortDescription: sarifText{rule.Summary},
		FullDescription:  sarifText{rule.Why},
		Help: sarifHelp{
			Text: rule.Why + "\n\nFix: " + rule.Fix + "\n\nTo accept it on one object, annotate the object with " + ignore + ": \"the reason\".",
			Markdown: Prose(rule.Why) + "\n\n**Fix:** " + Prose(rule.Fix) +
				"\n\nTo accept it on one object, annotate the object with " + Code(ignore+`: "the reason"`) + ".",
		},
		DefaultConfiguration: sarifDefault{sarifLevel(rule.Severity)},
		Properties:           sarifProperty{[]string{strings.ToLower(cmp.Or(string(rule.Family), "other"))}},
	}
}
