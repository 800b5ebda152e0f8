package change

import (
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/report"
)

// code is a text as code, also within the cell of a table: there a bar ends the
// cell before anything else is read.
func code(text string) string {
	return report.Code(strings.ReplaceAll(report.Printable(text), "|", `\|`))
}

// markup writes words.
func (w words) markup() string {
	var b strings.Builder
	for _, one := range w {
		if one.quoted {
			b.WriteString(code(one.text))
		} else {
			b.WriteString(report.Prose(one.text))
		}
	}
	return b.String()
}
