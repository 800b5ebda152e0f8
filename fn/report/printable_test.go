package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/lint"
)

func TestPrintable(t *testing.T) {
	tests := map[string]string{
		"":                       "",
		"plain text: ~/&*\"'":    "plain text: ~/&*\"'",
		"Grüße, 世界 🎉":            "Grüße, 世界 🎉",
		"a\x1b[31mb":             `a\x1b[31mb`,
		"tab\tnew\nline\rbell\a": `tab\tnew\nline\rbell\a`,
		"nul\x00del\x7f":         `nul\x00del\x7f`,
		"c1 \u009b":              `c1 \u009b`,
		"turned \u202e around":   `turned \u202e around`,
		"hidden\u200bspace":      `hidden\u200bspace`,
		"no-break\u00a0space":    `no-break\u00a0space`,
		"bad \xff\xc3(":          `bad \xff\xc3(`,
		"replacement \ufffd":     "replacement \ufffd",
		`backslash \n`:           `backslash \n`,
	}
	for text, want := range tests {
		if got := Printable(text); got != want {
			t.Errorf("Printable(%q) = %q, want %q", text, got, want)
		}
	}
}

func results() []Result {
	one := func(rule string, severity lint.Severity, file string, line int) Result {
		return Result{Rule: rule, Slug: rule, Severity: severity, File: file, Line: line, Column: 1,
			Object: Object{APIVersion: "g/v1", Kind: "K", Namespace: "ns", Name: "n"}, Path: "spec.a", Message: "m"}
	}
	suppressed := one("VK003", lint.Error, "a", 3)
	suppressed.Suppressed, suppressed.Justification = true, "known"
	return []Result{
		one("VK001", lint.Error, "a", 1), one("VK002", lint.Warning, "a", 1), suppressed,
		one("VK004", lint.Info, "b", 1), {Rule: "VK005", Severity: lint.Error, Object: Object{Kind: "K", Name: "n"}, Message: "evil\x1b\n"},
	}
}

func TestText(t *testing.T) {
	const listed = `error VK005 K n: evil\x1b\n
a:1:1: error VK001 K ns/n spec.a: m
a:1:1: warning VK002 K ns/n spec.a: m
`
	const total = "7 objects: 2 errors, 1 warning, 1 info, 1 suppressed\n"
	for verbose, want := range map[bool]string{false: listed + total, true: listed + "b:1:1: info VK004 K ns/n spec.a: m\n" + total} {
		var b bytes.Buffer
		if err := Text(&b, New(7, results()), verbose); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, b.String()); diff != "" {
			t.Errorf("verbose %v: text differs (-want +got):\n%s", verbose, diff)
		}
	}
}

func TestJSONRoundTrip(t *testing.T) {
	for name, in := range map[string][]Result{"results": results(), "none": nil} {
		var b bytes.Buffer
		if err := Write(&b, FormatJSON, New(7, in), Options{}); err != nil {
			t.Fatal(err)
		}
		var got Report
		if err := json.Unmarshal(b.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		want := New(7, in)
		if in == nil {
			want.Results = []Result{}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: report differs (-want +got):\n%s", name, diff)
		}
		if strings.Contains(b.String(), "\x1b") || !strings.Contains(b.String(), `"results": [`) {
			t.Errorf("%s: %s", name, b.String())
		}
	}
}

func TestNewSorts(t *testing.T) {
	want := New(7, results())
	for seed := range uint64(20) {
		in := results()
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(in), func(i, j int) { in[i], in[j] = in[j], in[i] })
		if diff := cmp.Diff(want, New(7, in)); diff != "" {
			t.Fatalf("seed %d: report differs (-want +got):\n%s", seed, diff)
		}
	}
}

func TestFailed(t *testing.T) {
	only := func(s lint.Severity, suppressed bool) Report {
		return New(1, []Result{{Severity: s, Suppressed: suppressed}})
	}
	tests := map[string]struct {
		report Report
		want   map[FailLevel]bool
	}{
		"error":            {only(lint.Error, false), map[FailLevel]bool{"": true, FailError: true, FailWarning: true}},
		"warning":          {only(lint.Warning, false), map[FailLevel]bool{FailWarning: true}},
		"info":             {only(lint.Info, false), nil},
		"suppressed error": {only(lint.Error, true), nil},
		"nothing":          {New(0, nil), nil},
	}
	for name, test := range tests {
		for _, level := range []FailLevel{"", FailError, FailWarning, FailNever} {
			if got := test.report.Failed(level); got != test.want[level] {
				t.Errorf("%s at level %q: %v, want %v", name, level, got, test.want[level])
			}
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestWriteErrors(t *testing.T) {
	for _, format := range Formats() {
		if err := Write(full{}, format, New(0, nil), Options{}); err == nil || !strings.Contains(err.Error(), "no space left") {
			t.Errorf("%s: error %v", format, err)
		}
	}
	if err := Write(full{}, "pdf", New(0, nil), Options{}); err == nil || !strings.Contains(err.Error(), "text, json") {
		t.Errorf("an unknown format: error %v", err)
	}
}
