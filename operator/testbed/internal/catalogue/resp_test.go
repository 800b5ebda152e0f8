package catalogue

import (
	"bufio"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// answering is a connection to a server that answers one text to whatever comes first, and what it was sent.
func answering(t *testing.T, text string) (*conn, <-chan string) {
	t.Helper()
	client, server := net.Pipe()
	t.Cleanup(func() { _ = client.Close() })
	sent := make(chan string, 1)
	go func() {
		defer server.Close() //nolint:errcheck // the client looks at what came
		line, _ := bufio.NewReader(server).ReadString('\n')
		sent <- line
		_, _ = io.WriteString(server, text)
	}()
	return newConn(client), sent
}

func TestReplies(t *testing.T) {
	tests := map[string]struct {
		text string
		want reply
	}{
		"simple": {"+OK\r\n", reply{text: "OK"}},
		"error":  {"-ERR no\r\n", reply{text: "ERR no", isError: true}},
		"number": {":7\r\n", reply{text: "7"}},
		"bulk":   {"$4\r\na\r\nb\r\n", reply{text: "a\r\nb"}},
		"nil":    {"$-1\r\n", reply{}},
		"array":  {"*2\r\n$1\r\na\r\n*1\r\n:1\r\n", reply{items: []reply{{text: "a"}, {items: []reply{{text: "1"}}}}}},
		"none":   {"*-1\r\n", reply{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c, sent := answering(t, tt.text)
			got, err := c.do("x")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(reply{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if line := <-sent; line != "*1\r\n" {
				t.Errorf("sent %q first", line)
			}
		})
	}
}

func TestBrokenReplies(t *testing.T) {
	for _, text := range []string{"", "\r\n", "?x\r\n", "$x\r\n", "$9\r\na", "*x\r\n", "*2\r\n+a\r\n"} {
		c, _ := answering(t, text)
		if got, err := c.do("CONFIG", "GET"); err == nil || !strings.Contains(err.Error(), "CONFIG") {
			t.Errorf("%q: %v, %v, want an error that names the command", text, got, err)
		}
	}
}

func TestPairs(t *testing.T) {
	r := reply{items: []reply{{text: "a"}, {text: "1"}, {text: "b"}, {text: ""}, {text: "odd"}}}
	if diff := cmp.Diff(map[string]string{"a": "1", "b": ""}, r.pairs()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := r.field("b"); got.text != "" || r.field("a").text != "1" || r.field("none").items != nil {
		t.Errorf("fields: %v", got)
	}
}
