package report

import (
	"html"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/lint"
)

const wantMarkdown = "**valkey-menu: failed.** 7 objects: 2 errors, 1 warning, 1 info, 1 suppressed\n" +
	"\n" +
	"- **error** VK005, `K n`: evil\\\\x1b\\\\n\n" +
	"- **error** `a:1` VK001 VK001, `K ns/n` `spec.a`: m\n" +
	"- **warning** `a:1` VK002 VK002, `K ns/n` `spec.a`: m\n" +
	"\n" +
	"<details><summary>1 info</summary>\n" +
	"\n" +
	"- **info** `b:1` VK004 VK004, `K ns/n` `spec.a`: m\n" +
	"\n" +
	"</details>\n" +
	"\n" +
	"<details><summary>1 suppressed</summary>\n" +
	"\n" +
	"- **error** `a:3` VK003 VK003, `K ns/n` `spec.a`: m (suppressed: known)\n" +
	"\n" +
	"</details>\n"

func TestMarkdown(t *testing.T) {
	if diff := cmp.Diff(wantMarkdown, string(markdown(New(7, results()), FailError))); diff != "" {
		t.Errorf("report differs (-want +got):\n%s", diff)
	}
}

func TestMarkdownVerdict(t *testing.T) {
	warned := New(3, []Result{{Rule: "VK060", Severity: lint.Warning}})
	tests := map[string]struct {
		report Report
		level  FailLevel
		want   string
	}{
		"clean":             {New(3, nil), "", "**valkey-menu: passed.** 3 objects: 0 errors, 0 warnings, 0 infos\n"},
		"warned":            {warned, FailError, "**valkey-menu: passed.** 3 objects: 0 errors, 1 warning, 0 infos\n"},
		"warnings fail":     {warned, FailWarning, "**valkey-menu: failed.** 3 objects: 0 errors, 1 warning, 0 infos\n"},
		"nothing fails":     {New(7, results()), FailNever, "**valkey-menu: passed.** 7 objects: 2 errors, 1 warning, 1 info, 1 suppressed\n"},
		"errors by default": {New(7, results()), "", "**valkey-menu: failed.** 7 objects: 2 errors, 1 warning, 1 info, 1 suppressed\n"},
	}
	for name, test := range tests {
		first, _, _ := strings.Cut(string(markdown(test.report, test.level)), "\n")
		if first+"\n" != test.want {
			t.Errorf("%s: %q, want %q", name, first, test.want)
		}
	}
}

// Files with errors stand before files without, and what is worst in a file
// before the rest of it.
func TestMarkdownOrder(t *testing.T) {
	var all []Result
	for i, one := range []struct {
		file     string
		severity lint.Severity
	}{{"a", lint.Warning}, {"b", lint.Warning}, {"b", lint.Error}, {"c", lint.Warning}, {"d", lint.Error}, {"d", lint.Error}} {
		all = append(all, Result{Rule: "VK001", Severity: one.severity, File: one.file, Line: i + 1})
	}
	var got []string
	for line := range strings.Lines(string(markdown(New(1, all), ""))) {
		if strings.HasPrefix(line, "- ") {
			got = append(got, strings.Join(strings.Fields(line)[1:3], " "))
		}
	}
	want := []string{"**error** `b:3`", "**warning** `b:2`", "**error** `d:5`", "**error** `d:6`", "**warning** `a:1`", "**warning** `c:4`"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("order differs (-want +got):\n%s", diff)
	}
}

func TestMarkdownIsBounded(t *testing.T) {
	for _, text := range []string{"m", strings.Repeat("$", 100), strings.Repeat("@", 3000), strings.Repeat("🎉", 3000), strings.Repeat("\x00", 3000)} {
		var all []Result
		for i := range 3000 {
			r := Result{Rule: "VK001", Severity: []lint.Severity{lint.Error, lint.Warning, lint.Info}[i%3], File: text, Line: i, Message: text, Path: text,
				Object: Object{Kind: "K", Name: text}}
			r.Suppressed = i%7 == 0
			all = append(all, r)
		}
		out := string(markdown(New(1, all), ""))
		if len(out) > markdownBytes {
			t.Errorf("%.10q: %d bytes, the limit is %d", text, len(out), markdownBytes)
		}
		listed := strings.Count(out, "\n- **")
		last := strings.TrimSuffix(out[strings.LastIndex(strings.TrimSuffix(out, "\n"), "\n")+1:], "\n")
		left := map[string]int{}
		for _, found := range regexp.MustCompile(`(\d+) more (\w+?)s?[,:]`).FindAllStringSubmatch(last, -1) {
			left[found[2]], _ = strconv.Atoi(found[1])
		}
		sum := left["error"] + left["warning"] + left["info"] + left["suppressed"]
		if !strings.HasSuffix(last, ": a comment has no room for them, the other formats list all.") || sum+listed != len(all) {
			t.Errorf("%.10q: %d listed of %d; last line %q", text, listed, len(all), last)
		}
		if left["error"] > 0 && strings.Contains(out, "**warning**") {
			t.Errorf("%.10q: warnings are listed where errors are not: %q", text, last)
		}
		if strings.Count(out, "<details>") != strings.Count(out, "</details>") {
			t.Errorf("%.10q: what is folded has no end", text)
		}
	}
}

// readProse is what a reader sees: entities, escapes and the one tag are gone,
// the marks are there.
func readProse(t *testing.T, source string) string {
	t.Helper()
	source = strings.ReplaceAll(source, "<span>$</span>", "$")
	if strings.ContainsAny(source, "<>\n\r") {
		t.Errorf("HTML or a line in %q", source)
	}
	var b strings.Builder
	for i := 0; i < len(source); i++ {
		switch c := source[i]; {
		case c == '\\' && i+1 < len(source) && strings.IndexByte("\\`*_[]~|", source[i+1]) >= 0:
			i++
			b.WriteByte(source[i])
			continue
		case strings.IndexByte("\\`*_[]~|", c) >= 0:
			t.Errorf("%q stands unescaped in %q", c, source)
		}
		b.WriteByte(source[i])
	}
	return html.UnescapeString(b.String())
}

// linked is what GitHub and GitLab look for in a finished page, more or less:
// each alternative is wider than theirs.
var linked = regexp.MustCompile(`@[\pL\pN_-]|[#!%~$&^][\pL\pN]|(?i:gh-[0-9])|(?i:www\.)|://`)

func checkProse(t *testing.T, text string) {
	t.Helper()
	got := readProse(t, Prose(text))
	if found := linked.FindString(got); found != "" {
		t.Errorf("%q: %q is a reference in %q", text, found, got)
	}
	if shown := strings.ReplaceAll(got, "\u200b", ""); shown != Printable(text) {
		t.Errorf("%q is read as %q, want %q", text, shown, Printable(text))
	}
}

// checkCode wants one code span and nothing beside it.
func checkCode(t *testing.T, text string) {
	t.Helper()
	got := Code(text)
	fence := got[:len(got)-len(strings.TrimLeft(got, "`"))]
	body, isSpan := strings.CutSuffix(strings.TrimPrefix(got, fence), fence)
	for _, run := range regexp.MustCompile("`+").FindAllString(body, -1) {
		isSpan = isSpan && len(run) != len(fence)
	}
	if strings.HasPrefix(body, " ") && strings.HasSuffix(body, " ") && strings.TrimSpace(body) != "" {
		body = body[1 : len(body)-1]
	}
	if text != "" && (!isSpan || fence == "" || strings.TrimSpace(body) != strings.TrimSpace(Printable(text))) || text == "" && got != "" {
		t.Errorf("Code(%q) = %q, read as %q", text, got, body)
	}
}

func TestProseAndCode(t *testing.T) {
	tests := map[string]string{
		"plain":                 "plain",
		"@team/owners":          "@&#8203;team/owners",
		"#1 # 2 a#b":            "#&#8203;1 # 2 a#&#8203;b",
		"https://a.b www.a.b":   "https:&#8203;//a.b www&#8203;.a.b",
		"<b>&amp;":              "&lt;b&gt;&amp;&#8203;amp;",
		"${VERSION} GH-1":       "<span>$</span>{VERSION} GH-&#8203;1",
		`a|b\_*[x](y)`:          `a\|b\\\_\*\[x\](y)`,
		"92 % of 2Gi, a 1 & b!": "92 % of 2Gi, a 1 &amp; b!",
	}
	for text, want := range tests {
		if got := Prose(text); got != want {
			t.Errorf("Prose(%q) = %q, want %q", text, got, want)
		}
	}
	for _, text := range hostile {
		checkProse(t, text)
		checkCode(t, text)
	}
}

func FuzzMarkdown(f *testing.F) {
	for _, text := range hostile {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkProse(t, text)
		checkCode(t, text)
		r := Result{Rule: "VK001", Severity: lint.Error, Message: text, File: text, Path: text, Object: Object{Kind: "K", Name: text}}
		out := string(markdown(New(1, []Result{r}), ""))
		if lines := strings.Count(out, "\n"); lines != 3 || len(out) > markdownBytes {
			t.Errorf("%q: %d lines, %d bytes, want the verdict and one item:\n%s", text, lines, len(out), out)
		}
	})
}
