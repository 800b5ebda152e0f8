package lint

import (
	"cmp"
	"slices"
)

// Apply gives findings their slug, the severity that is in force and the
// suppressions of their objects, drops those that are off and exact
// repetitions, and sorts. A finding needs Rule, Object, Path and Message; an
// empty Severity means the rule's own. Applying it again changes nothing, so
// findings of several sources can be applied together. The slice given is not
// changed.
func Apply(findings []Finding, in Input) []Finding {
	rules := map[string]Rule{}
	for _, rule := range Rules() {
		rules[rule.ID] = rule
	}
	applied := make([]Finding, 0, len(findings))
	for _, f := range findings {
		rule := rules[f.Rule]
		f.Slug = cmp.Or(rule.Slug, f.Slug)
		f.Severity = cmp.Or(in.Severities[f.Rule], f.Severity, rule.Severity)
		if f.Severity == Off {
			continue
		}
		if reason, ok := accepts(in.annotations(f.Object), f.Rule); ok {
			f.Suppressed, f.Justification = true, reason
		}
		applied = append(applied, f)
	}
	slices.SortFunc(applied, func(a, b Finding) int {
		return cmp.Or(a.Compare(b), cmp.Compare(a.Severity.Rank(), b.Severity.Rank()))
	})
	return slices.CompactFunc(applied, func(a, b Finding) bool { return a.Compare(b) == 0 })
}
