package report

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable is text that is safe to write to a terminal: control characters,
// bytes that are no UTF-8, and characters that hide or turn around what stands
// beside them (Unicode's format characters) are written as Go escapes, such as
// \x1b. Tabs and newlines count as control characters; spaces stay.
func Printable(text string) string {
	if isPrintable(text) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteString(`\x` + strconv.FormatUint(uint64(text[0])+0x100, 16)[1:])
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		text = text[size:]
	}
	return b.String()
}

func isPrintable(text string) bool {
	for i, r := range text {
		if !unicode.IsPrint(r) || r == utf8.RuneError && text[i] != "\uFFFD"[0] {
			return false
		}
	}
	return true
}
