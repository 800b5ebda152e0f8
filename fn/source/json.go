package source

import (
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf16"
)

// yamlEscapes rewrites the two escapes of JSON strings that the YAML parser does not know, `\/` and surrogate pairs. ok
// is false if the text is no JSON. What follows such an escape in its line moves by a few columns.
func yamlEscapes(text []byte) (rewritten []byte, ok bool) {
	if !json.Valid(text) {
		return nil, false
	}
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' { // in valid JSON a backslash stands in strings only, and something follows it
			rewritten = append(rewritten, text[i])
			continue
		}
		i++
		switch text[i] {
		case '/':
			rewritten = append(rewritten, '/')
		case 'u':
			first, second := hex4(text[i+1:]), rune(-1)
			if utf16.IsSurrogate(first) && i+6 < len(text) && text[i+5] == '\\' && text[i+6] == 'u' {
				second = hex4(text[i+7:])
			}
			switch pair := utf16.DecodeRune(first, second); {
			case !utf16.IsSurrogate(first):
				rewritten = fmt.Appendf(rewritten, `\u%04x`, first)
				i += 4
			case second < 0 || !utf16.IsSurrogate(second):
				rewritten = append(rewritten, `\ufffd`...)
				i += 4
			default: // two halves that are no pair give the replacement character, as in encoding/json
				rewritten = fmt.Appendf(rewritten, `\U%08x`, pair)
				i += 10
			}
		default:
			rewritten = append(rewritten, '\\', text[i])
		}
	}
	return rewritten, true
}

// hex4 reads the four digits of an escape, which valid JSON has.
func hex4(text []byte) rune {
	n, err := strconv.ParseUint(string(text[:min(4, len(text))]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
}
