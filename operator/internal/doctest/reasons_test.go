package doctest

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
	"github.com/valkey-menu/valkey-menu/operator/internal/events"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

const reconciliation = "reconciliation.md"

// planned are the reasons of decisions.
func planned(t *testing.T) []string {
	t.Helper()
	return constants(t, "Reason", "lib", "plan")
}

// TestStepsAndWaits: the two tables together have every reason of a decision
// but that of one that is done, and no other.
func TestStepsAndWaits(t *testing.T) {
	text := page(t, reconciliation)
	var got []string
	for _, heading := range []string{"Steps", "Waits"} {
		for _, row := range rows(section(t, text, heading)) {
			got = append(got, words(row[0])...)
		}
	}
	want := slices.DeleteFunc(planned(t), func(r string) bool { return r == string(plan.Ready) })
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reasons (-code +page):\n%s", diff)
	}
}

// unusable are the reasons why a config does not resolve, or no node can be made of
// it.
func unusable(t *testing.T) []string {
	t.Helper()
	all := constants(t, "Reason", "lib", "resolve")
	for _, r := range []resolve.Reason{render.ReasonBadQuantity, render.ReasonBadDirectiveValue, render.ReasonControlCharacter, render.ReasonRenderedTooLarge} {
		all = append(all, string(r))
	}
	return all
}

// TestConditions: every reason of a condition stands on the page, those of
// unresolved references in the row of Stalled, and what the row names exists.
func TestConditions(t *testing.T) {
	text := section(t, page(t, reconciliation), "Conditions")
	known := slices.Concat(status.Reasons(), planned(t), unusable(t))
	there := words(text)
	for _, reason := range status.Reasons() {
		if !slices.Contains(there, reason) {
			t.Errorf("reason %s is not on the page", reason)
		}
	}
	kinds := append(constants(t, "", "lib", "api", "v1alpha1", "status.go"), status.ConditionManagedDirective)
	var got []string
	for _, row := range rows(text) {
		got = append(got, words(row[0])...)
		for _, reason := range words(row[2]) {
			if !slices.Contains(known, reason) {
				t.Errorf("row %s names %s, which is no reason", row[0], reason)
			}
		}
		if slices.Contains(words(row[0]), "Stalled") {
			for _, reason := range unusable(t) {
				if !slices.Contains(words(row[2]), reason) {
					t.Errorf("reason %s is not in the row of Stalled", reason)
				}
			}
		}
	}
	slices.Sort(got)
	slices.Sort(kinds)
	if diff := cmp.Diff(kinds, got); diff != "" {
		t.Errorf("conditions (-code +page):\n%s", diff)
	}
}

// TestMenuConditions: the reasons that only menu objects have are on their page.
func TestMenuConditions(t *testing.T) {
	var got []string
	for _, row := range rows(section(t, page(t, "images-and-configs.md"), "Conditions of the menu")) {
		got = append(got, words(row[0])...)
	}
	want := slices.Concat([]string{status.ReasonResolved, status.ReasonBaseOnly}, unusable(t))
	want = slices.DeleteFunc(want, func(r string) bool { return r == "DuplicateUsername" }) // takes a cluster
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reasons (-code +page):\n%s", diff)
	}
}

// told is one of each Event that has a row of its own.
func told() []events.Event {
	err := errors.New("x")
	return []events.Event{
		events.Ready(""), events.Undecided(""), events.StepFailed(""), events.StallResolved(""), events.Invalid(""), events.Valid(),
		events.ManagedDirective(""), events.Paused(), events.Resumed(), events.CertificateExpiring(""), events.CertificateExpired(""),
		events.CertificateRenewed(""), events.CertificateNotServed("", err), events.ACLLoadFailed("", err), events.ACLPropagated("", 1),
		events.DataLoss(""), events.Deleting(1), events.NodeDeleted(""), events.Deleted(), events.Failed(plan.Action{}, err),
	}
}

// TestEvents compares reasons and types of the table with the constructors.
func TestEvents(t *testing.T) {
	got := map[string]string{}
	for _, row := range rows(section(t, page(t, reconciliation), "Events")) {
		reasons, types := words(row[0]), strings.Split(row[1], ", ")
		for i, reason := range reasons {
			got[reason] = types[min(i, len(types)-1)]
		}
	}
	want := map[string]string{}
	for _, e := range told() {
		want[e.Reason] = e.Type
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Events (-code +page):\n%s", diff)
	}
	for _, reason := range events.Reasons() {
		if _, tested := want[reason]; !tested {
			t.Errorf("the test makes no Event %s of %v", reason, slices.Sorted(maps.Keys(want)))
		}
	}
}
