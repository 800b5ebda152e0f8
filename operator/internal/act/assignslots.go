package act

import (
	"context"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// assignSlots gives slots to a primary that nobody serves as far as it knows.
func (*Actor) assignSlots(ctx context.Context, p *Pass, action plan.Action) error {
	s, err := open(ctx, p, action.Node, action.ID)
	if err != nil {
		return err
	}
	defer s.Close()
	if me := s.now.Myself(); me.Role != topology.RolePrimary {
		return superseded("node %s is a %s", action.Node, me.Role)
	}
	taken := slots.Set{}
	for _, peer := range s.now.Peers {
		taken = taken.Or(peer.Slots)
	}
	if both := taken.And(action.Slots); !both.Empty() {
		return superseded("slots %s are served", both)
	}
	return s.AssignSlots(ctx, action.Slots)
}
