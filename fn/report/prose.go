package report

import (
	"strings"
	"unicode"
)

// mark stands between two characters that would be a reference together. It is
// a zero-width space, spelt out so that it is seen in the source of a comment.
const mark = "&#8203;"

// Prose is text that Markdown shows as it stands: no markup, no HTML, no links,
// and no mention of anybody. What a message says is in the hand of whoever
// wrote the object, and a comment is read by others. It stands behind other
// text on its line, where no character begins a heading or a list.
//
// References are broken up and not escaped: GitHub and GitLab look for them in
// the text of the finished page, where nothing is left of an escape.
func Prose(text string) string {
	runes := []rune(Printable(text))
	var b strings.Builder
	for i, r := range runes {
		before, after := runes[:i], runes[i+1:]
		if r == '.' && ends(before, "www") {
			b.WriteString(mark)
		}
		b.WriteString(literal(r))
		if refers(before, r, after) {
			b.WriteString(mark)
		}
	}
	return b.String()
}

// literal is one character that is no markup.
func literal(r rune) string {
	switch r {
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	case '&':
		return "&amp;"
	case '$': // an escaped dollar may begin a formula all the same
		return "<span>$</span>"
	case '\\', '`', '*', '_', '[', ']', '~', '|':
		return `\` + string(r)
	}
	return string(r)
}

// refers reports whether a character and those after it may be a reference: to
// a person (@), an issue, a merge request or the like, or the address of a page.
func refers(before []rune, r rune, after []rune) bool {
	switch {
	case r == '@':
		return true
	case len(after) == 0:
		return false
	case strings.ContainsRune("#!%~^&$", r):
		return after[0] == '_' || after[0] == '"' || unicode.IsLetter(after[0]) || unicode.IsDigit(after[0])
	case r == '-':
		return ends(before, "gh") && unicode.IsDigit(after[0])
	case r == ':':
		return after[0] == '/'
	}
	return false
}

// ends ignores case.
func ends(text []rune, end string) bool {
	at := len(text) - len(end)
	return at >= 0 && strings.EqualFold(string(text[at:]), end)
}

// Code is text between as many backticks as it needs, in which nothing is
// markup or a reference; nothing for no text.
func Code(text string) string {
	if text == "" {
		return ""
	}
	text = Printable(text)
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") || strings.HasPrefix(text, " ") && strings.HasSuffix(text, " ") {
		text = " " + text + " "
	}
	return fence + text + fence
}
