package valkeyconn

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

const podHost = "cache-0a1b2.cache.team-a.svc.cluster.local"

// secured is a fake behind TLS with the certificate and versions given.
func secured(t *testing.T, pair tls.Certificate, highest uint16) *fake {
	t.Helper()
	//nolint:gosec // an old version is what one case is about
	config := &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS10, MaxVersion: highest}
	f := newFake(t, func(c net.Conn) net.Conn { return tls.Server(c, config) }, letIn("+PONG\r\n"))
	f.target.TLS, f.target.Hostname = true, podHost
	return f
}

// resolve makes a Dialer to which every name resolves to the answer, or to nothing.
func resolve(t *testing.T, o Options, answer string, err error) *Dialer {
	t.Helper()
	d := New(o)
	d.lookup = func(_ context.Context, _, host string) ([]netip.Addr, error) {
		if host != podHost+"." {
			t.Errorf("lookup of %q", host)
		}
		if err != nil || answer == "" {
			return nil, err
		}
		return []netip.Addr{netip.MustParseAddr(answer)}, nil
	}
	return d
}

func TestTLS(t *testing.T) {
	pki, foreign := newAuthority(t), newAuthority(t)
	right, leaf := pki.pair(t, podHost)
	misnamed, _ := pki.pair(t, "cache-0a1b3.cache.team-a.svc.cluster.local")
	alien, _ := foreign.pair(t, podHost)
	cases := map[string]struct {
		pair    tls.Certificate
		highest uint16
		ip      string // of the pod
		lookup  error
		kind    error
		want    string
	}{
		"by name":              {pair: right, ip: "127.0.0.99"},
		"by address":           {pair: right, ip: "127.0.0.1", lookup: errLookup},
		"TLS 1.2":              {pair: right, highest: tls.VersionTLS12, ip: "127.0.0.99"},
		"wrong name":           {pair: misnamed, ip: "127.0.0.99", kind: ErrTLS, want: "not " + podHost},
		"wrong name, by IP":    {pair: misnamed, ip: "127.0.0.1", lookup: errLookup, kind: ErrTLS, want: "not " + podHost},
		"wrong CA":             {pair: alien, ip: "127.0.0.99", kind: ErrUntrusted, want: "x509"},
		"TLS 1.1":              {pair: right, highest: tls.VersionTLS11, ip: "127.0.0.99", kind: ErrTLS, want: "protocol version"},
		"another lookup error": {pair: right, ip: "127.0.0.1", lookup: errors.New("odd"), kind: ErrUnreachable, want: "odd"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			f := secured(t, c.pair, c.highest)
			f.target.IP, f.target.CA = c.ip, pki.PEM
			got, err := resolve(t, patient, "127.0.0.1", c.lookup).Open(t.Context(), f.target)
			if c.kind != nil {
				wantError(t, err, c.kind, c.want)
				if _, heard := f.said(); len(heard) != 0 {
					t.Errorf("it was sent %q", heard)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer got.Close()
			if err := got.Ping(t.Context()); err != nil || got.wire.leaf != leaf {
				t.Errorf("PING: %v; certificate %s, want %s", err, got.wire.leaf, leaf)
			}
		})
	}
}

// A server keeps the certificate that it has, beyond its end, until it is told to
// read another.
func TestExpiredCertificate(t *testing.T) {
	pki, foreign := newAuthority(t), newAuthority(t)
	now := time.Now()
	pairOf := func(a authority, name string, from, to time.Duration) (tls.Certificate, string) {
		certificate, key, sum := a.leafOf(t, name, now.Add(from), now.Add(to))
		return keyPair(t, certificate, key), sum
	}
	right, leaf := pairOf(pki, podHost, -50*time.Minute, -time.Minute)
	misnamed, _ := pairOf(pki, "cache-0a1b3.cache.team-a.svc.cluster.local", -50*time.Minute, -time.Minute)
	alien, _ := pairOf(foreign, podHost, -50*time.Minute, -time.Minute)
	early, _ := pairOf(pki, podHost, 10*time.Minute, 20*time.Minute)
	for name, c := range map[string]struct {
		pair tls.Certificate
		want string // of the error
	}{
		"ended":                      {right, ""},
		"ended, and of another name": {misnamed, "not " + podHost},
		"ended, and of another CA":   {alien, "x509"},
		"not valid yet":              {early, "not yet valid"},
	} {
		t.Run(name, func(t *testing.T) {
			f := secured(t, c.pair, 0)
			f.target.CA = pki.PEM
			got, err := resolve(t, patient, "127.0.0.1", nil).Open(t.Context(), f.target)
			if c.want != "" {
				wantError(t, err, ErrTLS, c.want)
				if _, heard := f.said(); len(heard) != 0 {
					t.Errorf("it was sent %q", heard)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer got.Close()
			if err := got.Ping(t.Context()); err != nil || got.wire.leaf != leaf {
				t.Errorf("PING: %v; certificate %s, want %s", err, got.wire.leaf, leaf)
			}
		})
	}
}

// The operator has no certificate of its own, and TLS 1.3 says that one is wanted
// only after the handshake.
func TestServerWantsACertificate(t *testing.T) {
	pki := newAuthority(t)
	pair, _ := pki.pair(t, podHost)
	config := &tls.Config{Certificates: []tls.Certificate{pair}, ClientAuth: tls.RequireAnyClientCert, MinVersion: tls.VersionTLS13}
	f := newFake(t, func(c net.Conn) net.Conn { return tls.Server(c, config) }, letIn(""))
	f.target.TLS, f.target.Hostname, f.target.CA = true, podHost, pki.PEM
	_, err := resolve(t, patient, "127.0.0.1", nil).Open(t.Context(), f.target)
	wantError(t, err, ErrTLS, "certificate required")
}

func TestNameIsDialledAndNotTheAddress(t *testing.T) {
	pki := newAuthority(t)
	pair, _ := pki.pair(t, podHost)
	f := secured(t, pair, 0)
	f.target.CA = pki.PEM
	_, err := resolve(t, patient, "127.0.0.99", nil).Open(t.Context(), f.target)
	wantError(t, err, ErrNoConnection, `connecting to "`+podHost+":")
}

// A lookup that finds the name without an address counts as one that fails.
func TestNameWithoutAnAddress(t *testing.T) {
	pki := newAuthority(t)
	pair, _ := pki.pair(t, podHost)
	f := secured(t, pair, 0)
	f.target.CA = pki.PEM
	c, err := resolve(t, patient, "", nil).Open(t.Context(), f.target)
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}

func TestTLSWithAPlaintextServer(t *testing.T) {
	pki := newAuthority(t)
	for name, c := range map[string]struct {
		answer string
		kind   error
		want   string
	}{
		"answers":  {"-ERR Protocol error\r\n", ErrTLS, "does not look like a TLS handshake"},
		"silence":  {"", ErrUnreachable, "no connection within 200ms"},
		"hangs up": {hangUp, ErrUnreachable, "lost in the TLS handshake"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake(t, func(conn net.Conn) net.Conn { return rude{conn, c.answer} }, letIn(""))
			f.target.TLS, f.target.Hostname, f.target.CA = true, podHost, pki.PEM
			_, err := resolve(t, limits(c.want), "127.0.0.1", nil).Open(t.Context(), f.target)
			wantError(t, err, c.kind, c.want)
			if _, heard := f.said(); len(heard) != 0 {
				t.Errorf("it was sent %q", heard)
			}
		})
	}
}

// rude answers the first bytes, whatever they are.
type rude struct {
	net.Conn
	answer string
}

func (r rude) Read(b []byte) (int, error) {
	n, err := r.Conn.Read(b)
	if err != nil {
		return 0, err
	}
	if r.answer == hangUp {
		return 0, net.ErrClosed
	}
	if strings.Contains(string(b[:n]), "HELLO") {
		return n, nil // plaintext: the fake will hear it
	}
	if _, err := r.Conn.Write([]byte(r.answer)); err != nil {
		return 0, err
	}
	return r.Read(b)
}

func TestLeafIsUnknownWithoutTLS(t *testing.T) {
	s, err := serverOf(t, nil, patient)
	if err != nil {
		t.Fatal(err)
	}
	if s.ServedLeaf != topology.Unknown[string]("the connection is not encrypted") {
		t.Errorf("certificate %+v, want an unknown one", s.ServedLeaf)
	}
}
