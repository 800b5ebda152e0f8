package act

import (
	"context"

	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
)

// quiet makes sure that the peer does not answer where it is known. A link to it
// says nothing: a server shows one towards an address that is gone. What is unknown
// does not count as silence.
func (p *Pass) quiet(ctx context.Context, peer topology.Peer) error {
	answers := p.answers(ctx, peer)
	switch is, known := answers.Get(); {
	case !known:
		return superseded("whether server %s is at work is unknown: %v", peer.ID, answers.Why())
	case is:
		return superseded("server %s answers at %s", peer.ID, peer.Address)
	}
	return nil
}

// answers finds out whether the peer answers where it is known. One answer serves
// the whole pass, since many servers may have to forget the same one; that nobody
// answered the look that the pass began with serves it too.
func (p *Pass) answers(ctx context.Context, peer topology.Peer) topology.Fact[bool] {
	p.asking.Lock()
	defer p.asking.Unlock()
	if said, asked := p.asked[peer.ID]; asked {
		return said
	}
	if seen := p.World.View.Answers[peer.ID]; seen == topology.Known(false) {
		return seen
	}
	if p.asked == nil {
		p.asked = map[string]topology.Fact[bool]{}
	}
	p.asked[peer.ID] = observe.Answers(ctx, p.Access, peer, p.Elsewhere)
	return p.asked[peer.ID]
}
