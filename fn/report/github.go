package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// annotationsShown is how many annotations of one kind GitHub's runner keeps
// from one step; it drops those after.
const annotationsShown = 10

// commands are GitHub's kinds of annotations.
var commands = map[lint.Severity]string{lint.Error: "error", lint.Warning: "warning", lint.Info: "notice"}

// github is one workflow command a line, the worst first. A notice with the
// counts stands before the infos, so that it is among those that are shown; it
// says how many annotations GitHub drops.
func github(r Report, verbose bool) []byte {
	of := map[lint.Severity][]string{}
	for _, one := range r.Results {
		if !one.Suppressed && (verbose || one.Severity != lint.Info) {
			of[one.Severity] = append(of[one.Severity], annotation(one))
		}
	}
	summary := r.Summary.String()
	if dropped := dropped(of); dropped != "" {
		summary += fmt.Sprintf("; GitHub shows %d annotations of a kind for a step: the log has %s", annotationsShown, dropped)
	}
	lines := slices.Concat(of[lint.Error], of[lint.Warning], []string{"::notice title=valkey-menu::" + data(summary)}, of[lint.Info])
	return []byte(strings.Join(lines, "\n") + "\n")
}

// dropped counts what GitHub does not show. The summary is a notice too.
func dropped(of map[lint.Severity][]string) string {
	var parts []string
	count := func(severity lint.Severity, shown int) {
		if n := len(of[severity]) - shown; n > 0 {
			parts = append(parts, plural(n, "more "+string(severity)))
		}
	}
	count(lint.Error, annotationsShown)
	count(lint.Warning, annotationsShown)
	count(lint.Info, annotationsShown-1)
	return strings.Join(parts, ", ")
}

func annotation(r Result) string {
	properties := []string{"title=" + property(strings.TrimSpace(r.Rule+" "+r.Slug))}
	if r.Line > 0 {
		properties = append([]string{fmt.Sprintf("line=%d,col=%d", r.Line, r.Column)}, properties...)
	}
	if r.File != "" {
		properties = append([]string{"file=" + property(r.File)}, properties...)
	}
	return fmt.Sprintf("::%s %s::%s", commands[r.Severity], strings.Join(properties, ","), data(r.about()))
}

// What the runner reads back from a message, and from a property too.
var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// data escapes the message of a workflow command.
func data(text string) string { return dataEscapes.Replace(Printable(text)) }

// property escapes the value of a property of a workflow command.
func property(text string) string { return propertyEscapes.Replace(Printable(text)) }
