package yamlnode

import (
	"bytes"
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxLocate bounds the input size for which the exact line of an error is searched by parsing prefixes. Above it the
// line is the parser's own, which for some errors is the start of the enclosing collection.
const maxLocate = 4 << 20

var (
	bom         = []byte("\xef\xbb\xbf")
	linePrefix  = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?`)
	aliasName   = regexp.MustCompile(`unknown anchor '(.*)' referenced`)
	tabInIndent = regexp.MustCompile(`^ *\t`)
)

// checkText refuses text that is not UTF-8 or that holds characters YAML forbids. The YAML parser refuses them as well,
// but without a place.
func checkText(data []byte) error {
	if utf8.Valid(data) && !hasControl(data) {
		return nil
	}
	for i := len(data) - len(bytes.TrimPrefix(data, bom)); i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return at(data, i, "invalid UTF-8")
		case isControl(r):
			return at(data, i, fmt.Sprintf("control character U+%04X is not allowed", r))
		}
		i += size
	}
	return nil
}

func isControl(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f
}

func hasControl(data []byte) bool {
	for _, b := range data {
		if b < ' ' && b != '\t' && b != '\n' && b != '\r' || b == 0x7f {
			return true
		}
	}
	return false
}

// at makes an error for the byte offset.
func at(data []byte, offset int, message string) *SyntaxError {
	lines := NewLines(data)
	line, column := lines.Position(offset)
	return &SyntaxError{line, column, message}
}

// locate gives an error of the YAML parser a line and a column. The parser reports a line only, which may be that of
// the enclosing collection; the shortest run of lines that fails in the same way ends at the real one.
func locate(data []byte, cause error) *SyntaxError {
	text := cause.Error()
	prefix := linePrefix.FindStringSubmatch(text)
	message := text[len(prefix[0]):]
	lines := NewLines(data)
	line := 1
	if n, err := strconv.Atoi(prefix[1]); err == nil && n >= 1 {
		line = min(n, lines.Count())
	}
	if len(data) <= maxLocate {
		line = 1 + sort.Search(lines.Count()-1, func(i int) bool {
			_, err := decodeAll(data[:lines.End(i+1)])
			return err != nil && err.Error() == text
		})
	}
	return &SyntaxError{line, column(lines.Text(line), message), message}
}

// column is the likely culprit within a line that the parser refused, counted in characters from 1.
func column(line, message string) int {
	if loc := tabInIndent.FindStringIndex(line); loc != nil {
		return loc[1]
	}
	if m := aliasName.FindStringSubmatch(message); m != nil {
		if i := strings.Index(line, "*"+m[1]); i >= 0 {
			return utf8.RuneCountInString(line[:i]) + 1
		}
	}
	return len(line) - len(strings.TrimLeft(line, " ")) + 1
}
