package report

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// noFile is the suite of objects whose file is not known.
const noFile = "(no file)"

type (
	junitSuites struct {
		XMLName xml.Name `xml:"testsuites"`
		Name    string   `xml:"name,attr"`
		junitCounts
		Suites []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name string `xml:"name,attr"`
		junitCounts
		Cases []junitCase `xml:"testcase"`
	}
	// junitCounts are what readers add up. Time is always 0: the report of equal
	// input is equal.
	junitCounts struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Skipped  int `xml:"skipped,attr"`
		Time     int `xml:"time,attr"`
	}
	junitCase struct {
		ClassName string        `xml:"classname,attr"`
		Name      string        `xml:"name,attr"`
		File      string        `xml:"file,attr,omitempty"`
		Time      int           `xml:"time,attr"`
		Failure   *junitFailure `xml:"failure"`
		Skipped   *junitSkipped `xml:"skipped"`
		SystemOut string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
	junitSkipped struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// junit is a suite a file and a case an object. Errors make one failure, since
// readers take one a case; warnings and infos are the output of the case. What
// is suppressed is a skipped case of its own, an object and a rule each: the
// other rules still judge the object.
func junit(r Report) ([]byte, error) {
	all := junitSuites{Name: "valkey-menu"}
	files := junitFiles(r)
	for _, file := range slices.Sorted(maps.Keys(files)) {
		suite := junitSuite{Name: Printable(cmp.Or(file, noFile)), Cases: junitCases(file, files[file])}
		for _, one := range suite.Cases {
			suite.count(one)
			all.count(one)
		}
		all.Suites = append(all.Suites, suite)
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encoding the report: %w", err)
	}
	return append([]byte(xml.Header), append(text, '\n')...), nil
}

// junitFiles are the results by file and object. Names of cases in a file are
// unique: GitLab drops all but the first of a name.
func junitFiles(r Report) map[string]map[string][]Result {
	files := map[string]map[string][]Result{}
	object := func(file string, o Object) string {
		if files[file] == nil {
			files[file] = map[string][]Result{}
		}
		return o.String()
	}
	for _, c := range r.Checked {
		name := object(c.File, c.Object)
		files[c.File][name] = append(files[c.File][name], []Result(nil)...)
	}
	for _, one := range r.Results {
		name := object(one.File, one.Object)
		files[one.File][name] = append(files[one.File][name], one)
	}
	return files
}

func junitCases(file string, objects map[string][]Result) []junitCase {
	var cases []junitCase
	for _, name := range slices.Sorted(maps.Keys(objects)) {
		suppressed := map[string][]Result{}
		var counted []Result
		for _, one := range objects[name] {
			if one.Suppressed {
				suppressed[one.Rule] = append(suppressed[one.Rule], one)
			} else {
				counted = append(counted, one)
			}
		}
		cases = append(cases, junitObject(file, name, counted))
		for _, rule := range slices.Sorted(maps.Keys(suppressed)) {
			cases = append(cases, junitIgnored(file, name, suppressed[rule]))
		}
	}
	return cases
}

func newJUnitCase(file, name string) junitCase {
	return junitCase{ClassName: Printable(cmp.Or(file, noFile)), Name: Printable(name), File: Printable(file)}
}

func junitObject(file, name string, results []Result) junitCase {
	var errs, others []Result
	for _, one := range results {
		if one.Severity == lint.Error {
			errs = append(errs, one)
		} else {
			others = append(others, one)
		}
	}
	c := newJUnitCase(file, name)
	c.SystemOut = junitLines(others)
	if len(errs) == 0 {
		return c
	}
	message := errs[0].Rule + " " + errs[0].Slug + ": " + errs[0].Message
	if more := len(errs) - 1; more > 0 {
		message += fmt.Sprintf(" (and %s)", plural(more, "more error"))
	}
	c.Failure = &junitFailure{Message: Printable(message), Type: Printable(errs[0].Rule), Text: junitLines(errs)}
	return c
}

// junitIgnored is what an object suppresses of one rule.
func junitIgnored(file, name string, results []Result) junitCase {
	c := newJUnitCase(file, name+" ignores "+results[0].Rule)
	c.Skipped = &junitSkipped{Message: Printable(justified(results[0])), Text: junitLines(results)}
	return c
}

// justified is why a result is suppressed.
func justified(r Result) string { return cmp.Or(r.Justification, "no reason is given") }

// junitLines are results as text has them. A plugin of Jenkins takes the double
// bracket for a file to attach.
func junitLines(results []Result) string {
	var b strings.Builder
	for _, one := range results {
		b.WriteString(line(one) + "\n")
	}
	return strings.ReplaceAll(b.String(), "[[ATTACHMENT", "[ [ATTACHMENT")
}

func (n *junitCounts) count(c junitCase) {
	n.Tests++
	if c.Failure != nil {
		n.Failures++
	}
	if c.Skipped != nil {
		n.Skipped++
	}
}
