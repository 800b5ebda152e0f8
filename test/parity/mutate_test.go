package parity

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/schema"
)

func TestMutantsAreTheSameEachTime(t *testing.T) {
	if diff := cmp.Diff(corpus(t).Mutants(7, 20), corpus(t).Mutants(7, 20)); diff != "" {
		t.Errorf("one seed gives two mutants:\n%s", diff)
	}
}

// What people are told agrees with what the server would answer, in verdict and
// in number of places, over damage of all kinds; and there is damage of all
// kinds.
func TestMutantsAreToldAsAnswered(t *testing.T) {
	v := validator(t)
	count := map[string]int{}
	for _, m := range corpus(t).Mutants(1, 600) {
		for _, old := range []map[string]any{nil, m.Before} {
			a := answer(v, m.Object, old)
			count[kindOf(a)]++
			found := slices.DeleteFunc(violations(v, m.Object, old), func(v schema.Violation) bool {
				return v.Rule == "VK003" || v.Rule == "VK008"
			})
			if (kindOf(a) == "accepted") != (len(found) == 0) {
				t.Errorf("%s, update %t: answer %+v, violations %v", m.Name, old != nil, a, found)
			}
			if fields := fieldsOf(a); len(found) < len(fields) && !a.Undecodable {
				t.Errorf("%s, update %t: %d violations for the fields %q", m.Name, old != nil, len(found), fields)
			}
		}
	}
	for _, kind := range []string{"accepted", "undecodable", "unknown fields", "rules skipped", "refused"} {
		if count[kind] < 50 {
			t.Errorf("%d mutants are %s, want at least 50", count[kind], kind)
		}
	}
	t.Log(count)
}

func kindOf(a schema.Answer) string {
	skipped := func(c schema.Cause) bool { return c.Detail == schema.RulesSkipped }
	switch {
	case a.Undecodable:
		return "undecodable"
	case len(a.UnknownFields) > 0:
		return "unknown fields"
	case slices.ContainsFunc(a.Causes, skipped):
		return "rules skipped"
	case len(a.Causes) > 0:
		return "refused"
	}
	return "accepted"
}

// fieldsOf are the distinct places that an answer names.
func fieldsOf(a schema.Answer) []string {
	fields := slices.Clone(a.UnknownFields)
	for _, c := range a.Causes {
		if c.Field != noField {
			fields = append(fields, c.Field)
		}
	}
	slices.Sort(fields)
	return slices.Compact(fields)
}
