package act

import (
	"context"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// replicate makes a node that serves nothing follow a primary. The replica of an
// owner of slots that does not answer stays: it is to be promoted.
func (*Actor) replicate(ctx context.Context, p *Pass, action plan.Action) error {
	s, err := open(ctx, p, action.Node, action.ID)
	if err != nil {
		return err
	}
	defer s.Close()
	me := s.now.Myself()
	primary, known := s.now.Peer(action.PeerID)
	switch {
	case !me.Slots.Empty():
		return superseded("node %s serves slots %s", action.Node, me.Slots)
	case me.PrimaryID == action.PeerID:
		return superseded("node %s follows node %s", action.Node, action.Peer)
	case !known || primary.Role != topology.RolePrimary:
		return superseded("node %s does not know node %s as a primary", action.Node, action.Peer)
	}
	if old, follows := s.now.Peer(me.PrimaryID); follows && !old.Slots.Empty() {
		if answers, known := p.answers(ctx, old).Get(); !known || !answers {
			return superseded("node %s may have the last copy of slots %s, whose owner %s is not known to answer", action.Node, old.Slots, old.ID)
		}
	}
	return s.Replicate(ctx, action.PeerID)
}
