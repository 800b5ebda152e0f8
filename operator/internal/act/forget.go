package act

import (
	"context"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/topology"
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

// quiet makes sure that the peer does not answer where it is known. A link to it
// says nothing: a server shows one towards an address that is gone. What is unknown
// does not count as silence. One answer serves the whole pass, since many servers
// may have to forget the same one; the look that the pass began with has one too.
func (p *Pass) quiet(ctx context.Context, peer topology.Peer) error {
	p.asking.Lock()
	defer p.asking.Unlock()
	if said, asked := p.asked[peer.ID]; asked {
		return said
	}
	if answers, known := p.World.View.Answers[peer.ID].Get(); known && !answers {
		return nil
	}
	if p.asked == nil {
		p.asked = map[string]error{}
	}
	p.asked[peer.ID] = p.ask(ctx, peer)
	return p.asked[peer.ID]
}

func (p *Pass) ask(ctx context.Context, peer topology.Peer) error {
	if peer.Address == "" || p.Elsewhere != nil && p.Elsewhere(peer.Address) {
		return nil
	}
	id, err := p.Access.Probe(ctx, peer)
	switch {
	case err != nil:
		return superseded("whether server %s is at work is unknown: %v", peer.ID, err)
	case id == peer.ID:
		return superseded("server %s answers at %s", peer.ID, peer.Address)
	}
	return nil
}
