package change

import (
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/lib/impact"
)

// Markdown writes the report as GitHub's and GitLab's Markdown, fit for a
// comment on a pull request.
func Markdown(f impact.FleetReport) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### Valkey clusters: %s\n\n", plain(strings.TrimSpace(headline(f))))
	if parts := costs(f.Totals); len(parts) > 0 {
		fmt.Fprintf(&b, "**%s**\n\n", strings.Join(parts, ", "))
	}
	for _, r := range sorted(f.Clusters) {
		if r.Kind != impact.Unchanged {
			cluster(&b, r)
		}
	}
	if len(f.Menu) > 0 {
		b.WriteString("#### Menu\n\n| object | change | reaches |\n|---|---|---|\n")
		for _, m := range f.Menu {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", plain(m.Object.String()), m.Kind, plain(reach(m)))
		}
		b.WriteString("\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func cluster(b *strings.Builder, r impact.Report) {
	fmt.Fprintf(b, "#### %s: %s\n\n", plain(name(r.Cluster)), verdict(r.Kind, r.Effect))
	if parts := costs(r.Totals); len(parts) > 0 {
		fmt.Fprintf(b, "%s.\n\n", strings.Join(parts, ", "))
	}
	if len(r.Changes) > 0 {
		b.WriteString("| effect | field | before | after | from | why |\n|---|---|---|---|---|---|\n")
	}
	for _, c := range r.Changes {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s |\n", effectName(c.Effect),
			code(c.Path), code(c.Before), code(c.After), plain(from(c)), plain(c.Reason))
	}
	if len(r.Changes) > 0 {
		b.WriteString("\n")
	}
	for _, note := range r.Notes {
		fmt.Fprintf(b, "- %s\n", plain(note))
	}
	if len(r.Notes) > 0 {
		b.WriteString("\n")
	}
}

// plain keeps a text from being read as markup, or as the end of a cell. What
// the text says is in the author's hand, and a comment is read by others.
func plain(text string) string {
	var b strings.Builder
	for _, r := range report.Printable(text) {
		if strings.ContainsRune("\\`*_{}[]<>#|!~@&$", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// code is a text between as many backticks as it needs; nothing for no text.
func code(text string) string {
	if text == "" {
		return ""
	}
	text = strings.ReplaceAll(report.Printable(text), "|", `\|`)
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return fence + text + fence
}
