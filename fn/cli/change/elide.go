package change

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	longValue = 60  // characters from which only what differs is shown
	maxValue  = 160 // characters of a value, at most
	maxReason = 600 // characters of a reason that is a paragraph
	ellipsis  = "..."
)

// elide shortens two long values to the words that differ, as those of a user's
// rules: "on ~app:* +@read" and "on ~app2:* +@read" become "... ~app:* ..." and
// "... ~app2:* ...".
func elide(before, after string) (string, string) {
	if before != "" && after != "" && max(utf8.RuneCountInString(before), utf8.RuneCountInString(after)) > longValue {
		b, a := strings.Split(before, " "), strings.Split(after, " ")
		start := 0
		for start < min(len(b), len(a)) && b[start] == a[start] {
			start++
		}
		end := 0
		for end < min(len(b), len(a))-start && b[len(b)-1-end] == a[len(a)-1-end] {
			end++
		}
		before, after = middle(b, start, end), middle(a, start, end)
	}
	return cut(before), cut(after)
}

// middle is the words without the first and the last ones.
func middle(words []string, start, end int) string {
	kept := words[start : len(words)-end]
	if start > 0 {
		kept = append([]string{ellipsis}, kept...)
	}
	if end > 0 && (len(kept) != 1 || kept[0] != ellipsis) {
		kept = append(kept[:len(kept):len(kept)], ellipsis)
	}
	return strings.Join(kept, " ")
}

// cut bounds a value.
func cut(text string) string { return cutTo(maxValue, text) }

func cutTo(limit int, text string) string {
	n := utf8.RuneCountInString(text)
	if n <= limit {
		return text
	}
	return fmt.Sprintf("%s%s (%d characters)", string([]rune(text)[:limit]), ellipsis, n)
}
