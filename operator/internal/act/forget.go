package act

import (
	"context"

	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// forget removes a server from another one's table. One that is at work would be
// learnt again, and a replica cannot forget its own primary.
func (a *Actor) forget(ctx context.Context, p *Pass, action plan.Action) error {
	ended, err := a.fenced(ctx, p, action.Peer)
	if err != nil {
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
	case s.now.Myself().PrimaryID == action.PeerID:
		return superseded("node %s follows %s", action.Node, action.PeerID)
	}
	if !ended {
		if err := p.quiet(ctx, peer); err != nil {
			return err
		}
	}
	return s.Forget(ctx, action.PeerID)
}
