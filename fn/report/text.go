package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// Text writes one line a result and a summary line:
//
//	menu/large.yaml:12:9: error VK013 ValkeyConfig large spec.baseRef: ValkeyConfig "standart" not found
//	3 objects: 1 error, 0 warnings, 0 infos
//
// Suppressed results are counted and not listed. Infos are listed only if
// verbose. What could confuse a terminal is escaped, see [Printable].
func Text(w io.Writer, r Report, verbose bool) error {
	return Write(w, FormatText, r, Options{Verbose: verbose})
}

func text(r Report, verbose bool) []byte {
	var b strings.Builder
	for _, one := range r.Results {
		if !one.Suppressed && (verbose || one.Severity != lint.Info) {
			b.WriteString(Inert(line(one)) + "\n")
		}
	}
	b.WriteString(r.Summary.String() + "\n")
	return []byte(b.String())
}

// Inert keeps a line of text from being a command to GitHub's runner, which
// reads the output of every step: :: at its start, and the older form ##[
// anywhere.
func Inert(line string) string {
	if strings.HasPrefix(strings.TrimSpace(line), "::") {
		line = "./" + line
	}
	return strings.ReplaceAll(line, "##[", `#\x23[`)
}

// line is a result with all that is known of it, on one line.
func line(r Result) string {
	var b strings.Builder
	if r.File != "" {
		b.WriteString(r.File)
		if r.Line > 0 {
			fmt.Fprintf(&b, ":%d:%d", r.Line, r.Column)
		}
		b.WriteString(": ")
	}
	fmt.Fprintf(&b, "%s %s %s", r.Severity, r.Rule, r.about())
	return Printable(b.String())
}

// about is the message with the object and field that it is about.
func (r Result) about() string {
	where := r.Object.String()
	if r.Path != "" {
		where += " " + r.Path
	}
	return where + ": " + r.Message
}

// String prints kind, namespace and name as they are written in reports.
func (o Object) String() string {
	if o.Namespace == "" {
		return o.Kind + " " + o.Name
	}
	return o.Kind + " " + o.Namespace + "/" + o.Name
}

// String is the last line of a text report.
func (s Summary) String() string {
	text := fmt.Sprintf("%s: %s, %s, %s", plural(s.Objects, "object"),
		plural(s.Errors, "error"), plural(s.Warnings, "warning"), plural(s.Infos, "info"))
	if s.Suppressed > 0 {
		text += fmt.Sprintf(", %d suppressed", s.Suppressed)
	}
	return text
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
