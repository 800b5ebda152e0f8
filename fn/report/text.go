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
	var b strings.Builder
	for _, one := range r.Results {
		if one.Suppressed || one.Severity == lint.Info && !verbose {
			continue
		}
		b.WriteString(line(one))
	}
	b.WriteString(r.Summary.String())
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	if err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}

func line(r Result) string {
	var b strings.Builder
	if r.File != "" {
		b.WriteString(r.File)
		if r.Line > 0 {
			fmt.Fprintf(&b, ":%d:%d", r.Line, r.Column)
		}
		b.WriteString(": ")
	}
	fmt.Fprintf(&b, "%s %s %s", r.Severity, r.Rule, r.Object)
	if r.Path != "" {
		b.WriteString(" " + r.Path)
	}
	fmt.Fprintf(&b, ": %s", r.Message)
	return Printable(b.String()) + "\n"
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
