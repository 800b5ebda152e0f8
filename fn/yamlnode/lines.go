package yamlnode

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// Lines maps between byte offsets and the line and column numbers that YAML nodes carry: both from 1, columns in
// characters, a leading byte order mark counted as nothing, and every line break of YAML 1.1 (LF, CRLF, CR, NEL, LS,
// PS) ending a line.
type Lines struct {
	data   []byte
	starts []int // byte offset of the first character of each line
}

// NewLines indexes the text, which must not change afterwards.
func NewLines(data []byte) *Lines {
	start := len(data) - len(bytes.TrimPrefix(data, bom))
	l := &Lines{data: data, starts: make([]int, 0, bytes.Count(data, []byte{'\n'})+1)}
	l.starts = append(l.starts, start)
	if !l.OtherBreaks() {
		for i := start; ; {
			n := bytes.IndexByte(data[i:], '\n')
			if n < 0 {
				return l
			}
			i += n + 1
			l.starts = append(l.starts, i)
		}
	}
	for i := start; i < len(data); {
		if n := breakLen(data[i:]); n > 0 {
			i += n
			l.starts = append(l.starts, i)
			continue
		}
		i++
	}
	return l
}

// OtherBreaks says whether the text may hold line breaks other than LF and CRLF.
func (l *Lines) OtherBreaks() bool {
	if bytes.Count(l.data, []byte{'\r'}) != bytes.Count(l.data, []byte("\r\n")) {
		return true
	}
	for _, other := range []string{"\u0085", "\u2028", "\u2029"} {
		if bytes.Contains(l.data, []byte(other)) {
			return true
		}
	}
	return false
}

// breakLen is the length of the line break at the start of b, 0 if there is none.
func breakLen(b []byte) int {
	switch b[0] {
	case '\n':
		return 1
	case '\r':
		if len(b) > 1 && b[1] == '\n' {
			return 2
		}
		return 1
	case 0xc2:
		if len(b) > 1 && b[1] == 0x85 {
			return 2
		}
	case 0xe2:
		if len(b) > 2 && b[1] == 0x80 && (b[2] == 0xa8 || b[2] == 0xa9) {
			return 3
		}
	}
	return 0
}

// Count is the number of lines; text that ends in a line break has an empty last line.
func (l *Lines) Count() int { return len(l.starts) }

// Start is the byte offset of the line's first character; past the last line it is the length of the text.
func (l *Lines) Start(line int) int {
	switch {
	case line < 1:
		return l.starts[0]
	case line > len(l.starts):
		return len(l.data)
	}
	return l.starts[line-1]
}

// End is the byte offset just past the line, its line break included.
func (l *Lines) End(line int) int { return l.Start(line + 1) }

// Text is the line without its line break.
func (l *Lines) Text(line int) string {
	b := l.data[l.Start(line):l.End(line)]
	for i := range b {
		if breakLen(b[i:]) > 0 {
			return string(b[:i])
		}
	}
	return string(b)
}

// Offset is the byte offset of a line and column; a column past the end of the line gives the end of the line.
func (l *Lines) Offset(line, column int) int {
	offset, end := l.Start(line), l.End(line)
	for ; column > 1 && offset < end; column-- {
		_, size := utf8.DecodeRune(l.data[offset:])
		offset += size
	}
	return offset
}

// Position is the line and column of a byte offset.
func (l *Lines) Position(offset int) (line, column int) {
	line = sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > offset })
	line = max(line, 1)
	from := min(l.starts[line-1], offset)
	return line, utf8.RuneCount(l.data[from:offset]) + 1
}
