package valkeyconn

import (
	"context"
	"errors"
	"net"
	"strings"
	"time"

	"github.com/valkey-io/valkey-go"

	"github.com/valkey-menu/valkey-menu/lib/names"
)

// readBuffer and writeBuffer of a connection, in bytes; longer texts pass
// through in parts.
const (
	readBuffer  = 16 << 10
	writeBuffer = 4 << 10
)

// authenticate makes a connection of the wire, with HELLO 3 AUTH as the only
// command. It closes the wire if that fails.
func (d *Dialer) authenticate(ctx context.Context, w *wire, password string) (*Conn, error) {
	stop := context.AfterFunc(ctx, func() { _ = w.Close() })
	defer stop()
	w.ask(1, maxReplyElements)
	client, err := valkey.NewClient(d.clientOptions(ctx, w, password))
	if err == nil {
		return &Conn{wire: w, client: client, limit: d.options.Command}, nil
	}
	_ = w.Close()
	if client != nil {
		client.Close()
	}
	return nil, helloError(err)
}

// clientOptions switch off all that valkey-go does by itself. A deadline on
// every call makes it read and write in the caller's goroutine.
func (d *Dialer) clientOptions(ctx context.Context, w *wire, password string) valkey.ClientOption {
	limit := d.options.Dial
	if deadline, ok := ctx.Deadline(); ok {
		limit = max(time.Until(deadline), 1)
	}
	return valkey.ClientOption{
		DialCtxFn:   w.give,
		InitAddress: []string{"node"}, // not dialled: give has the connection
		Username:    names.UserOperator,
		Password:    password,
		Dialer:      net.Dialer{Timeout: limit, KeepAlive: -1}, // no PING of its own
		// The limits of calls come from their contexts.
		ConnWriteTimeout:   max(d.options.Dial, d.options.Command),
		ClientSetInfo:      valkey.DisableClientSetInfo,
		ForceSingleClient:  true,
		PipelineMultiplex:  -1, // one connection
		DisableRetry:       true,
		DisableCache:       true, // no CLIENT TRACKING
		RingScaleEachConn:  1,
		ReadBufferEachConn: readBuffer, WriteBufferEachConn: writeBuffer,
	}
}

// tooManyClients is how Valkey answers before it reads anything (8.0 to 9.1).
const tooManyClients = "max number of clients reached"

// helloError gives a failed HELLO its kind. Of an error reply it keeps the code
// only: a server that does not know the command repeats the arguments, also cut.
func helloError(err error) error {
	reply, ok := valkey.IsValkeyErr(err)
	switch {
	case errors.Is(err, errUnasked):
		return kindError{ErrReply, errors.New("it does not speak RESP3")}
	case valkey.IsParseErr(err):
		return kindError{ErrReply, err}
	case !ok:
		return err
	case strings.HasPrefix(reply.Error(), "WRONGPASS "):
		return kindError{ErrWrongPassword, errors.New("it accepts no password of " + names.UserOperator + " (WRONGPASS)")}
	case reply.Error() == tooManyClients:
		return kindError{ErrServer, errors.New(tooManyClients)}
	}
	return kindError{ErrServer, errors.New("it refused to authenticate " + names.UserOperator + " (" + code(reply) + ")")}
}

// code is the first word of an error reply if it is a code of Valkey's that HELLO
// or CONFIG SET can be answered by, else ERR: any other word could be a part of
// an argument.
func code(reply *valkey.ValkeyError) string {
	word, _, _ := strings.Cut(reply.Error(), " ")
	switch word {
	case "BUSY", "DENIED", "LOADING", "MISCONF", "NOAUTH", "NOPERM", "NOPROTO", "OOM", "WRONGPASS":
		return word
	}
	return "ERR"
}
