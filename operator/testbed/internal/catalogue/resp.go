package catalogue

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
)

// conn speaks RESP2 with one server. Several goroutines may use it.
type conn struct {
	net.Conn
	r     *bufio.Reader
	asked sync.Mutex // held from the first command of a pipeline to its last answer
}

func newConn(c net.Conn) *conn { return &conn{Conn: c, r: bufio.NewReader(c)} }

// reply is one answer: text of a simple string, bulk string or number, the message of an error, or items.
type reply struct {
	text    string
	items   []reply
	isError bool
}

// do sends one command and reads its answer. An error of the server is a reply, not a Go error.
func (c *conn) do(args ...string) (reply, error) {
	replies, err := c.pipeline([][]string{args})
	if err != nil {
		return reply{}, err
	}
	return replies[0], nil
}

// batch is how many commands are sent before their answers are read, so that neither side waits for the other.
const batch = 500

// pipeline sends the commands and returns their answers in the same order.
func (c *conn) pipeline(commands [][]string) ([]reply, error) {
	c.asked.Lock()
	defer c.asked.Unlock()
	replies := make([]reply, 0, len(commands))
	for start := 0; start < len(commands); start += batch {
		part := commands[start:min(start+batch, len(commands))]
		var b strings.Builder
		for _, args := range part {
			fmt.Fprintf(&b, "*%d\r\n", len(args))
			for _, arg := range args {
				fmt.Fprintf(&b, "$%d\r\n%s\r\n", len(arg), arg)
			}
		}
		if _, err := io.WriteString(c, b.String()); err != nil {
			return nil, fmt.Errorf("sending %q: %w", part[0][0], err)
		}
		for range part {
			r, err := c.read()
			if err != nil {
				return nil, fmt.Errorf("reading the answer to %q: %w", part[0][0], err)
			}
			replies = append(replies, r)
		}
	}
	return replies, nil
}

func (c *conn) read() (reply, error) {
	line, err := c.r.ReadString('\n')
	if err != nil {
		return reply{}, err
	}
	line = strings.TrimSuffix(line, "\r\n")
	if line == "" {
		return reply{}, fmt.Errorf("an empty line is no RESP2")
	}
	switch text := line[1:]; line[0] {
	case '+', ':':
		return reply{text: text}, nil
	case '-':
		return reply{text: text, isError: true}, nil
	case '$':
		return c.readBulk(text)
	case '*':
		return c.readArray(text)
	default:
		return reply{}, fmt.Errorf("%q is no RESP2", line)
	}
}

// readBulk reads a bulk string; a missing one counts as empty.
func (c *conn) readBulk(length string) (reply, error) {
	n, err := strconv.Atoi(length)
	if err != nil || n < 0 {
		return reply{}, err
	}
	text := make([]byte, n+len("\r\n"))
	if _, err := io.ReadFull(c.r, text); err != nil {
		return reply{}, err
	}
	return reply{text: string(text[:n])}, nil
}

// readArray reads an array; a missing one counts as empty.
func (c *conn) readArray(length string) (reply, error) {
	n, err := strconv.Atoi(length)
	if err != nil || n < 0 {
		return reply{}, err
	}
	items := make([]reply, n)
	for i := range items {
		if items[i], err = c.read(); err != nil {
			return reply{}, err
		}
	}
	return reply{items: items}, nil
}

// pairs reads an array of names and values, as CONFIG GET answers.
func (r reply) pairs() map[string]string {
	m := make(map[string]string, len(r.items)/2)
	for i := 0; i+1 < len(r.items); i += 2 {
		m[r.items[i].text] = r.items[i+1].text
	}
	return m
}

// texts are the texts of an array's items.
func (r reply) texts() []string {
	all := make([]string, 0, len(r.items))
	for _, item := range r.items {
		all = append(all, item.text)
	}
	return all
}
