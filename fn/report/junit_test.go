package report_test

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// suites is what readers of JUnit's format look at.
type suites struct {
	XMLName xml.Name `xml:"testsuites"`
	counts
	Suites []struct {
		Name string `xml:"name,attr"`
		counts
		Cases []testcase `xml:"testcase"`
	} `xml:"testsuite"`
}

type counts struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Skipped  int `xml:"skipped,attr"`
}

type testcase struct {
	Class    string `xml:"classname,attr"`
	Name     string `xml:"name,attr"`
	File     string `xml:"file,attr"`
	Failures []struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	} `xml:"failure"`
	Skipped *struct {
		Message string `xml:"message,attr"`
	} `xml:"skipped"`
	Out string `xml:"system-out"`
}

// parsed reads a report and checks that its counts are those of its cases and
// that no case has the name of another.
func parsed(t *testing.T, out []byte) suites {
	t.Helper()
	var all suites
	if err := xml.Unmarshal(out, &all); err != nil {
		t.Fatalf("%v in:\n%s", err, out)
	}
	var sum counts
	names := map[[2]string]bool{}
	for _, suite := range all.Suites {
		var got counts
		for _, c := range suite.Cases {
			got.Tests++
			got.Failures += len(c.Failures)
			if c.Skipped != nil {
				got.Skipped++
			}
			if names[[2]string{c.Class, c.Name}] || len(c.Failures) > 1 {
				t.Errorf("case %q of %q is there twice, or fails twice", c.Name, c.Class)
			}
			names[[2]string{c.Class, c.Name}] = true
		}
		if got != suite.counts {
			t.Errorf("suite %q counts %+v and has %+v", suite.Name, suite.counts, got)
		}
		sum = counts{sum.Tests + got.Tests, sum.Failures + got.Failures, sum.Skipped + got.Skipped}
	}
	if sum != all.counts {
		t.Errorf("the report counts %+v and has %+v", all.counts, sum)
	}
	return all
}

const wantJUnit = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="valkey-menu" tests="5" failures="2" errors="0" skipped="1" time="0">
  <testsuite name="(no file)" tests="1" failures="1" errors="0" skipped="0" time="0">
    <testcase classname="(no file)" name="ValkeyImage v91" time="0">
      <failure message="VK001 SchemaInvalid: bad" type="VK001">error VK001 ValkeyImage v91: bad&#xA;</failure>
    </testcase>
  </testsuite>
  <testsuite name="a.yaml" tests="4" failures="1" errors="0" skipped="1" time="0">
    <testcase classname="a.yaml" name="ValkeyCluster ns/clean" file="a.yaml" time="0"></testcase>
    <testcase classname="a.yaml" name="ValkeyCluster ns/n" file="a.yaml" time="0">
      <failure message="VK010 ImageNotFound: no image (and 1 more error)" type="VK010">a.yaml:1:2: error VK010 ValkeyCluster ns/n spec.a: no image&#xA;a.yaml:3:1: error VK011 ValkeyCluster ns/n: no config&#xA;</failure>
      <system-out>a.yaml:2:1: warning VK060 ValkeyCluster ns/n: no replicas&#xA;</system-out>
    </testcase>
    <testcase classname="a.yaml" name="ValkeyCluster ns/n ignores VK062" file="a.yaml" time="0">
      <skipped message="a test">a.yaml:4:1: warning VK062 ValkeyCluster ns/n: no quorum&#xA;</skipped>
    </testcase>
    <testcase classname="a.yaml" name="ValkeyCluster ns/warned" file="a.yaml" time="0">
      <system-out>a.yaml:9:1: info VK017 ValkeyCluster ns/warned: not used&#xA;</system-out>
    </testcase>
  </testsuite>
</testsuites>
`

func TestJUnit(t *testing.T) {
	cluster := func(name string) report.Object {
		return report.Object{APIVersion: "g/v1", Kind: "ValkeyCluster", Namespace: "ns", Name: name}
	}
	one := func(rule, slug string, severity lint.Severity, line, column int, message string) report.Result {
		return report.Result{Rule: rule, Slug: slug, Severity: severity, File: "a.yaml", Line: line, Column: column, Object: cluster("n"), Message: message}
	}
	results := []report.Result{
		one("VK010", "ImageNotFound", lint.Error, 1, 2, "no image"), one("VK011", "ConfigNotFound", lint.Error, 3, 1, "no config"),
		one("VK060", "NoReplicas", lint.Warning, 2, 1, "no replicas"), one("VK062", "NoQuorum", lint.Warning, 4, 1, "no quorum"),
		one("VK017", "UnusedMenuEntry", lint.Info, 9, 1, "not used"),
		{Rule: "VK001", Slug: "SchemaInvalid", Severity: lint.Error, Object: report.Object{Kind: "ValkeyImage", Name: "v91"}, Message: "bad"},
	}
	results[0].Path = "spec.a"
	results[3].Suppressed, results[3].Justification = true, "a test"
	results[4].Object = cluster("warned")
	rep := report.New(3, results)
	for _, name := range []string{"n", "clean", "warned"} {
		rep.Checked = append(rep.Checked, report.Checked{Object: cluster(name), File: "a.yaml"})
	}
	out := rendered(t, report.FormatJUnit, rep)
	if diff := cmp.Diff(wantJUnit, string(out)); diff != "" {
		t.Errorf("report differs (-want +got):\n%s", diff)
	}
	parsed(t, out)
}

// Every object that is judged is a case, and it fails exactly if it has an error.
func TestJUnitOfJudgedObjects(t *testing.T) {
	clean := 0
	for file, j := range judgedReports(t) {
		failed := map[string]bool{}
		for _, one := range j.report.Results {
			if one.Severity == lint.Error && !one.Suppressed {
				failed[one.Object.String()] = true
			}
		}
		cases := map[string]bool{}
		for _, suite := range parsed(t, rendered(t, report.FormatJUnit, j.report)).Suites {
			for _, c := range suite.Cases {
				cases[c.Name] = cases[c.Name] || len(c.Failures) > 0
			}
		}
		for _, c := range j.report.Checked {
			name := report.Printable(c.Object.String())
			if got, is := cases[name]; !is || got != failed[c.Object.String()] {
				t.Errorf("%s: %s is a case %v and fails %v, want %v", file, name, is, got, failed[c.Object.String()])
			}
			if !failed[c.Object.String()] {
				clean++
			}
		}
		if len(j.report.Checked) != j.report.Summary.Objects {
			t.Errorf("%s: %d objects checked, the summary has %d", file, len(j.report.Checked), j.report.Summary.Objects)
		}
	}
	if clean < 100 {
		t.Errorf("%d clean objects: the cases have more", clean)
	}
}

func TestJUnitOfHostileText(t *testing.T) {
	for _, text := range report.Hostile() {
		out := rendered(t, report.FormatJUnit, report.New(1, hostileResults(text)))
		all := parsed(t, out)
		found := false
		for _, suite := range all.Suites {
			for _, c := range suite.Cases {
				for _, f := range c.Failures {
					found = found || strings.Contains(f.Message, report.Printable(text)) && c.File == report.Printable(text)
				}
			}
		}
		if !found {
			t.Errorf("%q is not in the report as it is printed:\n%s", text, out)
		}
		for _, suite := range all.Suites {
			for _, c := range suite.Cases {
				if strings.Contains(c.Out, "[[ATTACHMENT") {
					t.Errorf("%q: output that asks to attach a file: %s", text, c.Out)
				}
			}
		}
	}
}
