package source

import "bytes"

// chunk is a run of lines that is parsed by itself, in most cases one document.
type chunk struct {
	text []byte
	line int  // of its first line in the file
	odd  bool // may hold several documents, or lines that a search for LF does not find
}

// split cuts a YAML stream in front of every `---`. YAML takes three hyphens at the start of a line for a document
// marker wherever they stand, also within a multi-line string, so the cut is exact. Text with directives, which belong
// to the document that follows, or with line breaks other than LF and CRLF stays in one piece.
func split(data []byte) []chunk {
	if hasDirective(data) || hasOddBreak(data) {
		return []chunk{{data, 1, true}}
	}
	var chunks []chunk
	start, startLine, line := 0, 1, 1
	for i := 0; i < len(data); line++ {
		if i > start && isMarker(data[i:]) {
			chunks = append(chunks, chunk{text: data[start:i], line: startLine})
			start, startLine = i, line
		}
		end := bytes.IndexByte(data[i:], '\n')
		if end < 0 {
			break
		}
		i += end + 1
	}
	return append(chunks, chunk{text: data[start:], line: startLine})
}

// isMarker says whether a line starts with `---` and a blank or its end.
func isMarker(line []byte) bool {
	if !bytes.HasPrefix(line, []byte("---")) {
		return false
	}
	return len(line) == 3 || bytes.IndexByte([]byte(" \t\r\n"), line[3]) >= 0
}

func hasDirective(data []byte) bool {
	return bytes.HasPrefix(bytes.TrimPrefix(data, bom()), []byte("%")) || bytes.Contains(data, []byte("\n%"))
}

// hasOddBreak looks for the other line breaks of YAML 1.1: a lone CR, NEL, LS and PS.
func hasOddBreak(data []byte) bool {
	for _, odd := range []string{"\u0085", "\u2028", "\u2029"} {
		if bytes.Contains(data, []byte(odd)) {
			return true
		}
	}
	for rest := data; ; {
		i := bytes.IndexByte(rest, '\r')
		if i < 0 {
			return false
		}
		if rest = rest[i+1:]; len(rest) == 0 || rest[0] != '\n' {
			return true
		}
	}
}

func bom() []byte { return []byte("\xef\xbb\xbf") }
