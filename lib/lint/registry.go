package lint

import (
	"cmp"
	"slices"
)

// Rules lists every rule of the project, sorted by id. The caller owns the slice.
func Rules() []Rule {
	var all []Rule
	for _, family := range []struct {
		name  Family
		rules []Rule
	}{
		{Structure, structureRules()},
		{References, slices.Concat(referenceRules(), buildRules())},
		{Settings, slices.Concat(directiveRules(), valueRules(), resourceRules())},
		{ACL, slices.Concat(userRules(), roleRules())},
		{Image, imageRules()},
		{Topology, topologyRules()},
		{YAML, yamlRules()},
	} {
		for _, rule := range family.rules {
			rule.Family = family.name
			all = append(all, rule)
		}
	}
	slices.SortFunc(all, func(a, b Rule) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// Lookup finds a rule by its id or its slug, as written.
func Lookup(idOrSlug string) (Rule, bool) {
	for _, rule := range Rules() {
		if rule.ID == idOrSlug || rule.Slug == idOrSlug {
			return rule, true
		}
	}
	return Rule{}, false
}
