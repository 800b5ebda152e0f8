package valkeyconn

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"time"
)

// Defaults of Options.
const (
	// DefaultConcurrent lets every node of the largest clusters be asked in a few
	// rounds, and is small beside the files that a process may open.
	DefaultConcurrent = 64
	// DefaultDial is for all of resolving, connecting, the TLS handshake and
	// authentication.
	DefaultDial = 2 * time.Second
	// DefaultCommand is for one round trip, however many commands it carries.
	DefaultCommand = 3 * time.Second
)

// Options of a Dialer. Zero or less means the default.
type Options struct {
	// Concurrent is how many connections may be open at once.
	Concurrent int
	// Dial and Command are time limits, see DefaultDial and DefaultCommand. A
	// context that ends earlier is obeyed.
	Dial, Command time.Duration
}

// Dialer opens connections. It may be used from many goroutines at once.
type Dialer struct {
	options Options
	open    chan struct{} // one entry for each open connection
	// lookup resolves a name; tests have their own.
	lookup func(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// New returns a Dialer.
func New(o Options) *Dialer {
	if o.Concurrent <= 0 {
		o.Concurrent = DefaultConcurrent
	}
	if o.Dial <= 0 {
		o.Dial = DefaultDial
	}
	if o.Command <= 0 {
		o.Command = DefaultCommand
	}
	return &Dialer{options: o, open: make(chan struct{}, o.Concurrent), lookup: net.DefaultResolver.LookupNetIP}
}

// Open connects to the node and authenticates as the operator's user. It waits
// while as many connections as allowed are open; the time limit begins after
// that. The caller has to Close the connection, and should do so before it opens
// another: many that hold one and wait for a second could wait for each other.
func (d *Dialer) Open(ctx context.Context, t Target) (*Conn, error) {
	node := peer{address: t.address(), secrets: t.Passwords}
	if err := t.check(); err != nil {
		text, kind := explain(err)
		return nil, node.fail("connecting to", kind, text)
	}
	select {
	case d.open <- struct{}{}:
	case <-ctx.Done():
		return nil, node.fail("waiting to connect to", ctx.Err(), ctx.Err().Error())
	}
	limited, cancel := context.WithTimeout(ctx, d.options.Dial)
	defer cancel()
	c, err := d.connect(limited, t, node)
	if err == nil {
		return c, nil
	}
	<-d.open
	text, kind := explainWithin(ctx, limited, fmt.Sprintf("no connection within %s", d.options.Dial), err)
	return nil, node.fail("connecting to", kind, text)
}

// connect tries the passwords in order, each on a connection of its own, since
// valkey-go authenticates only while it connects.
func (d *Dialer) connect(ctx context.Context, t Target, node peer) (*Conn, error) {
	var err error
	for _, password := range t.Passwords {
		var w *wire
		if w, err = d.dial(ctx, t); err != nil {
			return nil, err
		}
		var c *Conn
		if c, err = d.authenticate(ctx, w, password); err == nil {
			c.node, c.release = node, func() { <-d.open }
			return c, nil
		}
		if !errors.Is(err, ErrWrongPassword) {
			return nil, err
		}
	}
	return nil, err
}
