package valkeyconn

import (
	"context"
	"path"

	"github.com/valkey-menu/valkey-menu/lib/names"
)

// LoadACL makes the node read its users.acl again. An error leaves the users as
// they are.
func (c *Conn) LoadACL(ctx context.Context) error {
	return c.run(ctx, "ACL", "LOAD")
}

// ReloadTLS makes the node read its certificate, key and CA again, all three in
// one CONFIG SET, since they fit only each other. An error leaves the old ones in
// use.
func (c *Conn) ReloadTLS(ctx context.Context) error {
	return c.reloadTLS(ctx, names.TLSDir)
}

func (c *Conn) reloadTLS(ctx context.Context, dir string) error {
	return c.run(ctx, "CONFIG", "SET",
		"tls-cert-file", path.Join(dir, names.TLSCert),
		"tls-key-file", path.Join(dir, names.TLSKey),
		"tls-ca-cert-file", path.Join(dir, names.TLSCA))
}

// SetPrimaryAuth sets the password that the node authenticates with at its
// primary, until it restarts.
func (c *Conn) SetPrimaryAuth(ctx context.Context, password string) error {
	return c.expect(ctx, command{words: []string{"CONFIG", "SET", "primaryauth", password}, secret: true}, "OK")
}
