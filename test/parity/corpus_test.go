package parity

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/valkey-menu/valkey-menu/fn/schema"
)

var derived = sync.OnceValues(New)

func corpus(t testing.TB) *Corpus {
	t.Helper()
	c, err := derived()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func validator(t testing.TB) *schema.Validator {
	t.Helper()
	v, err := schema.New()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// answer is what fn/schema says that the server would answer.
func answer(v *schema.Validator, object, old map[string]any) schema.Answer {
	if old != nil {
		return v.AnswerUpdate(object, old)
	}
	return v.Answer(object)
}

func violations(v *schema.Validator, object, old map[string]any) []schema.Violation {
	if old != nil {
		return v.ValidateUpdate(object, old)
	}
	return v.Validate(object)
}

func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range corpus(t).Cases {
		if seen[c.String()] {
			t.Errorf("two cases are called %q", c)
		}
		seen[c.String()] = true
	}
}

// faults are what an answer says is wrong, without the remark that rules were
// skipped.
func faults(a schema.Answer) []Fault {
	var all []Fault
	if a.Undecodable {
		all = append(all, Fault{Reason: Undecodable})
	}
	for _, path := range a.UnknownFields {
		all = append(all, Fault{Reason: UnknownField, Field: path})
	}
	for _, cause := range a.Causes {
		if cause.Detail != schema.RulesSkipped {
			all = append(all, Fault{Reason: string(cause.Reason), Field: cause.Field})
		}
	}
	return slices.Compact(all)
}

// Each object breaks one thing and no other, and fn/schema names it.
func TestVerdicts(t *testing.T) {
	v, c := validator(t), corpus(t)
	broken := 0
	for _, each := range c.Cases {
		if each.Breaks {
			broken++
		}
		t.Run(each.String(), func(t *testing.T) {
			want := slices.DeleteFunc(slices.Clone(each.Faults), func(f Fault) bool { return f.Reason == OurOwn })
			if diff := cmp.Diff(want, faults(answer(v, each.Object, each.Old)), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("answer (-want +got):\n%s", diff)
			}
		})
	}
	t.Logf("%d constraints, %d objects, of which %d break one", len(c.Constraints), len(c.Cases), broken)
}

// What the server refuses, people are told of, at the same place or, where a
// CEL rule or a map is concerned, further in.
func TestViolationsSayTheSame(t *testing.T) {
	v := validator(t)
	for _, each := range corpus(t).Cases {
		found := slices.DeleteFunc(violations(v, each.Object, each.Old), func(v schema.Violation) bool { return v.Rule == "VK008" })
		if (len(found) > 0) != (len(each.Faults) > 0) {
			t.Errorf("%s: got %v", each, found)
		}
		for _, violation := range found {
			at := func(f Fault) bool {
				return f.Field == noField || strings.HasPrefix(plain(violation.Path), plain(f.Field))
			}
			if !slices.ContainsFunc(each.Faults, at) {
				t.Errorf("%s: got path %s, want one of %v or below", each, violation.Path, each.Faults)
			}
		}
	}
}

// plain is a path without the marks in which its forms differ.
func plain(path string) string {
	return strings.TrimPrefix(strings.NewReplacer(`["`, ".", `"]`, "", "[", ".", "]", "").Replace(path), ".")
}
