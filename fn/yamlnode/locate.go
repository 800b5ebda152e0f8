package yamlnode

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxLocate bounds the input size for which the line of an error is searched by parsing many prefixes. Above it the line
// of some errors is the parser's own, which may be the start of the enclosing collection.
const maxLocate = 256 << 10

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
	fails := func(n int) bool {
		_, err := decodeAll(bytes.NewReader(data[:lines.End(n)]))
		return err != nil && err.Error() == text
	}
	last := linesRead(lines)
	if from := max(1, last-3); !fails(from) {
		line = from + 1 + sort.Search(last-from-1, func(i int) bool { return fails(from + 1 + i) })
	} else if len(data) <= maxLocate {
		line = 1 + sort.Search(from-1, func(i int) bool { return fails(1 + i) })
	}
	return &SyntaxError{line, column(lines.Text(line), message), message}
}

// linesRead is how many lines the parser asks for before it fails: up to a few beyond the one at fault.
func linesRead(lines *Lines) int {
	r := &lineReader{lines: lines, at: lines.Start(1)}
	_, _ = decodeAll(r) // it fails, which is known
	return min(r.line+1, lines.Count())
}

// lineReader hands out one line at a time.
type lineReader struct {
	lines *Lines
	line  int // being handed out, from 0
	at    int
}

func (r *lineReader) Read(p []byte) (int, error) {
	if r.at >= len(r.lines.data) {
		return 0, io.EOF
	}
	for r.at >= r.lines.End(r.line+1) {
		r.line++
	}
	n := copy(p, r.lines.data[r.at:r.lines.End(r.line+1)])
	r.at += n
	return n, nil
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
