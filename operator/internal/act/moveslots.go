package act

import (
	"context"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// moveSlots starts a migration. That it was accepted says nothing about its end:
// the next looks follow it.
func (*Actor) moveSlots(ctx context.Context, p *Pass, action plan.Action) error {
	target, err := open(ctx, p, action.Peer, action.PeerID)
	if err != nil {
		return err
	}
	target.Close()
	if target.now.Myself().Role != topology.RolePrimary || migrates(target.now) {
		return superseded("node %s is no primary, or has a migration under way", action.Peer)
	}
	s, err := open(ctx, p, action.Node, action.ID)
	if err != nil {
		return err
	}
	defer s.Close()
	if own := s.now.Myself().Slots; own.And(action.Slots) != action.Slots || migrates(s.now) {
		return superseded("node %s does not serve all of slots %s, or has a migration under way", action.Node, action.Slots)
	}
	return s.MigrateSlots(ctx, action.Slots, action.PeerID)
}
