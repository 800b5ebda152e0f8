package explain

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/valkey-menu/valkey-menu/fn/report"
)

// page is a text under construction.
type page struct{ b strings.Builder }

func (p *page) line(format string, args ...any) {
	p.b.WriteString(report.Printable(fmt.Sprintf(format, args...)))
	p.b.WriteByte('\n')
}

func (p *page) gap() { p.b.WriteByte('\n') }

func (p *page) String() string { return p.b.String() }

// table writes rows, which may be short, with their columns aligned, under a
// heading unless that is nil. A table without rows is not written.
func (p *page) table(heading []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	all := rows
	if heading != nil {
		all = append([][]string{heading}, rows...)
	}
	width := widths(all)
	for _, row := range all {
		var b strings.Builder
		for i, cell := range row {
			text := report.Printable(cell)
			b.WriteString(text)
			if i+1 < len(row) {
				b.WriteString(strings.Repeat(" ", max(0, width[i]-utf8.RuneCountInString(text))+2))
			}
		}
		p.b.WriteString(strings.TrimRight(b.String(), " "))
		p.b.WriteByte('\n')
	}
}

// maxWidth bounds a column: one long value must not push all others away.
const maxWidth = 60

func widths(rows [][]string) []int {
	var width []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], min(maxWidth, utf8.RuneCountInString(report.Printable(cell))))
		}
	}
	return width
}

// wrap breaks a paragraph into lines of at most 80 characters where words allow
// it, each behind the indentation.
func (p *page) wrap(indent, text string) {
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(indent)+utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > 80:
			p.line("%s%s", indent, line)
			line = word
		default:
			line += " " + word
		}
	}
	if line != "" {
		p.line("%s%s", indent, line)
	}
}

// counted is a number and its noun, "1 shard" or "3 shards".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
