package valkeyconn

import (
	"bufio"
	"errors"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	secret = "s3cret-one"
	other  = "s3cret-two"
	hello  = "%1\r\n$5\r\nproto\r\n:3\r\n"
)

// fake speaks just enough RESP to show what a real server cannot be made to.
type fake struct {
	target Target
	answer func(words []string) string // "" is silence, hangUp ends the connection

	mu       sync.Mutex
	accepted int
	heard    []string
}

const hangUp = "hang up"

// newFake listens until the test ends. wrap may be nil; it is what a connection
// speaks below RESP.
func newFake(t *testing.T, wrap func(net.Conn) net.Conn, answer func(words []string) string) *fake {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	f := &fake{target: Target{IP: "127.0.0.1", Port: port, Passwords: Passwords{secret, other}}, answer: answer}
	var all sync.WaitGroup
	t.Cleanup(func() {
		_ = listener.Close()
		all.Wait()
	})
	all.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			if wrap != nil {
				conn = wrap(conn)
			}
			all.Go(func() { f.serve(conn) })
		}
	})
	return f
}

func (f *fake) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	f.mu.Lock()
	f.accepted++
	f.mu.Unlock()
	in := bufio.NewReader(conn)
	for {
		words, err := readCommand(in)
		if err != nil {
			return
		}
		f.mu.Lock()
		f.heard = append(f.heard, strings.Join(words, " "))
		f.mu.Unlock()
		reply := f.answer(words)
		if reply == hangUp {
			return
		}
		if _, err := io.WriteString(conn, reply); err != nil {
			return
		}
	}
}

func readCommand(in *bufio.Reader) ([]string, error) {
	number := func(kind byte) (int, error) {
		line, err := in.ReadString('\n')
		if err != nil || line[0] != kind {
			return 0, errors.Join(err, errors.New("no RESP"))
		}
		return strconv.Atoi(strings.TrimSpace(line[1:]))
	}
	count, err := number('*')
	if err != nil {
		return nil, err
	}
	words := make([]string, count)
	for i := range words {
		size, err := number('$')
		if err != nil {
			return nil, err
		}
		body := make([]byte, size+2)
		if _, err := io.ReadFull(in, body); err != nil {
			return nil, err
		}
		words[i] = string(body[:size])
	}
	return words, nil
}

// said returns the connections and the commands until now.
func (f *fake) said() (int, []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.accepted, f.heard
}

// letIn accepts the password and answers everything else by the reply.
func letIn(reply string) func([]string) string {
	return func(words []string) string {
		if words[0] == "HELLO" {
			return hello
		}
		return reply
	}
}

// patient limits do not strike on a machine that is busy.
var patient = Options{Dial: time.Minute, Command: time.Minute}

// limits are patient ones, unless the text of an error that is wanted says that
// one of them has struck.
func limits(want string) Options {
	o := patient
	switch {
	case strings.Contains(want, "no connection within"):
		o.Dial = 200 * time.Millisecond
	case strings.Contains(want, "no answer within"):
		o.Command = 200 * time.Millisecond
	}
	return o
}

func (f *fake) open(t *testing.T, o Options) *Conn {
	t.Helper()
	c, err := New(o).Open(t.Context(), f.target)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// wantError demands an error of the kind and no other, with the text, and
// neither a password nor more than a few lines in it.
func wantError(t *testing.T, err, kind error, text string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one with %q", text)
	}
	for _, k := range []error{ErrUnreachable, ErrNoConnection, ErrTLS, ErrWrongPassword, ErrNotPermitted, ErrServer, ErrReply} {
		if got := errors.Is(err, k); got != errors.Is(kind, k) {
			t.Errorf("whether it is of kind %q is %t: %v", k, got, err)
		}
	}
	if !errors.Is(err, kind) || !strings.Contains(err.Error(), text) {
		t.Errorf("error %q, want kind %q and text %q", err, kind, text)
	}
	if strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), other) || strings.Contains(err.Error(), secret[:6]) {
		t.Errorf("the error shows a password: %q", err)
	}
	if len(err.Error()) > maxText+120 || strings.ContainsAny(err.Error(), "\r\n\x00") {
		t.Errorf("the error is %d bytes long or has control characters: %q", len(err.Error()), err)
	}
}
