package check

import (
	"fmt"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/fn/schema"
	"github.com/valkey-menu/valkey-menu/fn/source"
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
	findings := w.findings
	if in.Before != nil {
		before := Load(in.Before, v, o.Placeholder)
		input.Before = before.Menu
		findings = append(findings, w.transitions(before, v)...)
	}
	for _, f := range lint.Run(input) {
		if !w.refused(f) {
			findings = append(findings, f)
		}
	}
	results := w.results(lint.Apply(findings, input), nil)
	results = append(results, w.rawResults(in.Raw, input)...)
	return w, report.New(w.count, results)
}

// transitions reports changes that the API server would refuse.
func (w *World) transitions(before *World, v *schema.Validator) []lint.Finding {
	var findings []lint.Finding
	for ref, now := range w.objects {
		old := before.objects[ref]
		if len(old) == 0 || !now[0].ours() {
			continue
		}
		for _, violation := range v.ValidateUpdate(now[0].Data, old[0].Data) {
			if violation.Kind == schema.KindImmutable {
				findings = append(findings, finding(now[0], violation))
			}
		}
	}
	return findings
}

// refused reports whether a finding is about a field that the schema engine
// has refused: what lint then saw is not what the author wrote.
func (w *World) refused(f lint.Finding) bool {
	for _, path := range w.broken[f.Object] {
		if related(path, f.Path) {
			return true
		}
	}
	return false
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

// rawResults puts findings about bytes through the same severities and
// suppressions, and keeps their places, which are exact already.
func (w *World) rawResults(raw []Raw, input lint.Input) []report.Result {
	var results []report.Result
	for _, r := range raw {
		one := lint.Apply([]lint.Finding{{Rule: r.Rule, Object: r.Object, Path: r.Path, Message: r.Message}}, input)
		results = append(results, w.results(one, &r.Place)...)
	}
	return results
}

func (w *World) results(findings []lint.Finding, at *source.Place) []report.Result {
	results := make([]report.Result, 0, len(findings))
	for _, f := range findings {
		results = append(results, w.result(f, at))
	}
	return results
}

// result finds the place of a finding, unless it is given.
func (w *World) result(f lint.Finding, at *source.Place) report.Result {
	r := report.Result{
		Rule: f.Rule, Slug: f.Slug, Severity: f.Severity, Message: f.Message, Path: f.Path,
		Object:     report.Object{Kind: f.Object.Kind, Namespace: f.Object.Namespace, Name: f.Object.Name},
		Suppressed: f.Suppressed, Justification: f.Justification,
	}
	objects := w.objects[f.Object]
	if len(objects) > 0 {
		r.Object.APIVersion, r.Object.Namespace = objects[0].APIVersion, objects[0].Namespace
		last := objects[len(objects)-1]
		place := objects[0].Place(f.Path)
		if f.Rule == "VK004" {
			r.Message += fmt.Sprintf(" (first at %s)", place)
			place = last.Place(f.Path)
		}
		r.File, r.Line, r.Column = place.File, place.Line, place.Column
	}
	if at != nil {
		r.File, r.Line, r.Column = at.File, at.Line, at.Column
	}
	return r
}
