package change

import (
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/lib/impact"
)

// MarkdownLimit bounds the Markdown form, in bytes. GitHub takes 65,536
// characters in a comment; the rest is for what others put around it.
const MarkdownLimit = 60000

// Parts of the limit.
const (
	limitMenu    = 12000 // rows of the menu
	limitChanges = 12000 // rows of one group
	limitNames   = 6000  // list of one group
	limitEnd     = 1000  // the remainder line
)

// Markdown writes the report as GitHub's and GitLab's Markdown, fit for a
// comment on a pull request: of at most MarkdownLimit bytes, and with a line that
// says what is missing where that is not enough. JSON has all.
func Markdown(r Report) string {
	all := groups(r)
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n", report.Prose(headline(r, all, "Valkey cluster")))
	now, waiting := totals(r.Summary)
	for _, total := range []string{now, waiting} {
		if total != "" {
			fmt.Fprintf(&b, "**%s**\n\n", capital(total))
		}
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "> %s\n\n", report.Prose(capital(n)))
	}
	if len(all) == 0 && len(r.Notes) == 0 {
		b.WriteString("Nothing happens to any cluster.\n\n")
	}
	menuTable(&b, r)
	for i, g := range all {
		section := section(g)
		if b.Len()+len(section) > MarkdownLimit-limitEnd {
			b.WriteString(remainder(all[i:]))
			break
		}
		b.WriteString(section)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// remainder says what is left out.
func remainder(left []*group) string {
	clusters := 0
	for _, g := range left {
		clusters += len(g.members)
	}
	return fmt.Sprintf("---\n\n**Not listed here, for its length: %s (%s).** The totals above count them; `-o json` lists them.\n",
		counted(clusters, "cluster"), counts(left))
}

func menuTable(b *strings.Builder, r Report) {
	menu := r.Menu
	if len(menu) == 0 {
		return
	}
	b.WriteString("| edit of the menu | | reaches |\n|---|---|---|\n")
	end := b.Len() + limitMenu
	for i, m := range menu {
		name := words{{text: m.short(), quoted: true}}
		if m.File != "" {
			name = append(name, word{text: ", "}, word{text: m.Place.String(), quoted: true})
		}
		row := fmt.Sprintf("| %s | %s | %s |\n", name.markup(), m.Change, reach(r, m))
		if b.Len()+len(row) > end {
			fmt.Fprintf(b, "| and %s | | |\n", counted(len(menu)-i, "more object"))
			break
		}
		b.WriteString(row)
	}
	b.WriteString("\n")
}

// section is one group.
func section(g *group) string {
	var b strings.Builder
	first := g.first()
	all := namespaces(g.members)
	title := code(clusterName(first))
	if len(g.members) > 1 {
		title = several(len(g.members), len(all))
	}
	fmt.Fprintf(&b, "#### %s: %s\n\n", title, verdict(first))
	if sentence := g.sentence(); sentence != "" {
		at := ""
		if place := g.place(); place.File != "" {
			at = " It is in " + code(place.String()) + "."
			if first.Change == impact.Deleted {
				at = " It was in " + code(place.String()) + "."
			}
		}
		fmt.Fprintf(&b, "%s.%s\n\n", capital(sentence), at)
	} else {
		if parts := g.costsText(); parts != "" {
			fmt.Fprintf(&b, "%s.\n\n", capital(parts))
		}
		changeTable(&b, first.Effect, statements(&b, g.changes))
	}
	for _, n := range g.notes() {
		if len(g.members) > 1 {
			fmt.Fprintf(&b, "- On %d of %d: %s.\n", n.count, len(g.members), report.Prose(cut(n.text)))
		} else {
			fmt.Fprintf(&b, "- %s.\n", report.Prose(capital(cut(n.text))))
		}
	}
	if len(g.notes()) > 0 {
		b.WriteString("\n")
	}
	if len(g.members) > 1 {
		folded(&b, g, all)
	}
	return b.String()
}

// folded is the list of a group's clusters, which opens on a click.
func folded(b *strings.Builder, g *group, all []namespace) {
	fmt.Fprintf(b, "<details><summary>The %s</summary>\n\n", counted(len(g.members), "cluster"))
	end := b.Len() + limitNames
	shown := 0
	for _, ns := range all {
		line, n := namesLine(ns, end-b.Len())
		b.WriteString(line)
		shown += n
		if n < len(ns.names) {
			break
		}
	}
	if hidden := len(g.members) - shown; hidden > 0 {
		fmt.Fprintf(b, "- and %d more, which `-o json` lists\n", hidden)
	}
	b.WriteString("\n</details>\n\n")
}

// namesLine lists clusters of a namespace in at most so many bytes, and says how
// many those are.
func namesLine(ns namespace, limit int) (line string, shown int) {
	var b strings.Builder
	b.WriteString("- " + code(ns.name) + ":")
	if ns.name == "" {
		b.Reset()
		b.WriteString("- without a namespace:")
	}
	for i, name := range ns.names {
		one := " " + code(name)
		if i > 0 {
			one = "," + one
		}
		if b.Len()+len(one)+1 > limit {
			break
		}
		b.WriteString(one)
		shown++
	}
	if shown == 0 {
		return "", 0
	}
	return b.String() + "\n", shown
}
