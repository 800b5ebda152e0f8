package change

import (
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/report"
)

// Text writes the report for a terminal.
func Text(r Report) string {
	var t text
	all := groups(r)
	t.line("%s", headline(r, all, "cluster"))
	now, waiting := totals(r.Summary)
	for _, total := range []string{now, waiting} {
		if total != "" {
			t.line("%s", total)
		}
	}
	for i, m := range r.Menu {
		if i == 0 {
			t.line("")
			t.line("Menu")
		}
		t.line("  %s %s%s: %s", m.short(), m.Change, comma(m.Place), reach(r, m))
	}
	for _, g := range all {
		t.line("")
		t.group(g)
	}
	return t.b.String()
}

func comma(p Place) string {
	if p.File == "" {
		return ""
	}
	return ", " + p.String()
}

// text is a text under construction.
type text struct{ b strings.Builder }

func (t *text) line(format string, args ...any) {
	t.b.WriteString(report.Printable(fmt.Sprintf(format, args...)) + "\n")
}

func (t *text) group(g *group) {
	first := g.first()
	inNamespaces := namespaces(g.members)
	if len(g.members) == 1 {
		t.line("%s: %s", clusterName(first), verdict(first))
	} else {
		t.line("%s: %s", several(len(g.members), len(inNamespaces)), verdict(first))
	}
	if sentence := g.sentence(); sentence != "" {
		t.line("  %s", sentence)
		if place := g.place(); place.File != "" {
			t.line("    in %s", place)
		}
	} else {
		if parts := g.costsText(); parts != "" {
			t.line("  %s", parts)
		}
		for _, c := range g.changes {
			t.change(c)
		}
	}
	for _, n := range g.notes() {
		if len(g.members) > 1 {
			t.line("  note, on %d of %d: %s", n.count, len(g.members), n.text)
		} else {
			t.line("  note: %s", n.text)
		}
	}
	if len(g.members) > 1 {
		t.members(inNamespaces)
	}
}

// maxNames bounds the list of a group's clusters.
const maxNames = 200

func (t *text) members(all []namespace) {
	left := maxNames
	hidden := 0
	for _, ns := range all {
		shown := ns.names[:min(left, len(ns.names))]
		left -= len(shown)
		hidden += len(ns.names) - len(shown)
		if len(shown) > 0 {
			t.line("  in %s: %s", ns.name, strings.Join(shown, ", "))
		}
	}
	if hidden > 0 {
		t.line("  and in %d more, which -o json lists", hidden)
	}
}

func (t *text) change(c Change) {
	head := "  " + effectName(c.Effect)
	if c.Path != "" {
		head += ": " + c.Path
	}
	if before, after, shown := values(c); shown {
		head += fmt.Sprintf(": %s -> %s", orNone(before), orNone(after))
	}
	t.line("%s", head)
	var source strings.Builder
	for _, w := range setBy(c) {
		source.WriteString(w.text)
	}
	if source.Len() > 0 {
		t.line("    from %s", source.String())
	}
	if reason := why(c); reason != "" {
		t.line("    %s", reason)
	}
}

func orNone(text string) string {
	if text == "" {
		return "(none)"
	}
	return text
}
