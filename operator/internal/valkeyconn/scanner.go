package valkeyconn

import (
	"bytes"
	"fmt"
	"strconv"
)

const (
	// maxReplyBytes bounds the replies of one round trip. The largest that is
	// asked for is CLUSTER NODES, about 200 bytes a node, or a dump of functions.
	maxReplyBytes = 16 << 20
	// maxReplyElements bounds their elements, where a command needs no more.
	maxReplyElements = 1 << 16
	// maxReplyDepth bounds how deep they nest. The deepest, of ACL GETUSER, is 3.
	maxReplyDepth = 16
	// maxHeader is the longest line that announces a length or is a number.
	maxHeader = 24
)

// scanner follows the frames of RESP3 without keeping their content. One of which
// only most is set stands before the first reply of a round trip.
type scanner struct {
	most     int    // elements that are let through
	kind     byte   // of the line being read, 0 between frames
	header   []byte // of that line; of a text its last byte only
	body     int    // bytes of a string still to come, its line end included
	open     []int  // elements that each open aggregate still lacks
	bytes    int    // seen so far
	elements int    // announced so far
}

// feed takes the next bytes and returns how many replies they complete. More of
// them than wanted, a frame that no command of ours is answered by and one
// above the limits are errors.
func (s *scanner) feed(b []byte, wanted int) (complete int, err error) {
	if s.bytes += len(b); s.bytes > maxReplyBytes {
		return 0, refusal("it is longer than %d bytes", maxReplyBytes)
	}
	for len(b) > 0 {
		if complete == wanted {
			return 0, refusal("more follows it than was asked for")
		}
		var ended bool
		if b, ended, err = s.step(b); err != nil {
			return 0, err
		}
		if ended && s.ascend() {
			complete++
		}
	}
	return complete, nil
}

// step takes some of the bytes and reports whether they end an element.
func (s *scanner) step(b []byte) (rest []byte, ended bool, err error) {
	switch {
	case s.body > 0:
		n := min(s.body, len(b))
		s.body -= n
		return b[n:], s.body == 0, nil
	case s.kind == 0:
		s.kind = b[0]
		if !bytes.ContainsRune([]byte("+-,(:$!=*~%_"), rune(s.kind)) {
			return nil, false, refusal("it begins with byte %d", s.kind)
		}
		return b[1:], false, nil
	}
	line, rest, found := bytes.Cut(b, []byte{'\n'})
	if len(line) > 0 && isText(s.kind) {
		s.header, line = s.header[:0], line[len(line)-1:]
	}
	if s.header = append(s.header, line[:min(len(line), maxHeader)]...); len(s.header) > maxHeader {
		return nil, false, refusal("a length or number has more than %d digits", maxHeader)
	}
	if !found {
		if s.kind == '_' && string(s.header) != "" && string(s.header) != "\r" {
			return nil, false, errMalformed(s.kind) // valkey-go would take it for complete
		}
		return nil, false, nil
	}
	ended, err = s.line()
	s.kind, s.header = 0, s.header[:0]
	return rest, ended, err
}

// isText reports whether a line of the kind may hold anything.
func isText(kind byte) bool {
	return kind == '+' || kind == '-' || kind == ',' || kind == '('
}

// line takes in a line that is complete and reports whether it is an element by
// itself.
func (s *scanner) line() (ended bool, err error) {
	text, crlf := bytes.CutSuffix(s.header, []byte{'\r'})
	switch s.kind {
	case '+', '-', ',', '(':
	case '_':
		crlf = crlf && len(text) == 0
	case '$', '*':
		if crlf && string(text) == "-1" {
			return true, nil // nothing, as RESP2 writes it
		}
		fallthrough
	default:
		return s.number(string(text), crlf)
	}
	if !crlf {
		return false, errMalformed(s.kind)
	}
	return true, nil
}

// number takes in a line that holds a length or an integer.
func (s *scanner) number(text string, crlf bool) (ended bool, err error) {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil || !crlf || text[0] == '+':
		return false, errMalformed(s.kind)
	case s.kind == ':':
		return true, nil
	case n < 0 || n > maxReplyBytes:
		return false, refusal("it announces %d bytes or elements", n)
	}
	switch s.kind {
	case '$', '!', '=':
		s.body = int(n) + len("\r\n")
		return false, nil
	case '%':
		n *= 2
	}
	if s.elements += int(n); s.elements > s.most {
		return false, refusal("it has more than %d elements", s.most)
	}
	if n == 0 {
		return true, nil
	}
	if s.open = append(s.open, int(n)); len(s.open) > maxReplyDepth {
		return false, refusal("it nests deeper than %d", maxReplyDepth)
	}
	return false, nil
}

// ascend counts an element that has ended, and the aggregates that end with it.
// It reports whether a whole reply has ended.
func (s *scanner) ascend() bool {
	for len(s.open) > 0 {
		last := len(s.open) - 1
		if s.open[last]--; s.open[last] > 0 {
			return false
		}
		s.open = s.open[:last]
	}
	return true
}

func errMalformed(kind byte) error { return refusal("a line of type %q is not well-formed", kind) }

func refusal(format string, args ...any) error {
	return kindError{ErrReply, fmt.Errorf("the reply was refused: "+format, args...)}
}
