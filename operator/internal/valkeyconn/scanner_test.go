package valkeyconn

import (
	"net"
	"strings"
	"testing"

	"github.com/valkey-io/valkey-go"
)

func TestScanner(t *testing.T) {
	cases := map[string]struct {
		input   string
		replies int
		refused string
	}{
		"every type":      {"+a\r\n-b\r\n:-1\r\n$0\r\n\r\n$-1\r\n*-1\r\n*0\r\n%0\r\n~1\r\n,1.5\r\n(99999999999999999999999999\r\n_\r\n!1\r\nx\r\n=5\r\ntxt:y\r\n", 13, ""},
		"nested":          {"*2\r\n%1\r\n+k\r\n*1\r\n$3\r\na\r\n\r\n+end\r\n+next\r\n", 2, ""},
		"not complete":    {"*2\r\n+a\r\n", 0, ""},
		"long header":     {"$" + strings.Repeat("0", 30), 0, "more than 24 digits"},
		"no digits":       {"$\r\n", 0, "is not well-formed"},
		"plus sign":       {":+1\r\n", 0, "is not well-formed"},
		"chunked":         {"$?\r\n;1\r\na\r\n;0\r\n", 0, "is not well-formed"},
		"no line end":     {":1\n", 0, "is not well-formed"},
		"text without it": {"+a\n", 0, "type '+' is not well-formed"},
		"no text":         {"+\n", 0, "type '+' is not well-formed"},
		"a null of 3":     {"_abc\r\n", 0, "type '_' is not well-formed"},
		"a half line end": {"_\r\r", 0, "type '_' is not well-formed"},
		"part of a null":  {"_a", 0, "type '_' is not well-formed"},
		"a boolean":       {"#t\r\n", 0, "begins with byte 35"},
		"attribute":       {"|1\r\n+a\r\n+b\r\n", 0, "begins with byte 124"},
		"deep":            {strings.Repeat("*1\r\n", 17), 0, "nests deeper than 16"},
		"wide":            {strings.Repeat("*9000\r\n", 8), 0, "more than 65536 elements"},
		"long":            {strings.Repeat("$16000000\r\n"+strings.Repeat("a", 16000000)+"\r\n", 2), 0, "longer than 16777216 bytes"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			step := max(1, len(c.input)/100) // often in the middle of a frame
			s := scanner{most: maxReplyElements}
			replies, err := 0, error(nil)
			for input := []byte(c.input); len(input) > 0 && err == nil; input = input[min(step, len(input)):] {
				var n int
				n, err = s.feed(input[:min(step, len(input))], 100)
				replies += n
			}
			switch {
			case c.refused == "" && (err != nil || replies != c.replies):
				t.Errorf("%d replies and %v, want %d", replies, err, c.replies)
			case c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)):
				t.Errorf("refused with %v, want %q", err, c.refused)
			}
		})
	}
}

// FuzzReplies gives any bytes as replies to valkey-go through a wire: it never
// panics, and reads as many replies as the scanner counts, so that none is left
// for later.
func FuzzReplies(f *testing.F) {
	for _, seed := range []string{
		"+PONG\r\n+OK\r\n", "$-1\r\n*-1\r\n", "%1\r\n+a\r\n*2\r\n:1\r\n_\r\n#t\r\n", "*1\r\n*1\r\n+x\r\n", "-ERR x\r\n=5\r\ntxt:y\r\n", "$?\r\n;1\r\na\r\n;0\r\n",
		"+\n", "-MOVED\r\n:1\r\n", "~3\r\n,1\r\n(2\r\n!1\r\nx\r\n:1\r\n", ">1\r\n+x\r\n", "$5\r\nab\r\ncXX:1\r\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, replies []byte) {
		here, there := net.Pipe()
		go func() {
			defer func() { _ = there.Close() }()
			in := make([]byte, 1<<10)
			for _, out := range [][]byte{[]byte(hello), replies} {
				if _, err := there.Read(in); err != nil {
					return
				}
				if _, err := there.Write(out); err != nil {
					return
				}
			}
		}()
		c, err := New(Options{}).authenticate(t.Context(), &wire{Conn: here, raw: here}, secret)
		if err != nil {
			t.Fatal(err)
		}
		c.release = func() {}
		defer c.Close()
		got, err := c.send(t.Context(), command{words: []string{"A"}}, command{words: []string{"B"}})
		s := scanner{most: maxReplyElements}
		complete, refused := s.feed(replies, 2)
		if (err == nil) != (refused == nil && complete == 2) {
			t.Errorf("valkey-go: %v; scanner: %d replies, %v", err, complete, refused)
		}
		for i := range got {
			if err := got[i].Error(); err != nil {
				if _, ok := valkey.IsValkeyErr(err); !ok && !valkey.IsValkeyNil(err) {
					t.Errorf("reply %d: %v", i, err)
				}
			}
		}
	})
}
