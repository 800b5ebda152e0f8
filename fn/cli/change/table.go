package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/lib/impact"
)

// The columns of a table of changes.
const (
	columnEffect = iota
	columnField
	columnBefore
	columnAfter
	columnSetBy
	columnWhy
	columns
)

func columnHeads() row {
	return row{"effect", "field", "before", "after", "set by", "why"}
}

type row [columns]string

// statements writes the changes that are about no one field and have no values
// as sentences, and returns the others.
func statements(b *strings.Builder, changes []Change) []Change {
	var others []Change
	for _, c := range changes {
		if c.Path != "" || c.Before != nil || c.After != nil || c.Reason == "" {
			others = append(others, c)
			continue
		}
		fmt.Fprintf(b, "%s.\n\n", report.Prose(capital(cutTo(maxReason, c.Reason))))
	}
	return others
}

// changeTable lists changes. It leaves out columns that would say nothing: empty
// ones, and the effect where it is that of the title throughout.
func changeTable(b *strings.Builder, title impact.Effect, changes []Change) {
	if len(changes) == 0 {
		return
	}
	rows := make([]row, len(changes))
	for i, c := range changes {
		before, after, _ := values(c)
		rows[i] = row{
			effectName(c.Effect), code(cut(c.Path)), code(before), code(after), setBy(c).untitled().markup(), report.Prose(cut(why(c))),
		}
	}
	shown := telling(title, rows)
	b.WriteString(columnHeads().line(shown))
	b.WriteString("|" + strings.Repeat("---|", len(shown)) + "\n")
	end := b.Len() + limitChanges
	for i, one := range rows {
		line := one.line(shown)
		if b.Len()+len(line) > end {
			fmt.Fprintf(b, "| and %s |%s\n", counted(len(rows)-i, "more change"), strings.Repeat(" |", len(shown)-1))
			break
		}
		b.WriteString(line)
	}
	b.WriteString("\n")
}

// telling are the columns that say something. Before and after stand together:
// that there is no value on one side says something.
func telling(title impact.Effect, rows []row) []int {
	has := func(column int) bool {
		return slices.ContainsFunc(rows, func(r row) bool { return r[column] != "" })
	}
	var shown []int
	for column := range columns {
		says := has(column)
		switch column {
		case columnEffect:
			says = slices.ContainsFunc(rows, func(r row) bool { return r[column] != effectName(title) })
		case columnBefore, columnAfter:
			says = has(columnBefore) || has(columnAfter)
		}
		if says {
			shown = append(shown, column)
		}
	}
	if len(shown) == 0 {
		return []int{columnEffect}
	}
	return shown
}

func (r row) line(shown []int) string {
	cells := make([]string, len(shown))
	for i, column := range shown {
		cells[i] = r[column]
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

// capital makes a text the begin of a sentence.
func capital(text string) string {
	if text == "" || text[0] < 'a' || text[0] > 'z' {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
