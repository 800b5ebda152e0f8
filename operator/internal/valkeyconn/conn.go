package valkeyconn

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/valkey-io/valkey-go"
)

// Conn is one connection to one node. Its calls take turns. A call that fails
// without an error reply ends the connection: whether the node has run the
// command is unknown then.
//
// The errors of all calls are of one kind: ErrUnreachable, ErrNotPermitted,
// ErrServer or ErrReply. If ctx ended, the error is the context's own and of
// none of them.
type Conn struct {
	node    peer
	wire    *wire
	client  valkey.Client
	limit   time.Duration
	release func()

	turn  sync.Mutex
	lost  bool
	close sync.Once
}

// Close ends the connection at once. It may be called more than once.
func (c *Conn) Close() {
	c.close.Do(func() {
		_ = c.wire.Close() // first, so that valkey-go has nothing to wait for
		c.client.Close()
		c.release()
	})
}

// Ping is whether the node answers as the operator's user.
func (c *Conn) Ping(ctx context.Context) error {
	return c.expect(ctx, command{words: []string{"PING"}}, "PONG")
}

// command to be sent. The text of an error reply to a secret one is never shown. Its
// reply may have so many elements, maxReplyElements if that is 0.
type command struct {
	words    []string
	secret   bool
	elements int
}

// String is the command without its arguments.
func (k command) String() string {
	return strings.Join(k.words[:min(2, len(k.words))], " ")
}

// run sends one command that is answered by OK.
func (c *Conn) run(ctx context.Context, words ...string) error {
	return c.expect(ctx, command{words: words}, "OK")
}

func (c *Conn) expect(ctx context.Context, k command, want string) error {
	replies, err := c.send(ctx, k)
	if err != nil {
		return err
	}
	got, err := replies[0].ToString()
	if err != nil {
		return c.replyError(k, err)
	}
	if got != want {
		return c.node.fail(sending(k), ErrReply, fmt.Sprintf("the reply is not %s", want))
	}
	return nil
}

// send sends the commands in one round trip and returns a reply for each. Error
// replies are not errors of send.
func (c *Conn) send(ctx context.Context, all ...command) ([]valkey.ValkeyResult, error) {
	c.turn.Lock()
	defer c.turn.Unlock()
	if ctx.Err() != nil {
		return nil, c.node.fail(sending(all[0]), ctx.Err(), ctx.Err().Error())
	}
	if c.lost {
		return nil, c.node.fail(sending(all[0]), ErrUnreachable, "the connection has ended")
	}
	limited, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	stop := context.AfterFunc(limited, func() { _ = c.wire.Close() })
	defer stop()

	built, elements := make([]valkey.Completed, len(all)), maxReplyElements
	for i, k := range all {
		built[i] = c.client.B().Arbitrary(k.words...).Build()
		elements = max(elements, k.elements)
	}
	c.wire.ask(len(all), elements)
	replies := c.client.DoMulti(limited, built...)
	for i, reply := range replies {
		if err := reply.NonValkeyError(); err != nil {
			c.lost = true
			text, kind := explainWithin(ctx, limited, fmt.Sprintf("no answer within %s", c.limit), err)
			return nil, c.node.fail(sending(all[i]), kind, text)
		}
	}
	return replies, nil
}

// replyError is the error for a reply that is an error, or that could not be
// read as what was asked for.
func (c *Conn) replyError(k command, err error) error {
	reply, ok := valkey.IsValkeyErr(err)
	if !ok {
		return c.node.fail(sending(k), ErrReply, err.Error())
	}
	kind, text := ErrServer, reply.Error()
	if strings.HasPrefix(text, "NOPERM") {
		kind = ErrNotPermitted
	}
	if k.secret {
		text = "it refused (" + code(reply) + ")"
	}
	return c.node.fail(sending(k), kind, text)
}

func sending(k command) string { return "sending " + k.String() + " to" }
