package act

import (
	"context"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// forget removes a server from another one's table. One that is at work would be
// learnt again, and a replica cannot forget its own primary.
func (a *Actor) forget(ctx context.Context, p *Pass, action plan.Action) error {
	if err := a.fenced(ctx, p, action.Peer); err != nil {
		return err
	}
	s, err := open(ctx, p, action.Node, action.ID)
	if err != nil {
		return err
	}
	defer s.Close()
	peer, known := s.now.Peer(action.PeerID)
	switch {
	case !known:
		return nil // it was forgotten before
	case peer.Address != "" && a.answers(ctx, p, peer):
		return superseded("server %s answers at %s", action.PeerID, peer.Address)
	case s.now.Myself().PrimaryID == action.PeerID:
		return superseded("node %s follows %s", action.Node, action.PeerID)
	}
	return s.Forget(ctx, action.PeerID)
}

// answers reports whether the peer is known to be at work where it is known. A
// link to it says nothing: a server shows one towards an address that is gone.
func (*Actor) answers(ctx context.Context, p *Pass, peer topology.Peer) bool {
	id, err := p.Access.Probe(ctx, peer)
	return err == nil && id == peer.ID
}
