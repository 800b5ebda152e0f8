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
	case peer.Address != "" && p.answers(ctx, peer):
		return superseded("server %s answers at %s", action.PeerID, peer.Address)
	case s.now.Myself().PrimaryID == action.PeerID:
		return superseded("node %s follows %s", action.Node, action.PeerID)
	}
	return s.Forget(ctx, action.PeerID)
}

// answers reports whether the peer is known to be at work where it is known. A
// link to it says nothing: a server shows one towards an address that is gone. One
// answer serves the whole pass, since many servers may have to forget the same one.
func (p *Pass) answers(ctx context.Context, peer topology.Peer) bool {
	p.asking.Lock()
	defer p.asking.Unlock()
	if answers, asked := p.asked[peer.ID]; asked {
		return answers
	}
	id, err := p.Access.Probe(ctx, peer)
	if p.asked == nil {
		p.asked = map[string]bool{}
	}
	p.asked[peer.ID] = err == nil && id == peer.ID
	return p.asked[peer.ID]
}
