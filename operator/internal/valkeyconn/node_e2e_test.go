//go:build e2e

package valkeyconn

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/servertest"
)

// node is a server that runs, and how it is spoken to.
type node struct {
	*servertest.Server
	target Target
}

// start runs a server; it ends with the test.
func start(t *testing.T, o servertest.Options) node {
	t.Helper()
	o.Address = "127.0.0.1"
	n := node{Server: servertest.Start(t, o)}
	n.target = Target{IP: n.Address, Port: n.Port, Passwords: Passwords{servertest.OperatorPassword}}
	if o.TLS != nil {
		n.target.TLS, n.target.CA, n.target.Hostname = true, o.TLS.PEM, o.Host
	}
	return n
}

// open connects as the operator.
func (n node) open(t *testing.T) *Conn {
	t.Helper()
	c, err := New(Options{}).Open(t.Context(), n.target)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// server asks the node about itself.
func server(t *testing.T, c *Conn) topology.Server {
	t.Helper()
	s, err := c.Look(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}
