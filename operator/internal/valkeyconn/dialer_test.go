package valkeyconn

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const (
	echoed     = "-ERR unknown command 'HELLO', with args beginning with: '3' 'AUTH' '_momento_operator' '" + secret + "' \r\n"
	echoedPart = "-ERR odd command with args beginning with: '3' 'AUTH' '_momento_operator' 's3cret\r\n"
)

func TestOpenFails(t *testing.T) {
	cases := map[string]struct {
		reply string
		kind  error
		want  string
	}{
		"silence":            {"", ErrUnreachable, "no connection within 200ms"},
		"half a reply":       {"%1\r\n$5\r\npro", ErrUnreachable, "no connection within 200ms"},
		"it hangs up":        {hangUp, ErrUnreachable, "EOF"},
		"HTTP":               {"HTTP/1.1 400 Bad Request\r\n\r\n", ErrReply, "it begins with byte 72"},
		"no HELLO":           {echoed, ErrReply, "it does not speak RESP3"},
		"part of a password": {echoedPart, ErrServer, "it refused to authenticate _momento_operator (ERR)"},
		"RESP2":              {"*2\r\n$5\r\nproto\r\n:2\r\n", ErrReply, "it does not speak RESP3"},
		"no map":             {"+OK\r\n", ErrReply, "not a map"},
		"wrong password":     {"-WRONGPASS invalid username-password pair " + other + "\r\n", ErrWrongPassword, "no password of _momento_operator"},
		"protected":          {"-DENIED Running in protected mode\r\n", ErrServer, "(DENIED)"},
		"full":               {"-ERR max number of clients reached\r\n", ErrServer, ": max number of clients reached"},
		"a huge string":      {"$99999999999\r\n", ErrReply, "it announces 99999999999"},
		"a negative string":  {"$-7\r\n", ErrReply, "it announces -7"},
		"a huge map":         {"%8388608\r\n", ErrReply, "more than 65536 elements"},
		"more than asked":    {hello + "+OK\r\n", ErrReply, "more follows it than was asked for"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFake(t, nil, func([]string) string { return c.reply })
			_, err := New(limits(c.want)).Open(t.Context(), f.target)
			wantError(t, err, c.kind, c.want)
			if !strings.HasPrefix(err.Error(), `connecting to "`+f.target.address()+`": `) {
				t.Errorf("error %q does not name the node", err)
			}
			want := []string{"HELLO 3 AUTH _momento_operator " + secret}
			if errors.Is(c.kind, ErrWrongPassword) {
				want = append(want, "HELLO 3 AUTH _momento_operator "+other)
			}
			connections, heard := f.said()
			if diff := cmp.Diff(want, heard); diff != "" || connections != len(want) {
				t.Errorf("%d connections, commands (-want +got):\n%s", connections, diff)
			}
		})
	}
}

func TestNothingListens(t *testing.T) {
	_, err := New(patient).Open(t.Context(), Target{IP: "127.0.0.1", Port: 1, Passwords: Passwords{secret}})
	wantError(t, err, ErrNoConnection, `connecting to "127.0.0.1:1": connect: connection refused`)
}

func TestTargetsThatAreRefused(t *testing.T) {
	cases := map[string]struct {
		target Target
		kind   error
		want   string
	}{
		"no password":       {Target{}, ErrWrongPassword, "no password is given"},
		"no CA":             {Target{TLS: true, Hostname: "pod", Passwords: Passwords{secret}}, ErrTLS, "the CA holds no certificate"},
		"an unreadable CA":  {Target{TLS: true, Hostname: "pod", Passwords: Passwords{secret}, CA: []byte("CA")}, ErrTLS, "the CA holds no certificate"},
		"no name":           {Target{TLS: true, CA: []byte("CA"), Passwords: Passwords{secret}}, ErrTLS, "the host name to verify is not given"},
		"a CA without TLS ": {Target{CA: []byte("CA"), Passwords: Passwords{secret}}, ErrTLS, "TLS is not on"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			f := newFake(t, nil, letIn("+PONG\r\n"))
			c.target.IP, c.target.Port = f.target.IP, f.target.Port
			_, err := New(patient).Open(t.Context(), c.target)
			wantError(t, err, c.kind, c.want)
			if connections, _ := f.said(); connections != 0 {
				t.Error("it was connected to nevertheless")
			}
		})
	}
}

func TestSecondPassword(t *testing.T) {
	f := newFake(t, nil, func(words []string) string {
		switch {
		case words[0] == "HELLO" && words[4] == secret:
			return "-WRONGPASS invalid username-password pair or user is disabled.\r\n"
		case words[0] == "HELLO":
			return hello
		}
		return "+PONG\r\n"
	})
	if err := f.open(t, patient).Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	if connections, heard := f.said(); connections != 2 || len(heard) != 3 {
		t.Errorf("%d connections and commands %q", connections, heard)
	}
}

func TestConcurrency(t *testing.T) {
	f := newFake(t, nil, letIn("+PONG\r\n"))
	d := New(Options{Concurrent: 1})
	first, err := d.Open(t.Context(), f.target)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = d.Open(ctx, f.target)
	wantError(t, err, context.DeadlineExceeded, "waiting to connect to")
	if connections, _ := f.said(); connections != 1 {
		t.Errorf("%d connections at once, want 1", connections)
	}
	first.Close()
	first.Close() // gives its place back once only
	for _, broken := range []int{1, 2} {
		_, err = d.Open(t.Context(), Target{IP: "127.0.0.1", Port: broken, Passwords: Passwords{secret}})
		wantError(t, err, ErrNoConnection, "connection refused")
	}
	last, err := d.Open(t.Context(), f.target)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.open) != 1 {
		t.Errorf("%d places are taken by one connection", len(d.open))
	}
	last.Close()
	if len(d.open) != 0 {
		t.Errorf("%d places are taken by no connection", len(d.open))
	}
}

func TestDefaults(t *testing.T) {
	d := New(Options{Concurrent: -1})
	if cap(d.open) != 64 || d.options.Dial != 2*time.Second || d.options.Command != 3*time.Second {
		t.Errorf("defaults are %+v for %d connections", d.options, cap(d.open))
	}
}

// A context that ends says nothing about the node.
func TestOpenObeysTheContext(t *testing.T) {
	heard := make(chan struct{})
	f := newFake(t, nil, func([]string) string { close(heard); return "" })
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-heard
		cancel()
	}()
	_, err := New(Options{Dial: time.Hour}).Open(ctx, f.target)
	wantError(t, err, context.Canceled, "connecting to")
}

var errLookup = &net.DNSError{Err: "no such host", Name: podHost, IsNotFound: true}

func TestErrorsOfTheLookup(t *testing.T) {
	if text, _ := explain(&net.OpError{Op: "dial", Err: errLookup}); !strings.Contains(text, "no such host") {
		t.Errorf("a failed lookup is explained by %q", text)
	}
	if _, kind := explain(errors.New("odd")); !errors.Is(kind, ErrUnreachable) {
		t.Errorf("an error without a kind is of kind %v", kind)
	}
}
