package conf

import (
	"fmt"
	"strings"
)

// Quote writes one argument so that Valkey's splitting rules (see [Split]) give
// back the same bytes. An argument of printable ASCII without spaces, quotes and
// backslashes stays bare; everything else is put in double quotes with the
// escapes of the server's own quoting (\\ \" \n \r \t \a \b, \xNN for every other
// byte outside printable ASCII, so for each byte of a UTF-8 sequence). The empty
// argument is `""`.
//
// Two cases are quoted although the server would leave them bare: an argument
// with a single quote, which the server would write bare and then read as the
// start of a quoted string, and one that starts with '#', which as the first
// word of a line makes it a comment.
func Quote(arg string) string {
	if isBare(arg) {
		return arg
	}
	var b strings.Builder
	b.Grow(len(arg) + 2)
	b.WriteByte('"')
	for i := range len(arg) {
		writeEscaped(&b, arg[i])
	}
	b.WriteByte('"')
	return b.String()
}

func isBare(arg string) bool {
	if arg == "" || arg[0] == '#' {
		return false
	}
	for i := range len(arg) {
		c := arg[i]
		if !isPrint(c) || c == ' ' || c == '"' || c == '\'' || c == '\\' {
			return false
		}
	}
	return true
}

// isPrint is C's isprint in the "C" locale, which a server runs in.
func isPrint(c byte) bool { return c >= 0x20 && c <= 0x7e }

func writeEscaped(b *strings.Builder, c byte) {
	switch c {
	case '\\', '"':
		b.WriteByte('\\')
		b.WriteByte(c)
	case '\n':
		b.WriteString(`\n`)
	case '\r':
		b.WriteString(`\r`)
	case '\t':
		b.WriteString(`\t`)
	case '\a':
		b.WriteString(`\a`)
	case '\b':
		b.WriteString(`\b`)
	default:
		if isPrint(c) {
			b.WriteByte(c)
			return
		}
		fmt.Fprintf(b, `\x%02x`, c)
	}
}

// Line is one line of valkey.conf without its newline: the directive's name and
// its arguments, each quoted. A line without arguments is the name alone.
func Line(name string, args []string) string {
	words := make([]string, 0, len(args)+1)
	words = append(words, Quote(name))
	for _, arg := range args {
		words = append(words, Quote(arg))
	}
	return strings.Join(words, " ")
}
