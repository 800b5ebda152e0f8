package access

import (
	"context"
	"errors"
	"fmt"

	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

// Probe returns the id of the server at the peer's address, or nothing if nobody
// accepts a connection there. One that accepts and says nothing, does not let us in,
// or does not prove who it is, leaves it unknown: it may be the one that was asked for.
func (a *Access) Probe(ctx context.Context, peer topology.Peer) (string, error) {
	if a.Locked != nil {
		return "", fmt.Errorf("asking who is at %s: %w", peer.Address, a.Locked)
	}
	target := valkeyconn.Target{IP: peer.Address, Port: peer.Port, Passwords: a.Passwords}
	if len(a.Roots) > 0 {
		target.TLS, target.Hostname, target.CA = true, peer.Hostname, a.allRoots()
	}
	conn, err := a.Dialer.Open(ctx, target)
	if errors.Is(err, valkeyconn.ErrNoConnection) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer conn.Close()
	s, err := conn.Server(ctx)
	return s.ID, err
}
