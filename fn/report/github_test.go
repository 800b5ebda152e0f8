package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// command is a workflow command as GitHub's runner takes it apart.
type command struct {
	Name       string
	Properties map[string]string
	Data       string
}

// runner reads one line as the runner does: it skips space before ::, ends the
// properties at the next ::, and splits them at commas and equals signs. A line
// that is no command of the newer form is searched for the older one, ##[.
func runner(line string) (command, bool) {
	known := []string{"error", "warning", "notice", "debug", "group", "endgroup", "add-mask", "add-matcher", "stop-commands", "set-output", "echo"}
	rest, found := strings.CutPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), "::")
	head, message, ended := strings.Cut(rest, "::")
	name, list, _ := strings.Cut(head, " ")
	if !found || !ended || !slices.Contains(known, name) {
		_, rest, found = strings.Cut(line, "##[")
		head, message, ended = strings.Cut(rest, "]")
		name, list, _ = strings.Cut(head, " ")
		if !found || !ended || !slices.Contains(known, name) {
			return command{}, false
		}
	}
	c := command{Name: name, Properties: map[string]string{}, Data: unescape(message, "%0D", "\r", "%0A", "\n", "%25", "%")}
	for _, pair := range strings.FieldsFunc(strings.TrimSpace(list), func(r rune) bool { return r == ',' }) {
		key, value, _ := strings.Cut(pair, "=")
		if value == "" {
			continue
		}
		c.Properties[key] = unescape(value, "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
	}
	return c, true
}

func unescape(text string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
	}
	return text
}

// runnerLines splits as .NET's StreamReader does.
func runnerLines(out []byte) []string {
	text := strings.ReplaceAll(strings.TrimSuffix(string(out), "\n"), "\r\n", "\n")
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
}

func TestGitHub(t *testing.T) {
	const listed = `::error title=VK005::K n: evil\x1b\n
::error file=a,line=1,col=1,title=VK001 VK001::K ns/n spec.a: m
::warning file=a,line=1,col=1,title=VK002 VK002::K ns/n spec.a: m
::notice title=valkey-menu::7 objects: 2 errors, 1 warning, 1 info, 1 suppressed
`
	for verbose, want := range map[bool]string{false: listed, true: listed + "::notice file=b,line=1,col=1,title=VK004 VK004::K ns/n spec.a: m\n"} {
		if diff := cmp.Diff(want, string(github(New(7, results()), verbose))); diff != "" {
			t.Errorf("verbose %v: output differs (-want +got):\n%s", verbose, diff)
		}
	}
}

func TestGitHubSaysWhatIsDropped(t *testing.T) {
	many := func(errs, warnings, infos int) []Result {
		var all []Result
		for severity, n := range map[lint.Severity]int{lint.Error: errs, lint.Warning: warnings, lint.Info: infos} {
			for i := range n {
				all = append(all, Result{Rule: "VK001", Severity: severity, File: "f", Line: i + 1})
			}
		}
		return all
	}
	tests := map[string]struct {
		results []Result
		verbose bool
		want    string
	}{
		"as many as are shown": {many(10, 10, 9), true, "0 objects: 10 errors, 10 warnings, 9 infos"},
		"one more of each": {many(11, 11, 10), true, "0 objects: 11 errors, 11 warnings, 10 infos; " +
			"GitHub shows 10 annotations of a kind for a step: the log has 1 more error, 1 more warning, 1 more info"},
		"infos that are not asked for": {many(0, 12, 40), false, "0 objects: 0 errors, 12 warnings, 40 infos; " +
			"GitHub shows 10 annotations of a kind for a step: the log has 2 more warnings"},
		"nothing": {nil, false, "0 objects: 0 errors, 0 warnings, 0 infos"},
	}
	for name, test := range tests {
		notices := 0
		var got []string
		for _, line := range runnerLines(github(New(0, test.results), test.verbose)) {
			c, _ := runner(line)
			if c.Name == "notice" {
				notices++
			}
			if c.Properties["title"] == "valkey-menu" {
				got = append(got, c.Data)
				if notices > annotationsShown {
					t.Errorf("%s: the summary is notice %d, which is not shown", name, notices)
				}
			}
		}
		if diff := cmp.Diff([]string{test.want}, got); diff != "" {
			t.Errorf("%s: summary differs (-want +got):\n%s", name, diff)
		}
	}
}

// hostile are texts that somebody could put into an object, or name a file.
var hostile = []string{
	"x\n::set-output name=a::b", "::stop-commands::token", "::error::x", "a::b", ":", ",line=9", "x,title=y::z", "%0A::error::x", "%",
	"##[error]x", "##[stop-commands]token", "x##[add-mask]y", "\r\n::debug::x", "\r::debug::x", " ::notice::x", "\u00a0::notice::x",
	"\u2028::error::x", "\u0085::error::x", "=", "a=b", "\x00\x1b[2J", "\xff\xfe", "🎉 %25", `"quoted"`, "line\nbreak", "\u202eevil", "",
	"@everyone @team/owners", "#1 GH-2 a/b#3", "![x](https://example.com/x.png)", "[x](https://example.com)", "<img src=x onerror=alert(1)>",
	"</details><script>", "`code` ``", "```\n@x\n```", "| a | b |", "www.example.com a@example.com", "$a$ ${b} $$", "]]>", "<![CDATA[", "&amp;&#64;",
	"[[ATTACHMENT|/etc/passwd]]", "\ufffe\uffff", "../../etc/passwd", "/etc/passwd", "C:\\x", "a b#c?d%e", "日本/ä.yaml", "{0} {{1}}", strings.Repeat("x", 5000),
}

func TestGitHubCommandsCannotBeInjected(t *testing.T) {
	for _, text := range hostile {
		for severity, name := range commands {
			r := Result{Rule: text, Slug: text, Severity: severity, Message: text, File: text, Line: 3, Column: 4, Path: text,
				Object: Object{Kind: text, Namespace: text, Name: text}}
			lines := runnerLines(github(New(1, []Result{r}), true))
			if len(lines) != 2 {
				t.Fatalf("%q: %d lines, want the annotation and the summary: %q", text, len(lines), lines)
			}
			var got []command
			for _, line := range lines {
				c, ok := runner(line)
				if !ok {
					t.Errorf("%q: no command: %s", text, line)
				}
				got = append(got, c)
			}
			properties := map[string]string{"file": Printable(text), "line": "3", "col": "4", "title": Printable(strings.TrimSpace(text + " " + text))}
			if text == "" {
				delete(properties, "file")
				delete(properties, "title")
			}
			want := []command{{Name: name, Properties: properties, Data: Printable(r.about())}, {Name: "notice",
				Properties: map[string]string{"title": "valkey-menu"}, Data: New(1, []Result{r}).Summary.String()}}
			if severity == lint.Info {
				want[0], want[1] = want[1], want[0]
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q as %s (-want +got):\n%s", text, severity, diff)
			}
		}
	}
}

// A step's log is read for commands whatever its format.
func TestTextHoldsNoCommand(t *testing.T) {
	for _, text := range hostile {
		for _, file := range []string{text, "a.yaml", ""} {
			r := Result{Rule: text, Severity: lint.Error, Message: text, File: file, Line: 1, Column: 1, Path: text, Object: Object{Kind: text, Name: text}}
			out, err := Render(FormatText, New(1, []Result{r}), Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range runnerLines(out) {
				if c, is := runner(line); is {
					t.Errorf("%q: the line is a command %+v: %s", text, c, line)
				}
			}
		}
	}
}

func FuzzGitHub(f *testing.F) {
	for _, text := range hostile {
		f.Add(text, text, text)
	}
	f.Fuzz(func(t *testing.T, file, title, message string) {
		r := Result{Rule: title, Severity: lint.Error, Message: message, File: file, Object: Object{Kind: "K", Name: message}}
		lines := runnerLines(github(New(1, []Result{r}), true))
		if len(lines) != 2 {
			t.Fatalf("%d lines: %q", len(lines), lines)
		}
		want := command{Name: "error", Properties: map[string]string{}, Data: Printable(r.about())}
		for key, value := range map[string]string{"title": Printable(strings.TrimSpace(title)), "file": Printable(file)} {
			if value != "" {
				want.Properties[key] = value
			}
		}
		if got, _ := runner(lines[0]); !cmp.Equal(want, got) {
			t.Errorf("%s: %s", fmt.Sprintf("%q %q %q", file, title, message), cmp.Diff(want, got))
		}
	})
}
