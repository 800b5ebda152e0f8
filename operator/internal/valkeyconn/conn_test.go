package valkeyconn

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestCommandFails(t *testing.T) {
	cases := map[string]struct {
		reply string
		kind  error
		want  string
	}{
		"silence":            {"", ErrUnreachable, "no answer within 200ms"},
		"it hangs up":        {hangUp, ErrUnreachable, "EOF"},
		"garbage":            {"\x00\x01\r\n", ErrReply, "it begins with byte 0"},
		"another text":       {"+PANG\r\n", ErrReply, "the reply is not PONG"},
		"a number":           {":1\r\n", ErrReply, "is not a string"},
		"nothing":            {"_\r\n", ErrReply, "valkey nil message"},
		"an array":           {"*1\r\n+PONG\r\n", ErrReply, "is not a string"},
		"two replies":        {"+PONG\r\n+PONG\r\n", ErrReply, "more follows it than was asked for"},
		"a push":             {">2\r\n+message\r\n+x\r\n+PONG\r\n", ErrReply, "it begins with byte 62"},
		"not permitted":      {"-NOPERM User has no permissions to run the 'ping' command\r\n", ErrNotPermitted, "no permissions"},
		"an error":           {"-ERR odd\r\n", ErrServer, ": odd"},
		"an error of RESP3":  {"!8\r\nERR a\r\nb\r\n", ErrServer, ": a  b"},
		"a redirect":         {"-MOVED\r\n", ErrServer, "MOVED"},
		"a long error":       {"-ERR " + strings.Repeat("long é ", 1<<17) + "\r\n", ErrServer, "long é long"},
		"a longer one":       {"-ERR " + strings.Repeat("long ", 1<<22) + "\r\n", ErrReply, "it is longer than"},
		"passwords":          {"-ERR " + secret + other + "\r\n", ErrServer, "[hidden][hidden]"},
		"a password cut off": {"-ERR " + strings.Repeat("x", maxText*3/4-3) + secret + strings.Repeat("y", maxText) + "\r\n", ErrServer, "xx[hi...yy"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFake(t, nil, letIn(c.reply))
			conn := f.open(t, limits(c.want))
			err := conn.Ping(t.Context())
			wantError(t, err, c.kind, c.want)
			if !strings.HasPrefix(err.Error(), `sending PING to "`+f.target.address()+`": `) {
				t.Errorf("error %q does not name the node and the command", err)
			}
			_ = conn.Ping(t.Context())
			if connections, _ := f.said(); connections != 1 {
				t.Errorf("%d connections, want the one", connections)
			}
		})
	}
}

func TestConnectionEndsWithAFailure(t *testing.T) {
	f := newFake(t, nil, letIn(""))
	c := f.open(t, limits("no answer within"))
	wantError(t, c.Ping(t.Context()), ErrUnreachable, "no answer within")
	wantError(t, c.Ping(t.Context()), ErrUnreachable, "the connection has ended")
	if _, heard := f.said(); len(heard) != 2 {
		t.Errorf("commands %q, want HELLO and one PING", heard)
	}
	healthy := newFake(t, nil, letIn("+PONG\r\n")).open(t, patient)
	healthy.Close()
	wantError(t, healthy.Ping(t.Context()), ErrUnreachable, `sending PING to "127.0.0.1:`)
}

func TestCommandObeysTheContext(t *testing.T) {
	asked := make(chan struct{})
	f := newFake(t, nil, func(words []string) string {
		if words[0] == "HELLO" {
			return hello
		}
		close(asked)
		return ""
	})
	c, err := New(Options{Command: time.Hour}).Open(t.Context(), f.target)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-asked
		cancel()
	}()
	wantError(t, c.Ping(ctx), context.Canceled, "sending PING to")
	wantError(t, c.Ping(ctx), context.Canceled, "sending PING to")
}

// An echoed argument is hidden even where it is cut.
func TestSecretCommand(t *testing.T) {
	for reply, want := range map[string]error{
		"-ERR bad value 's3cret-thr\r\n":        ErrServer,
		"-NOPERM s3cret-three\r\n":              ErrNotPermitted,
		"-S3CRET-THREE\r\n":                     ErrServer,
		"-s3cret-three is no good password\r\n": ErrServer,
	} {
		err := newFake(t, nil, letIn(reply)).open(t, patient).SetPrimaryAuth(t.Context(), "s3cret-three")
		wantError(t, err, want, "sending CONFIG SET to")
		if strings.Contains(strings.ToLower(err.Error()), "s3cret") {
			t.Errorf("the error shows a part of the password: %v", err)
		}
	}
}

func TestPasswordsDoNotPrint(t *testing.T) {
	target := Target{IP: "10.1.2.3", Passwords: Passwords{secret, other}}
	json, err := target.Passwords.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{fmt.Sprintf("%v %+v %#v", target, target, target), string(json)} {
		if strings.Contains(text, "s3cret") || !strings.Contains(text, "2 passwords") {
			t.Errorf("printed: %s", text)
		}
	}
}

// TestNothingStays: no goroutine outlives its connection, however that ended.
func TestNothingStays(t *testing.T) {
	for name, reply := range map[string]string{
		"healthy": "+PONG\r\n", "silent": "", "hangs up": hangUp, "garbage": "garbage\r\n", "too much": "+PONG\r\n+PONG\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake(t, nil, letIn(reply))
			for range 3 {
				c := f.open(t, limits("no answer within"))
				_ = c.Ping(t.Context())
				c.Close()
			}
			refusing := newFake(t, nil, func([]string) string { return "-WRONGPASS no\r\n" })
			_, err := New(patient).Open(t.Context(), refusing.target)
			wantError(t, err, ErrWrongPassword, "WRONGPASS")
			waitForNone(t, "valkey-io/valkey-go")
		})
	}
}

// waitForNone waits until no goroutine has the text in its stack.
func waitForNone(t *testing.T, text string) {
	t.Helper()
	for range 500 {
		stacks := make([]byte, 1<<20)
		if stacks = stacks[:runtime.Stack(stacks, true)]; !strings.Contains(string(stacks), text) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("after five seconds there are still goroutines of %s", text)
}
