package valkeyconn

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
	"unicode"
)

// The kinds of failure. Each error of this package is of one of them, unless
// the caller's context ended: then errors.Is finds the context's error, which
// says nothing about the node.
var (
	// ErrUnreachable: no connection, no answer within the time limit, or the
	// connection was lost.
	ErrUnreachable = errors.New("node is unreachable")
	// ErrNoConnection: nobody accepted a connection. It is unreachable too; who is
	// unreachable in another way may be at work, and slow.
	ErrNoConnection = fmt.Errorf("%w: no connection", ErrUnreachable)
	// ErrTLS: something answers, and it did not prove by TLS that it is the node;
	// or what is needed to check that is missing.
	ErrTLS = errors.New("node is not proven by TLS")
	// ErrUntrusted is the ErrTLS of a node whose certificate no given root stands for.
	ErrUntrusted = fmt.Errorf("%w: unknown authority", ErrTLS)
	// ErrWrongPassword: the node accepts no password of the operator's user, or
	// none was given.
	ErrWrongPassword = errors.New("wrong password")
	// ErrNotPermitted: the node's rules do not grant the command (NOPERM).
	ErrNotPermitted = errors.New("not permitted")
	// ErrServer: any other error reply.
	ErrServer = errors.New("error reply")
	// ErrReply: an answer that could not be read, or that is not the one to the
	// command.
	ErrReply = errors.New("unreadable reply")
)

// maxText is how much of the cause stays in an error, in bytes. The
// longest error reply of Valkey 9.1 that explains something is about 200 long.
const maxText = 400

// kindError is a failure inside the package: what happened and of which kind it
// is.
type kindError struct{ kind, cause error }

func (e kindError) Error() string   { return e.cause.Error() }
func (e kindError) Unwrap() []error { return []error{e.kind, e.cause} }

// explain returns the cause of a failure in words, and its kind. What has no kind
// is a failure of the connection.
func explain(err error) (text string, kind error) {
	kind = ErrUnreachable
	var known kindError
	if errors.As(err, &known) {
		kind, err = known.kind, known.cause
	}
	var network *net.OpError
	if errors.As(err, &network) {
		err = network.Err // without the address, which is said already
		if network.Op == "remote error" {
			kind = ErrTLS // an alert, how TLS 1.3 asks for a client's certificate
		}
	}
	return err.Error(), kind
}

// nodeError is what every failure becomes before it leaves the package.
type nodeError struct {
	kind error
	text string
}

func (e *nodeError) Error() string { return e.text }
func (e *nodeError) Unwrap() error { return e.kind }

// peer is how errors speak of a node.
type peer struct {
	address string
	secrets []string // never to appear
}

// explainWithin explains a failure that the caller's context, then the time
// limit of ours on top of it, can be the cause of.
func explainWithin(ctx, limited context.Context, timeout string, err error) (text string, kind error) {
	if cause := ended(ctx); cause != nil {
		return cause.Error(), cause
	}
	if ended(limited) != nil {
		if errors.Is(err, ErrNoConnection) {
			return timeout, ErrNoConnection
		}
		return timeout, ErrUnreachable
	}
	return explain(err)
}

// ended is why the context ended. A connection's deadline can strike before the
// timer of its context.
func ended(ctx context.Context) error {
	if deadline, ok := ctx.Deadline(); ok && ctx.Err() == nil && !time.Now().Before(deadline) {
		return context.DeadlineExceeded
	}
	return ctx.Err()
}

// fail makes the error of something that was done with the node, for example
// "connecting to" or "sending PING to".
func (p peer) fail(doing string, kind error, cause string) error {
	return &nodeError{kind: kind, text: fmt.Sprintf("%s %q: %s", doing, p.address, p.clean(cause))}
}

// clean makes a text from outside fit for an error: no secret, no control
// character, bounded. Secrets go first, so that none is cut into a part of
// itself.
func (p peer) clean(text string) string {
	for _, secret := range p.secrets {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "[hidden]")
		}
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
	if len(text) > maxText {
		const head = maxText * 3 / 4 // the rest for the end, where causes stand
		text = text[:head] + "..." + text[len(text)-maxText+head:]
	}
	return strings.ToValidUTF8(text, "")
}
