package source

import (
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// yamlEscapes rewrites the two escapes of JSON strings that the YAML parser does not know, `\/` and surrogate pairs. ok
// is false if the text is no JSON. What follows such an escape in its line moves by a few columns.
func yamlEscapes(text []byte) (rewritten []byte, ok bool) {
	if !json.Valid(text) {
		return nil, false
	}
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' { // in JSON a backslash stands in strings only, and something follows it
			rewritten = append(rewritten, text[i])
			continue
		}
		switch i++; text[i] {
		case '/':
			rewritten = append(rewritten, '/')
		case 'u':
			r, size := utf16Escape(text[i-1:])
			rewritten = fmt.Appendf(rewritten, `\U%08x`, r)
			i += size - 2
		default:
			rewritten = append(rewritten, '\\', text[i])
		}
	}
	return rewritten, true
}

// utf16Escape reads one `\u` escape, or two that are a surrogate pair, and says how many bytes that was. Half a pair
// gives the replacement character, as in encoding/json.
func utf16Escape(text []byte) (r rune, size int) {
	const one, two = len(`\u0000`), len(`\u0000\u0000`)
	r = hex4(text)
	if !utf16.IsSurrogate(r) {
		return r, one
	}
	if pair := utf16.DecodeRune(r, hex4(text[one:])); pair != utf8.RuneError {
		return pair, two
	}
	return utf8.RuneError, one
}

// hex4 reads the number in a `\u` escape, -1 if the text does not start with one.
func hex4(text []byte) rune {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return -1
	}
	n, err := strconv.ParseUint(string(text[2:6]), 16, 32)
	if err != nil {
		return -1
	}
	return rune(n)
}
