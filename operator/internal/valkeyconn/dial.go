package valkeyconn

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"syscall"
	"time"
)

// dial connects to the node, with TLS if the target has it.
func (d *Dialer) dial(ctx context.Context, t Target) (*wire, error) {
	if !t.TLS {
		raw, err := connectTCP(ctx, t.IP, t.Port)
		if err != nil {
			return nil, err
		}
		return &wire{Conn: raw, raw: raw}, nil
	}
	// Before anything is dialled: without a CA nothing could be verified.
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(t.CA) {
		return nil, kindError{ErrTLS, errors.New("the CA holds no certificate")}
	}
	now := time.Now()
	w, err := d.secure(ctx, t, roots, now)
	// A server whose certificate has ended is the one that it was, and the way to
	// give it a new one leads through it: everything but the end still counts.
	if end, expired := EndOfCertificate(err, now); expired {
		return d.secure(ctx, t, roots, end)
	}
	return w, err
}

// secure connects and shakes hands, as if it were the time given.
func (d *Dialer) secure(ctx context.Context, t Target, roots *x509.CertPool, now time.Time) (*wire, error) {
	raw, err := d.dialName(ctx, t)
	if err != nil {
		return nil, err
	}
	secured := tls.Client(raw, &tls.Config{
		RootCAs: roots, ServerName: t.Hostname, MinVersion: tls.VersionTLS12, Time: func() time.Time { return now },
	})
	if err := secured.HandshakeContext(ctx); err != nil {
		_ = raw.Close() // the handshake's error is the one that matters
		return nil, handshakeError(err)
	}
	leaf := sha256.Sum256(secured.ConnectionState().PeerCertificates[0].Raw)
	return &wire{Conn: secured, raw: raw, leaf: hex.EncodeToString(leaf[:])}, nil
}

// EndOfCertificate is when the certificate ended that a verification at the time
// given has failed for. One that is not valid yet has not.
func EndOfCertificate(err error, now time.Time) (time.Time, bool) {
	var invalid x509.CertificateInvalidError
	if !errors.As(err, &invalid) || invalid.Reason != x509.Expired || !now.After(invalid.Cert.NotAfter) {
		return time.Time{}, false
	}
	return invalid.Cert.NotAfter, true
}

// dialName connects to the pod's name, and to its IP address only if the name
// does not resolve: a name server that is down must not keep a cluster from
// being mended. What the certificate has to hold stays the same.
func (d *Dialer) dialName(ctx context.Context, t Target) (net.Conn, error) {
	resolving, cancel := withHalf(ctx)
	defer cancel()
	// The dot at the end keeps a search list from being tried first.
	addresses, err := d.lookup(resolving, "ip", t.Hostname+".")
	var unresolved *net.DNSError
	switch {
	case err == nil && len(addresses) == 0:
		return connectTCP(ctx, t.IP, t.Port) // an answer without an address is none
	case err == nil:
	case errors.As(err, &unresolved) && ctx.Err() == nil:
		return connectTCP(ctx, t.IP, t.Port)
	default:
		return nil, err
	}
	for _, address := range addresses {
		var raw net.Conn
		if raw, err = connectTCP(ctx, address.Unmap().String(), t.Port); err == nil {
			return raw, nil
		}
	}
	return nil, err
}

// withHalf ends with half of the time that ctx has left, so that a silent name
// server leaves enough for the address.
func withHalf(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(deadline)/2)
}

func connectTCP(ctx context.Context, host string, port int) (net.Conn, error) {
	dialer := net.Dialer{}
	raw, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return nil, kindError{ErrNoConnection, err}
	}
	return raw, nil
}

// handshakeError tells a node that went away in the middle from one that is
// there and cannot prove itself.
func handshakeError(err error) error {
	for _, gone := range []error{io.EOF, io.ErrUnexpectedEOF, os.ErrDeadlineExceeded, syscall.ECONNRESET, syscall.EPIPE} {
		if errors.Is(err, gone) {
			return kindError{ErrUnreachable, fmt.Errorf("the connection was lost in the TLS handshake: %w", err)}
		}
	}
	if unknown := (x509.UnknownAuthorityError{}); errors.As(err, &unknown) {
		return kindError{ErrUntrusted, err}
	}
	return kindError{ErrTLS, err}
}
