package report

import (
	"cmp"
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// Kind and APIVersion of a report in JSON.
const (
	APIVersion = "fn.valkey.gomomento.com/v1alpha1"
	Kind       = "ValidationReport"
)

// Object identifies what a result is about.
type Object struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Namespace  string `json:"namespace,omitempty"`
	Name       string `json:"name"`
}

// Result is one finding with its place in the author's file. Line and Column
// count from 1; 0 means unknown.
type Result struct {
	Rule          string        `json:"rule"`
	Slug          string        `json:"slug"`
	Severity      lint.Severity `json:"severity"`
	Message       string        `json:"message"`
	Object        Object        `json:"object"`
	Path          string        `json:"path,omitempty"`
	File          string        `json:"file,omitempty"`
	Line          int           `json:"line,omitempty"`
	Column        int           `json:"column,omitempty"`
	Suppressed    bool          `json:"suppressed,omitempty"`
	Justification string        `json:"justification,omitempty"`
	// Refused says that this is the API server's own verdict: it does not take
	// the object, whatever this tool grades or suppresses.
	Refused bool `json:"-"`
}

// Summary counts objects of the API group and results; suppressed results
// count as suppressed only.
type Summary struct {
	Objects    int `json:"objects"`
	Errors     int `json:"errors"`
	Warnings   int `json:"warnings"`
	Infos      int `json:"infos"`
	Suppressed int `json:"suppressed"`
}

// Checked is an object that was judged, with the author's file so far as it is
// known.
type Checked struct {
	Object Object
	File   string
}

// Report is the outcome of a validation.
type Report struct {
	APIVersion string   `json:"apiVersion"`
	Kind       string   `json:"kind"`
	Summary    Summary  `json:"summary"`
	Results    []Result `json:"results"`
	// Checked are the objects that Summary counts, those without results
	// included. Only JUnit shows them; without them it knows no clean object.
	Checked []Checked `json:"-"`
}

// New sorts the results and counts them.
func New(objects int, results []Result) Report {
	sorted := slices.Clone(results)
	slices.SortFunc(sorted, Result.compare)
	r := Report{APIVersion: APIVersion, Kind: Kind, Summary: Summary{Objects: objects}, Results: sorted}
	for _, one := range sorted {
		r.Summary.count(one)
	}
	return r
}

func (s *Summary) count(r Result) {
	switch {
	case r.Suppressed:
		s.Suppressed++
	case r.Severity == lint.Error:
		s.Errors++
	case r.Severity == lint.Warning:
		s.Warnings++
	default:
		s.Infos++
	}
}

// compare orders results the way a reader walks through files: by file and
// line, then the worst first, then by what they are about.
func (r Result) compare(o Result) int {
	return cmp.Or(
		cmp.Compare(r.File, o.File),
		cmp.Compare(r.Line, o.Line),
		cmp.Compare(r.Column, o.Column),
		cmp.Compare(r.Severity.Rank(), o.Severity.Rank()),
		cmp.Compare(r.Rule, o.Rule),
		cmp.Compare(r.Object.Kind, o.Object.Kind),
		cmp.Compare(r.Object.Namespace, o.Object.Namespace),
		cmp.Compare(r.Object.Name, o.Object.Name),
		cmp.Compare(r.Path, o.Path),
		cmp.Compare(r.Message, o.Message),
	)
}

// FailLevel says which results fail a run.
type FailLevel string

// The fail levels.
const (
	FailError   FailLevel = "error"
	FailWarning FailLevel = "warning"
	FailNever   FailLevel = "never"
)

// Failed reports whether the report holds a result at or above the level;
// empty means FailError.
func (r Report) Failed(level FailLevel) bool {
	switch level {
	case FailNever:
		return false
	case FailWarning:
		return r.Summary.Errors+r.Summary.Warnings > 0
	case FailError:
	}
	return r.Summary.Errors > 0
}
