package change

import (
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/lib/impact"
)

// Text writes the report for a terminal.
func Text(f impact.FleetReport) string {
	var b strings.Builder
	line := func(format string, args ...any) {
		b.WriteString(report.Printable(fmt.Sprintf(format, args...)) + "\n")
	}
	line("%s", headline(f))
	if parts := costs(f.Totals); len(parts) > 0 {
		line("%s", strings.Join(parts, ", "))
	}
	for _, r := range sorted(f.Clusters) {
		if r.Kind == impact.Unchanged {
			continue
		}
		line("")
		line("%s: %s", r.Cluster, verdict(r.Kind, r.Effect))
		if parts := costs(r.Totals); len(parts) > 0 {
			line("  %s", strings.Join(parts, ", "))
		}
		for _, c := range r.Changes {
			changeLines(line, c)
		}
		for _, note := range r.Notes {
			line("  note: %s", note)
		}
	}
	for i, m := range f.Menu {
		if i == 0 {
			line("")
			line("Menu")
		}
		line("  %s %s: %s", m.Object, m.Kind, reach(m))
	}
	return b.String()
}

func changeLines(line func(string, ...any), c impact.Change) {
	before, after := values(c)
	head := "  " + effectName(c.Effect)
	if c.Path != "" {
		head += ": " + c.Path
	}
	if c.Before != "" || c.After != "" {
		head += fmt.Sprintf(": %s -> %s", before, after)
	}
	line("%s", head)
	if source := from(c); source != "" {
		line("    from %s", source)
	}
	line("    %s", c.Reason)
}

// reach says whom an object of the menu reaches.
func reach(m impact.MenuChange) string {
	if len(m.Clusters) == 0 {
		return "no cluster uses it"
	}
	parts := make([]string, len(m.Clusters))
	for i, t := range m.Clusters {
		word := verdict(t.Kind, t.Effect)
		if t.Kind == impact.Unchanged {
			word = "unchanged"
		}
		parts[i] = fmt.Sprintf("%s (%s)", name(t.Cluster), word)
	}
	return strings.Join(parts, ", ")
}
