package resourcelist

import (
	"bytes"

	"go.yaml.in/yaml/v3"
)

// locateFlow finds the elements of a sequence in brackets. If they do not start where the parser says, it is opaque.
func (l *layout) locateFlow(r *region) {
	open := l.offset(r.value)
	r.shape = opaque
	if open >= len(l.data) || l.data[open] != '[' {
		return
	}
	elements, end, ok := scanFlow(l.data, open)
	if !ok || len(elements) != len(r.value.Content) {
		return
	}
	for i, n := range r.value.Content {
		if l.offset(n) != elements[i].start {
			return
		}
	}
	r.shape, r.elements, r.brackets = flow, elements, span{open, end}
}

// flowScanner splits a flow collection at its commas. It knows just enough of YAML's tokens for that.
type flowScanner struct {
	data     []byte
	at       int
	depth    int
	plain    bool // within a plain scalar, where quotes have no meaning
	element  span // that is being read at depth 1; start is -1 before it
	elements []span
}

// scanFlow returns the elements (of a mapping: the pairs) of the collection that opens at open, and the offset past its
// closing bracket. ok is false if it does not end.
func scanFlow(data []byte, open int) (elements []span, end int, ok bool) {
	s := &flowScanner{data: data, at: open + 1, depth: 1, element: span{start: -1}}
	for s.at < len(data) {
		if s.step() {
			return s.elements, s.at, true
		}
	}
	return nil, 0, false
}

// step reads one token or character and says whether it closed the collection.
func (s *flowScanner) step() bool {
	from, c := s.at, s.data[s.at]
	switch {
	case isBlank(c):
		s.at++
		return false
	case c == '#' && (!s.plain || isBlank(s.data[s.at-1])):
		s.at, s.plain = lineEnd(s.data, s.at), false
		return false
	case c == ']' || c == '}':
		s.at, s.plain = s.at+1, false
		if s.depth--; s.depth == 0 {
			s.finish()
			return true
		}
	case c == ',' && s.depth == 1:
		s.at, s.plain = s.at+1, false
		s.finish()
		return false
	default:
		s.token(c)
	}
	if s.element.start < 0 {
		s.element.start = from
	}
	s.element.end = s.at
	return false
}

func (s *flowScanner) token(c byte) {
	switch {
	case c == '[' || c == '{':
		s.at, s.plain, s.depth = s.at+1, false, s.depth+1
	case c == ',':
		s.at, s.plain = s.at+1, false
	case !s.plain && bytes.IndexByte([]byte(`"'`), c) >= 0:
		s.at = max(scanQuoted(s.data, s.at), s.at+1)
	case !s.plain && bytes.IndexByte([]byte("&*!"), c) >= 0:
		s.at += wordLen(s.data[s.at:])
	case c == ':' && (!s.plain || s.endsKey()):
		s.at, s.plain = s.at+1, false
	default:
		s.at, s.plain = s.at+1, true
	}
}

// wordLen is the length of an anchor, alias or tag.
func wordLen(b []byte) int {
	if n := bytes.IndexAny(b, " \t\r\n,[]{}"); n >= 0 {
		return n
	}
	return len(b)
}

// endsKey says whether the colon here ends a plain key, other than one in `http://x`.
func (s *flowScanner) endsKey() bool {
	if s.at+1 >= len(s.data) {
		return false
	}
	next := s.data[s.at+1]
	return isBlank(next) || bytes.IndexByte([]byte(",?[]{}"), next) >= 0
}

func (s *flowScanner) finish() {
	if s.element.start >= 0 {
		s.elements = append(s.elements, s.element)
	}
	s.element = span{start: -1}
}

// scanQuoted returns the offset past the quoted scalar that starts at open, -1 if none does.
func scanQuoted(data []byte, open int) int {
	if open >= len(data) {
		return -1
	}
	quote := data[open]
	for i := open + 1; i < len(data) && (quote == '"' || quote == '\''); i++ {
		switch {
		case quote == '"' && data[i] == '\\':
			i++
		case data[i] != quote:
		case quote == '\'' && i+1 < len(data) && data[i+1] == quote:
			i++
		default:
			return i + 1
		}
	}
	return -1
}

// colon returns the offset past the colon that follows a key, -1 if it cannot be told.
func (l *layout) colon(key *yaml.Node) int {
	at := l.offset(key)
	switch {
	case key.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0:
		at = scanQuoted(l.data, at)
	case bytes.HasPrefix(l.data[at:], []byte(key.Value)):
		at += len(key.Value)
	default:
		return -1
	}
	for at >= 0 && at < len(l.data) && (l.data[at] == ' ' || l.data[at] == '\t') {
		at++
	}
	if at < 0 || at >= len(l.data) || l.data[at] != ':' {
		return -1
	}
	return at + 1
}
