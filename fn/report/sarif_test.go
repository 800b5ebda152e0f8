package report_test

import (
	"maps"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/lib/lint"
)

func TestSARIFRules(t *testing.T) {
	log, err := valid(rendered(t, report.FormatSARIF, everyRule()))
	if err != nil {
		t.Fatal(err)
	}
	rules := log.Runs[0].Tool.Driver.Rules
	if len(rules) != len(lint.Rules()) {
		t.Fatalf("%d rules, want %d", len(rules), len(lint.Rules()))
	}
	for i, want := range lint.Rules() {
		got := rules[i]
		level := map[lint.Severity]string{lint.Error: "error", lint.Warning: "warning", lint.Info: "note"}[want.Severity]
		if *got.ID != want.ID || *got.Name != want.Slug || *got.ShortDescription.Text != want.Summary || *got.FullDescription.Text != want.Why ||
			got.DefaultConfiguration.Level != level || !strings.Contains(*got.Help.Text, want.Fix) {
			t.Errorf("rule %s: %+v", want.ID, got)
		}
		// The limits are those of GitHub's code scanning.
		if len(want.Summary) > 1024 || len(want.Why) > 1024 {
			t.Errorf("rule %s: a description is longer than 1024 characters", want.ID)
		}
	}
}

const wantSARIF = `{
  "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
  "version": "2.1.0",
  "runs": [
    {
      "tool": {
        "driver": {
          "name": "valkey-menu",
          "semanticVersion": "1.2.3",
          "informationUri": "https://github.com/valkey-menu/valkey-menu",
          "language": "en-GB",
          "rules": [
            {
              "id": "X1",
              "name": "Slug",
              "shortDescription": {
                "text": "Slug"
              },
              "fullDescription": {
                "text": "Slug"
              },
              "help": {
                "text": "Slug\n\nFix: Slug\n\nTo accept it on one object, annotate the object with valkey.gomomento.com/ignore-check.X1: \"the reason\".",
                "markdown": "Slug\n\n**Fix:** Slug\n\nTo accept it on one object, annotate the object with ` + "`valkey.gomomento.com/ignore-check.X1: \\\"the reason\\\"`" + `."
              },
              "defaultConfiguration": {
                "level": "error"
              },
              "properties": {
                "tags": [
                  "other"
                ]
              }
            }
          ]
        }
      },
      "language": "en-GB",
      "columnKind": "unicodeCodePoints",
      "newlineSequences": [
        "\r\n",
        "\n",
        "\r",
        "` + "\u0085" + `",
        "\u2028",
        "\u2029"
      ],
      "results": [
        {
          "ruleId": "X1",
          "ruleIndex": 0,
          "level": "error",
          "message": {
            "text": "ValkeyCluster ns/n spec.a: m"
          },
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "a%20b.yaml"
                },
                "region": {
                  "startLine": 3,
                  "startColumn": 4
                }
              },
              "logicalLocations": [
                {
                  "name": "n",
                  "fullyQualifiedName": "ValkeyCluster/ns/n#spec.a",
                  "kind": "resource"
                }
              ]
            }
          ],
          "partialFingerprints": {
            "valkeyMenu/v1": "FINGERPRINT"
          },
          "suppressions": [
            {
              "kind": "inSource",
              "status": "accepted",
              "justification": "known"
            }
          ]
        }
      ]
    }
  ]
}
`

func TestSARIF(t *testing.T) {
	out := rendered(t, report.FormatSARIF, report.New(1, []report.Result{{
		Rule: "X1", Slug: "Slug", Severity: lint.Error, Message: "m", File: "./a b.yaml", Line: 3, Column: 4, Path: "spec.a",
		Object: report.Object{Kind: "ValkeyCluster", Namespace: "ns", Name: "n"}, Suppressed: true, Justification: "known",
	}}))
	log, err := valid(out)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(wantSARIF, "FINGERPRINT", log.Runs[0].Results[0].PartialFingerprints["valkeyMenu/v1"], 1)
	if diff := cmp.Diff(want, string(out)); diff != "" {
		t.Errorf("log differs (-want +got):\n%s", diff)
	}
}

func TestSARIFVersion(t *testing.T) {
	tests := map[string]struct{ semantic, version string }{
		"v1.2.3":                                {semantic: "1.2.3"},
		"0.1.0-rc.1+build.5":                    {semantic: "0.1.0-rc.1+build.5"},
		"v0.0.0-20260102030405-abcdef0+dirty":   {semantic: "0.0.0-20260102030405-abcdef0+dirty"},
		"(devel)":                               {version: "(devel)"},
		"unknown":                               {version: "unknown"},
		"1.2":                                   {version: "1.2"},
		"01.2.3":                                {version: "01.2.3"},
		"":                                      {},
		"v1.2.3-12-gabcdef0-dirty\n::error::no": {version: `v1.2.3-12-gabcdef0-dirty\n::error::no`},
	}
	for version, want := range tests {
		out, err := report.Render(report.FormatSARIF, report.New(0, nil), report.Options{Version: version})
		if err != nil {
			t.Fatal(err)
		}
		log, err := valid(out)
		if err != nil {
			t.Fatalf("%q: %v", version, err)
		}
		driver := log.Runs[0].Tool.Driver
		text := func(s *string) string {
			if s == nil {
				return ""
			}
			return *s
		}
		if text(driver.SemanticVersion) != want.semantic || text(driver.Version) != want.version {
			t.Errorf("%q: semantic %q, version %q, want %+v", version, text(driver.SemanticVersion), text(driver.Version), want)
		}
	}
}

func TestSARIFPlaces(t *testing.T) {
	object := report.Object{Kind: "ValkeyCluster", Namespace: "team/a", Name: ".."}
	tests := map[string]struct {
		result report.Result
		want   string
		file   string // what the reference is read as
	}{
		"plain":       {report.Result{File: "menu/a.yaml", Line: 1}, "menu/a.yaml", "menu/a.yaml"},
		"dots":        {report.Result{File: "./menu//../a.yaml"}, "a.yaml", "a.yaml"},
		"reserved":    {report.Result{File: "a b#c?d%e.yaml"}, "a%20b%23c%3Fd%25e.yaml", "a b#c?d%e.yaml"},
		"letters":     {report.Result{File: "日本/ä.yaml"}, "%E6%97%A5%E6%9C%AC/%C3%A4.yaml", "日本/ä.yaml"},
		"a scheme":    {report.Result{File: "file:x"}, "file%3Ax", "file:x"},
		"no UTF-8":    {report.Result{File: "\xff"}, "%FF", "\xff"},
		"backslash":   {report.Result{File: `a\b`}, "a%5Cb", `a\b`},
		"line":        {report.Result{File: "a\nb"}, "a%0Ab", "a\nb"},
		"above":       {report.Result{File: "../a.yaml"}, "../a.yaml", "../a.yaml"},
		"absolute":    {report.Result{File: "/srv/a b.yaml"}, "file:///srv/a%20b.yaml", "/srv/a b.yaml"},
		"a network":   {report.Result{File: "//host/a"}, "file:///host/a", "/host/a"},
		"no file":     {report.Result{Object: report.Object{Kind: "ValkeyImage", Name: "v91"}}, "ValkeyImage/v91", "ValkeyImage/v91"},
		"no such one": {report.Result{Object: object}, "ValkeyCluster/team%2Fa/%2E%2E", "ValkeyCluster/team/a/.."},
	}
	for name, test := range tests {
		log, err := valid(rendered(t, report.FormatSARIF, report.New(1, []report.Result{test.result})))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		place := log.Runs[0].Results[0].Locations[0].PhysicalLocation
		got := *place.ArtifactLocation.URI
		parsed, err := url.Parse(got)
		if err != nil || got != test.want || parsed.Path != test.file || parsed.Host != "" || parsed.Fragment+parsed.RawQuery != "" {
			t.Errorf("%s: %s, read as %+v (%v), want %s for %q", name, got, parsed, err, test.want, test.file)
		}
		if (place.Region == nil) != (test.result.Line == 0) {
			t.Errorf("%s: region %v at line %d", name, place.Region, test.result.Line)
		}
	}
}

func prints(t *testing.T, results ...report.Result) []map[string]string {
	t.Helper()
	log, err := valid(rendered(t, report.FormatSARIF, report.New(1, results)))
	if err != nil {
		t.Fatal(err)
	}
	var all []map[string]string
	for _, one := range log.Runs[0].Results {
		all = append(all, one.PartialFingerprints)
	}
	return all
}

func TestSARIFFingerprints(t *testing.T) {
	one := report.Result{Rule: "VK031", Message: "m", File: "a", Line: 3, Column: 1, Path: "spec.a", Object: report.Object{Kind: "K", Namespace: "ns", Name: "n"}}
	with := func(change func(*report.Result)) report.Result {
		other := one
		change(&other)
		return other
	}
	base := prints(t, one)[0]
	for name, other := range map[string]report.Result{
		"line": with(func(r *report.Result) { r.Line = 30 }), "file": with(func(r *report.Result) { r.File = "b" }),
		"message": with(func(r *report.Result) { r.Message = "n" }), "severity": with(func(r *report.Result) { r.Severity = lint.Error }),
	} {
		if got := prints(t, other)[0]; !maps.Equal(got, base) {
			t.Errorf("another %s is another fingerprint: %v, want %v", name, got, base)
		}
	}
	for name, other := range map[string]report.Result{
		"rule": with(func(r *report.Result) { r.Rule = "VK032" }), "path": with(func(r *report.Result) { r.Path = "spec.b" }),
		"kind": with(func(r *report.Result) { r.Object.Kind = "L" }), "name": with(func(r *report.Result) { r.Object.Name = "m" }),
		"border": with(func(r *report.Result) { r.Object.Namespace, r.Object.Name = "n", "sn" }),
	} {
		if got := prints(t, other)[0]; got["valkeyMenu/v1"] == base["valkeyMenu/v1"] {
			t.Errorf("another %s is the same fingerprint %v", name, got)
		}
	}
	two := prints(t, one, with(func(r *report.Result) { r.Message = "n" }))
	if two[0]["valkeyMenu/v1"] == two[1]["valkeyMenu/v1"] || len(two[0]) != 1 {
		t.Errorf("two results of one field: %v", two)
	}
	if nowhere := prints(t, with(func(r *report.Result) { r.Line = 0 }))[0]; nowhere["primaryLocationLineHash"] != base["valkeyMenu/v1"] {
		t.Errorf("without a line GitHub has no fingerprint: %v", nowhere)
	}
}

func TestSARIFMessagesHoldNoLink(t *testing.T) {
	log, err := valid(rendered(t, report.FormatSARIF, report.New(1, []report.Result{{Message: "see [this](https://example.com) \x1b[0m"}})))
	if err != nil {
		t.Fatal(err)
	}
	const want = ` : see [this] (https://example.com) \x1b[0m`
	if got := *log.Runs[0].Results[0].Message.Text; got != want {
		t.Errorf("message %q, want %q", got, want)
	}
}
