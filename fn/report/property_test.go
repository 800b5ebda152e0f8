package report_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// randomReport is made of rules of the registry and others, and of hostile text.
func randomReport(r *rand.Rand) report.Report {
	rules, hostile := lint.Rules(), report.Hostile()
	text := func() string {
		if r.IntN(3) > 0 {
			return []string{"a", "b.yaml", "menu/c.yaml", "spec.acl[0]"}[r.IntN(4)]
		}
		return hostile[r.IntN(len(hostile))]
	}
	results := make([]report.Result, r.IntN(40))
	for i := range results {
		rule := rules[r.IntN(len(rules))]
		if r.IntN(10) == 0 {
			rule = lint.Rule{ID: text(), Slug: text()}
		}
		one := report.Result{
			Rule: rule.ID, Slug: rule.Slug, Severity: []lint.Severity{lint.Error, lint.Warning, lint.Info}[r.IntN(3)],
			Message: text(), Path: text(), File: text(), Suppressed: r.IntN(4) == 0, Justification: text(),
			Object: report.Object{APIVersion: text(), Kind: text(), Namespace: text(), Name: text()},
		}
		if r.IntN(3) > 0 {
			one.Line, one.Column = r.IntN(100), r.IntN(100)
		}
		results[i] = one
	}
	rep := report.New(len(results), results)
	for range r.IntN(5) {
		rep.Checked = append(rep.Checked, report.Checked{Object: report.Object{Kind: text(), Name: text()}, File: text()})
	}
	return rep
}

// Whatever is reported, every format holds what a reader of it takes, one line
// is one finding where lines count, and a second time is the same.
func TestEveryFormatIsValid(t *testing.T) {
	for seed := range uint64(60) {
		r := randomReport(rand.New(rand.NewPCG(seed, 0)))
		counted := len(r.Results) - r.Summary.Suppressed
		for _, format := range report.Formats() {
			out := rendered(t, format, r)
			again := rendered(t, format, report.Report{APIVersion: r.APIVersion, Kind: r.Kind, Summary: r.Summary, Results: r.Results, Checked: r.Checked})
			if !bytes.Equal(out, again) {
				t.Errorf("seed %d: %s differs the second time", seed, format)
			}
			if !utf8.Valid(out) || strings.ContainsAny(string(out), "\x00\x1b\r") || !bytes.HasSuffix(out, []byte("\n")) {
				t.Errorf("seed %d: %s is no plain text", seed, format)
			}
			lines := bytes.Count(out, []byte("\n"))
			switch format {
			case report.FormatText, report.FormatGitHub:
				if lines != counted+1 {
					t.Errorf("seed %d: %d lines of %s, want %d and the summary", seed, lines, format, counted)
				}
			case report.FormatJSON:
				var back report.Report
				if err := json.Unmarshal(out, &back); err != nil || len(back.Results) != len(r.Results) {
					t.Errorf("seed %d: %v, %d results, want %d", seed, err, len(back.Results), len(r.Results))
				}
			case report.FormatSARIF:
				if seed < 10 { // slow: a library reads the whole standard
					if _, err := valid(out); err != nil {
						t.Errorf("seed %d: %v", seed, err)
					}
				}
			case report.FormatJUnit:
				parsed(t, out)
			case report.FormatMarkdown:
				if len(out) >= 65_536 || !bytes.HasPrefix(out, []byte("**valkey-menu: ")) {
					t.Errorf("seed %d: %d bytes of Markdown that start with %.20q", seed, len(out), out)
				}
			}
		}
	}
}

// Suppressed results stay where programs read, and are counted where people do.
func TestSuppressedResults(t *testing.T) {
	r := report.New(1, []report.Result{{Rule: "VK060", Slug: "NoReplicas", Severity: lint.Warning, Message: "no replicas", File: "a.yaml", Line: 1, Column: 1,
		Object: report.Object{Kind: "ValkeyCluster", Name: "c"}, Suppressed: true, Justification: "a test"}})
	for format, want := range map[string][]string{
		report.FormatText:     {"0 warnings", "1 suppressed"},
		report.FormatJSON:     {`"suppressed": true`, `"justification": "a test"`, "no replicas", `"suppressed": 1`},
		report.FormatSARIF:    {`"kind": "inSource"`, `"justification": "a test"`, "no replicas"},
		report.FormatGitHub:   {"0 warnings", "1 suppressed"},
		report.FormatJUnit:    {`failures="0"`, `skipped="1"`, `<skipped message="a test">`, "no replicas"},
		report.FormatMarkdown: {"passed", "0 warnings", "1 suppressed", "no replicas", "a test"},
	} {
		out := string(rendered(t, format, r))
		for _, text := range want {
			if !strings.Contains(out, text) {
				t.Errorf("%s has no %q:\n%s", format, text, out)
			}
		}
	}
}
