package check

import (
	"slices"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/fn/schema"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// Options of a run.
type Options struct {
	Resolve    resolve.Options
	Severities map[string]lint.Severity
	External   lint.Severity
	// Placeholder reports whether a later step substitutes a value; nil means
	// that none is.
	Placeholder func(string) bool
}

// Input is what a run judges.
type Input struct {
	Objects []Object
	// Before is the state that a change starts from; nil when there is none.
	Before []Object
	// BeforeWorld is Before where that is loaded already; it goes first.
	BeforeWorld *World
	// Raw are findings about the bytes of the files.
	Raw []Raw
}

// Run judges the objects and returns them typed, with the report.
func Run(in Input, v *schema.Validator, o Options) (*World, report.Report) {
	w := Load(in.Objects, v, o.Placeholder)
	input := lint.Input{
		Menu: w.Menu, Options: o.Resolve, Secrets: w.Secrets, External: o.External,
		Severities: o.Severities, Placeholder: o.Placeholder, Annotations: w.annotations(),
	}
	var refused []violation
	before := in.BeforeWorld
	if before == nil && in.Before != nil {
		before = Load(in.Before, v, o.Placeholder)
	}
	if before != nil {
		input.Before = before.Menu
		refused = w.transitions(before, v, o.Placeholder)
	}
	results := w.rawResults(in.Raw, input)
	for _, f := range lint.Run(input) {
		if !w.repeats(f) {
			results = append(results, w.result(f))
		}
	}
	verdicts := violationResults(slices.Concat(w.violations, refused), input)
	markRefused(results, verdicts)
	known := newBetter(results)
	for _, r := range verdicts {
		if !known.replaces(r) {
			results = append(results, r)
		}
	}
	rep := report.New(w.Count(), results)
	rep.Checked = w.checked()
	return w, rep
}

// annotations of every object, so that also one that could not be decoded can
// suppress findings.
func (w *World) annotations() map[menu.Ref]map[string]string {
	all := make(map[menu.Ref]map[string]string, len(w.objects))
	for ref, objects := range w.objects {
		all[ref] = objects[0].Annotations
	}
	return all
}
