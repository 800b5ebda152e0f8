package kustomize

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/fn/cli"
	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// verdict is what a check said: what it refuses, and what it warns of.
type verdict struct{ errors, warnings []string }

// read reads a report in JSON. A finding is its rule, object and path: its place
// in the file differs before and behind the build.
func read(t *testing.T, text []byte) verdict {
	t.Helper()
	var r report.Report
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatalf("reading the report %q: %v", text, err)
	}
	var v verdict
	for _, one := range r.Results {
		line := strings.Join([]string{one.Rule, one.Object.Kind, one.Object.Namespace, one.Object.Name, one.Path}, " ")
		switch one.Severity {
		case lint.Error:
			v.errors = append(v.errors, line)
		case lint.Warning:
			v.warnings = append(v.warnings, line)
		default: // infos change nothing
		}
	}
	return v
}

// behind is the verdict on the finished output, that of valkey-menu validate -.
// The Secret of the fixture is empty, which is not what is asked here.
func behind(t *testing.T, out string) verdict {
	t.Helper()
	var text, errs bytes.Buffer
	exit := cli.Main("", []string{"validate", "--rule", "VK066=off", "-o", "json", "-"}, strings.NewReader(out), &text, &errs)
	if exit > 1 {
		t.Fatalf("validate - ended with %d: %s", exit, errs.String())
	}
	return read(t, text.Bytes())
}

// compare demands of the verdict inside the build that it is that of the finished
// output: it refuses nothing that is right, and where it does not refuse what is
// wrong it warns of exactly that.
func compare(t *testing.T, inside, finished verdict) (doubted bool) {
	t.Helper()
	for _, one := range inside.errors {
		if !slices.Contains(finished.errors, one) {
			t.Errorf("false error inside the build: %s", one)
		}
	}
	for _, one := range finished.errors {
		if !slices.Contains(inside.errors, one) && !slices.Contains(inside.warnings, one) {
			t.Errorf("clean inside the build, and an error behind it: %s", one)
		}
	}
	for _, one := range inside.warnings {
		doubted = doubted || !slices.Contains(finished.warnings, one) && !slices.Contains(finished.errors, one)
	}
	return doubted
}
