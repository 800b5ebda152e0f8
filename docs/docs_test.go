package docs_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// read returns a page of this folder.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// section returns what stands under a heading, up to the next one of its level
// or above.
func section(t *testing.T, page, heading string) string {
	t.Helper()
	_, rest, found := strings.Cut("\n"+page, "\n"+heading+"\n")
	if !found {
		t.Fatalf("no heading %q", heading)
	}
	level := strings.IndexByte(heading, ' ')
	end := regexp.MustCompile(`(?m)^#{1,` + string(rune('0'+level)) + `} `).FindStringIndex(rest)
	if end != nil {
		rest = rest[:end[0]]
	}
	return rest
}

// tables returns the rows of each table in a text, without their headings.
func tables(text string) [][][]string {
	var all [][][]string
	var rows [][]string
	for _, line := range append(strings.Split(text, "\n"), "") {
		if strings.HasPrefix(line, "|") {
			rows = append(rows, cells(line))
			continue
		}
		if len(rows) > 2 {
			all = append(all, rows[2:])
		}
		rows = nil
	}
	return all
}

// cells splits a row; `\|` is no border.
func cells(line string) []string {
	const bar = "\x00"
	line = strings.Trim(strings.ReplaceAll(line, `\|`, bar), "| ")
	parts := strings.Split(line, "|")
	for i := range parts {
		parts[i] = strings.TrimSpace(strings.ReplaceAll(parts[i], bar, "|"))
	}
	return parts
}

// only returns the one table of a section.
func only(t *testing.T, page, heading string) [][]string {
	t.Helper()
	all := tables(section(t, page, heading))
	if len(all) != 1 {
		t.Fatalf("%d tables under %q, want 1", len(all), heading)
	}
	return all[0]
}

func code(text string) string { return "`" + text + "`" }

// bare is the text of a cell without the marks of code.
func bare(cell string) string { return strings.Trim(cell, "`") }

func TestTablesAreRead(t *testing.T) {
	page := "# A\n\n| h | i |\n|---|---|\n| `a` | b\\|c |\n\n## B\n\ntext\n\n| h |\n|---|\n| x |\n\n# C\n"
	got := tables(section(t, page, "# A"))
	if len(got) != 2 || !slices.Equal(got[0][0], []string{"`a`", "b|c"}) || !slices.Equal(got[1][0], []string{"x"}) {
		t.Errorf("tables %q, want the two below A", got)
	}
	if got := only(t, page, "## B"); len(got) != 1 {
		t.Errorf("rows %q, want one", got)
	}
}
