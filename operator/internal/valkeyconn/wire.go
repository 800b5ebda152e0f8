package valkeyconn

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"sync/atomic"
)

var (
	errUsed    = errors.New("the connection is in use")
	errUnasked = errors.New("nothing was asked")
)

// wire is the connection below valkey-go. It lets through exactly the replies
// that were asked for, and only such that are small enough: valkey-go allocates
// whatever length a reply announces, and ends the process on one reply too
// many.
//
// It also keeps valkey-go from connecting again, and from sending what it sends
// by itself when it closes.
type wire struct {
	net.Conn
	raw  net.Conn // below TLS; the same as Conn without
	leaf string   // see topology.Server.ServedLeaf

	given atomic.Bool // to valkey-go
	ended atomic.Bool
	asked atomic.Int32 // replies that are still to come
	scan  scanner
}

// give hands the connection out once. It has the form that valkey-go wants.
func (w *wire) give(context.Context, string, *net.Dialer, *tls.Config) (net.Conn, error) {
	if w.given.Swap(true) {
		return nil, errUsed
	}
	return w, nil
}

// ask allows commands to be written and that many replies to be read, with so many
// elements at most.
func (w *wire) ask(replies, elements int) {
	if w.ended.Load() {
		return
	}
	w.scan = scanner{most: elements}
	w.asked.Store(int32(replies))
}

func (w *wire) Write(b []byte) (int, error) {
	if w.asked.Load() <= 0 {
		return 0, errUnasked
	}
	return w.Conn.Write(b)
}

func (w *wire) Read(b []byte) (int, error) {
	asked := w.asked.Load()
	if asked <= 0 {
		return 0, errUnasked
	}
	n, err := w.Conn.Read(b)
	complete, refused := w.scan.feed(b[:n], int(asked))
	if refused != nil {
		_ = w.Close()
		return 0, refused
	}
	w.asked.Add(-int32(complete))
	return n, err
}

// Close ends the connection at once, without the farewell of TLS, which could
// wait for a peer that reads nothing.
func (w *wire) Close() error {
	w.ended.Store(true)
	w.asked.Store(0)
	return w.raw.Close()
}
