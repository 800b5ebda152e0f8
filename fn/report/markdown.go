package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// Limits of a Markdown report.
const (
	// markdownBytes keeps a report below the 65,536 characters of a comment on
	// GitHub, with room for a line of the caller's.
	markdownBytes = 65_000
	// markdownField is how many characters of one name or message are shown.
	markdownField = 1_000
)

// section is a part of the report: the results of one weight.
type section struct {
	// title of what is folded away; empty for what counts most, which is open.
	title   string
	results []Result
	items   []string // of the results that fit
}

// markdown is a report for a comment on a pull request. Its first line is the
// verdict. Then come errors and warnings, by file, the worst files first; infos
// and what is suppressed are folded away. What does not fit is counted.
func markdown(r Report, level FailLevel) []byte {
	verdict := "passed"
	if r.Failed(level) {
		verdict = "failed"
	}
	head := fmt.Sprintf("**valkey-menu: %s.** %s\n", verdict, r.Summary)
	sections := []*section{{}, {}, {}}
	for _, one := range r.Results {
		at := 0
		switch {
		case one.Suppressed:
			at = 2
		case one.Severity == lint.Info:
			at = 1
		}
		sections[at].results = append(sections[at].results, one)
	}
	sections[1].title = plural(len(sections[1].results), "info")
	sections[2].title = fmt.Sprintf("%d suppressed", len(sections[2].results))
	left := fit(sections, markdownBytes-len(head))
	var b strings.Builder
	b.WriteString(head)
	for _, s := range sections {
		s.write(&b)
	}
	if left != "" {
		b.WriteString("\n" + left)
	}
	return []byte(b.String())
}

// fit chooses what is shown, the worst first, and says what is left out.
func fit(sections []*section, room int) string {
	const around = 200 // what folds a section, and the line about what is left out
	room -= around * (len(sections) + 1)
	var left Summary
	full := false
	for _, s := range sections {
		slices.SortStableFunc(s.results, func(a, b Result) int { return cmp.Compare(a.Severity.Rank(), b.Severity.Rank()) })
		for i, one := range s.results {
			text := item(one)
			if full = full || len(text) > room; full {
				for _, one := range s.results[i:] {
					left.count(one)
				}
				s.results = s.results[:i]
				break
			}
			room -= len(text)
		}
		s.arrange()
	}
	return left.more()
}

// arrange orders by file, the files with the worst results first.
func (s *section) arrange() {
	worst := map[string]int{}
	for _, one := range slices.Backward(s.results) {
		worst[one.File] = one.Severity.Rank()
	}
	slices.SortStableFunc(s.results, func(a, b Result) int {
		return cmp.Or(
			cmp.Compare(worst[a.File], worst[b.File]),
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Severity.Rank(), b.Severity.Rank()),
		)
	})
	for _, one := range s.results {
		s.items = append(s.items, item(one))
	}
}

func (s *section) write(b *strings.Builder) {
	if len(s.items) == 0 {
		return
	}
	list := strings.Join(s.items, "")
	if s.title == "" {
		b.WriteString("\n" + list)
		return
	}
	fmt.Fprintf(b, "\n<details><summary>%s</summary>\n\n%s\n</details>\n", s.title, list)
}

// item is one result as an entry of a list.
func item(r Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "- **%s** ", r.Severity)
	if place := r.File; place != "" {
		if r.Line > 0 {
			place += fmt.Sprintf(":%d", r.Line)
		}
		b.WriteString(Code(clip(place)) + " ")
	}
	fmt.Fprintf(&b, "%s, %s", Prose(clip(strings.TrimSpace(r.Rule+" "+r.Slug))), Code(clip(r.Object.String())))
	if r.Path != "" {
		b.WriteString(" " + Code(clip(r.Path)))
	}
	b.WriteString(": " + Prose(clip(r.Message)))
	if r.Suppressed {
		b.WriteString(" (suppressed: " + Prose(clip(justified(r))) + ")")
	}
	return b.String() + "\n"
}

// clip shortens a text that is too long to be read in a list.
func clip(text string) string {
	text = Printable(text)
	count := 0
	for at := range text {
		if count == markdownField {
			return text[:at] + " ..."
		}
		count++
	}
	return text
}

// more says what is left out, nothing if nothing is.
func (s Summary) more() string {
	var parts []string
	for _, part := range []struct {
		n    int
		noun string
	}{{s.Errors, "error"}, {s.Warnings, "warning"}, {s.Infos, "info"}} {
		if part.n > 0 {
			parts = append(parts, plural(part.n, "more "+part.noun))
		}
	}
	if s.Suppressed > 0 {
		parts = append(parts, fmt.Sprintf("%d more suppressed", s.Suppressed))
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, ", ") + ": a comment has no room for them, the other formats list all.\n"
}
