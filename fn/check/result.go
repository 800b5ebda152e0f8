package check

import (
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/fn/source"
	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// result places a finding of lint.
func (w *World) result(f lint.Finding) report.Result {
	objects := w.objects[f.Object]
	if len(objects) == 0 {
		return newResult(f, nil, source.Place{})
	}
	if f.Rule == "VK004" {
		places := duplicatePlaces(objects, f.Path)
		last := len(places) - 1
		if also := places[:last]; !slices.Contains(also, source.Place{}) {
			f.Message += " (also at " + joinPlaces(also) + ")"
		}
		return newResult(f, objects[0], places[last])
	}
	return newResult(f, objects[0], objects[0].Place(f.Path))
}

// duplicatePlaces are where the objects of one name stand, in order: the finding
// is reported at the last one.
func duplicatePlaces(objects []*Object, path string) []source.Place {
	places := make([]source.Place, len(objects))
	for i, o := range objects {
		places[i] = o.Place(path)
	}
	slices.SortFunc(places, comparePlaces)
	return places
}

func joinPlaces(places []source.Place) string {
	texts := make([]string, len(places))
	for i, p := range places {
		texts[i] = p.String()
	}
	return strings.Join(texts, ", ")
}

// violationResults puts what the schema engine refuses through severities and
// suppressions, each with the object that it was found in: another one may have
// the same name.
func violationResults(violations []violation, input lint.Input) []report.Result {
	var results []report.Result
	for _, group := range byObject(violations) {
		findings := make([]lint.Finding, len(group))
		o := group[0].object
		for i, v := range group {
			findings[i] = lint.Finding{Rule: v.Rule, Object: o.ref(), Path: v.Path, Message: v.Message}
		}
		for _, f := range lint.Apply(findings, input) {
			r := newResult(f, o, o.Place(f.Path))
			r.Refused = isVerdict(f.Rule)
			results = append(results, r)
		}
	}
	return results
}

// isVerdict tells the API server's word among the rules of the schema engine from
// what only the tools before it cannot handle.
func isVerdict(rule string) bool { return rule != "VK003" && rule != "VK008" }

// byObject groups neighbours: violations of one object stand side by side.
func byObject(violations []violation) [][]violation {
	var groups [][]violation
	for i, v := range violations {
		if i == 0 || violations[i-1].object != v.object {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], v)
	}
	return groups
}

// rawResults puts findings about bytes through the same severities and
// suppressions, and keeps their places, which are exact already.
func (w *World) rawResults(raw []Raw, input lint.Input) []report.Result {
	var results []report.Result
	for _, r := range raw {
		var o *Object
		if objects := w.objects[r.Object]; len(objects) > 0 {
			o = objects[0]
		}
		for _, f := range lint.Apply([]lint.Finding{{Rule: r.Rule, Object: r.Object, Path: r.Path, Message: r.Message}}, input) {
			results = append(results, newResult(f, o, r.Place))
		}
	}
	return results
}

// newResult joins a finding with the object it is about, if that is known, and
// its place.
func newResult(f lint.Finding, o *Object, place source.Place) report.Result {
	r := report.Result{
		Rule: f.Rule, Slug: f.Slug, Severity: f.Severity, Message: f.Message, Path: shown(f.Path),
		Object:     report.Object{Kind: f.Object.Kind, Namespace: f.Object.Namespace, Name: f.Object.Name},
		Suppressed: f.Suppressed, Justification: f.Justification,
		File: place.File, Line: place.Line, Column: place.Column,
	}
	if o != nil {
		r.Object.APIVersion, r.Object.Namespace = o.APIVersion, o.Namespace
	}
	return r
}
