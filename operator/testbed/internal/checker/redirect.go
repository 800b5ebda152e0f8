package checker

import (
	"bytes"
	"net"
	"strconv"
	"strings"
)

// redirect is an answer MOVED or ASK for a slot. The client follows these by itself and does not tell, so they are
// counted in what its connections receive.
type redirect struct {
	Kind string // MOVED or ASK
	Slot int
}

// watchedConn shows everything that it reads to a scanner.
type watchedConn struct {
	net.Conn
	lines lineScanner
}

func (c *watchedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.lines.feed(p[:n])
	return n, err
}

// lineScanner finds redirects in a stream of replies that comes in pieces. It looks at lines that begin with the minus of
// an error; no value that the checker writes holds a line break, so a value is never taken for one.
type lineScanner struct {
	seen    func(redirect)
	line    []byte // the beginning of an error line
	skip    bool   // the rest of the line is of no interest
	partial bool   // something of the line was read
}

// longest is more than any "-MOVED 16383 " has.
const longest = 16

func (s *lineScanner) feed(p []byte) {
	for len(p) > 0 {
		end := bytes.IndexByte(p, '\n')
		part := p
		if end >= 0 {
			part = p[:end]
		}
		if !s.partial && len(part) > 0 {
			s.partial, s.skip = true, part[0] != '-'
		}
		if !s.skip && len(s.line) < longest {
			s.line = append(s.line, part[:min(len(part), longest-len(s.line))]...)
		}
		if end < 0 {
			return
		}
		s.finish()
		p = p[end+1:]
	}
}

func (s *lineScanner) finish() {
	if kind, rest, ok := strings.Cut(string(s.line), " "); ok && (kind == "-MOVED" || kind == "-ASK") {
		number, _, _ := strings.Cut(rest, " ")
		if slot, err := strconv.Atoi(number); err == nil && slot >= 0 && slot < slotCount {
			s.seen(redirect{Kind: kind[1:], Slot: slot})
		}
	}
	s.line, s.skip, s.partial = s.line[:0], false, false
}
