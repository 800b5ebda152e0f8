package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	library "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// valid reads a log with a library of the whole standard, which knows every
// property, and validates it against the standard's schema; what the library
// writes again has to hold all that was read.
func valid(out []byte) (*library.Report, error) {
	decoder := json.NewDecoder(bytes.NewReader(out))
	decoder.DisallowUnknownFields()
	log := &library.Report{}
	if err := decoder.Decode(log); err != nil {
		return nil, err
	}
	again, err := json.Marshal(log)
	if err != nil {
		return nil, err
	}
	var before, after any
	if err := errors.Join(json.Unmarshal(out, &before), json.Unmarshal(again, &after)); err != nil {
		return nil, err
	}
	if lost := missing("", before, after); len(lost) > 0 {
		return nil, fmt.Errorf("lost by the round trip: %s", strings.Join(lost, ", "))
	}
	// The library validates what it has read, with lists that it adds as null.
	// Read anew without strictness, they are empty ones.
	if log, err = library.FromBytes(out); err != nil {
		return nil, err
	}
	err = log.Validate()
	return log, err
}

// missing lists what one JSON value has and another has not or has differently.
// An empty list is as good as none.
func missing(at string, before, after any) []string {
	var lost []string
	switch b := before.(type) {
	case map[string]any:
		a, _ := after.(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(b)) {
			lost = append(lost, missing(at+"."+key, b[key], a[key])...)
		}
	case []any:
		a, _ := after.([]any)
		if len(a) != len(b) {
			return []string{at}
		}
		for i := range b {
			lost = append(lost, missing(fmt.Sprintf("%s[%d]", at, i), b[i], a[i])...)
		}
	default:
		if before != after {
			lost = []string{at}
		}
	}
	return lost
}

func TestSARIFIsValid(t *testing.T) {
	reports := map[string]report.Report{"empty": report.New(0, nil), "every rule": everyRule()}
	for file, j := range judgedReports(t) {
		reports[file] = j.report
	}
	var hostile []report.Result
	for _, text := range report.Hostile() {
		hostile = append(hostile, hostileResults(text)...)
	}
	reports["hostile"] = report.New(1, hostile)
	for name, r := range reports {
		log, err := valid(rendered(t, report.FormatSARIF, r))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := len(log.Runs[0].Results); got != len(r.Results) {
			t.Errorf("%s: %d results, want %d", name, got, len(r.Results))
		}
		for i, one := range log.Runs[0].Results {
			if rule := log.Runs[0].Tool.Driver.Rules[one.RuleIndex]; *rule.ID != *one.RuleID {
				t.Errorf("%s: result %d of rule %s points to rule %s", name, i, *one.RuleID, *rule.ID)
			}
		}
	}
}

// hostileResults have a text in every field, with and without a place.
func hostileResults(text string) []report.Result {
	r := report.Result{
		Rule: text, Slug: text, Severity: lint.Error, Message: text, File: text, Line: 3, Column: 4, Path: text, Justification: text,
		Object: report.Object{APIVersion: text, Kind: text, Namespace: text, Name: text},
	}
	suppressed, info, nowhere := r, r, r
	suppressed.Suppressed, info.Severity = true, lint.Info
	nowhere.File, nowhere.Line, nowhere.Severity = "", 0, lint.Warning
	return []report.Result{r, suppressed, info, nowhere}
}

// everyRule has one result of each rule of the registry.
func everyRule() report.Report {
	var results []report.Result
	for i, rule := range lint.Rules() {
		results = append(results, report.Result{
			Rule: rule.ID, Slug: rule.Slug, Severity: rule.Severity, Message: rule.Summary, File: "menu/a.yaml", Line: i + 1, Column: 1,
			Object: report.Object{Kind: "ValkeyConfig", Name: "standard"}, Path: "spec.valkey",
		})
	}
	return report.New(len(results), results)
}

// What valid lets through is worth no more than what it refuses.
func TestInvalidSARIFIsRefused(t *testing.T) {
	out := string(rendered(t, report.FormatSARIF, everyRule()))
	for name, change := range map[string][2]string{
		"an unknown property": {`"ruleIndex"`, `"ruleindex_"`}, "a level": {`"level": "error"`, `"level": "fatal"`},
		"a line": {`"startLine": 1,`, `"startLine": 0,`}, "a version": {`"version": "2.1.0"`, `"version": "2.0.0"`},
		"a reference": {`"uri": "menu/a.yaml"`, `"uri": "menu\\a.yaml"`}, "column kinds": {"unicodeCodePoints", "runes"},
	} {
		broken := strings.Replace(out, change[0], change[1], 1)
		if _, err := valid([]byte(broken)); err == nil || broken == out {
			t.Errorf("%s: accepted", name)
		}
	}
}
