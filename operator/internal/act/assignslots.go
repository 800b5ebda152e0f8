package act

import (
	"context"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// assignSlots gives slots to a primary that nobody serves as far as it knows, nor,
// once the cluster was formed, says that he serves.
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
	if p.State == v1alpha1.StateActive {
		for _, n := range p.World.Reachable() {
			if n.Name == action.Node || !n.Server.Known() {
				continue // the plan decided in the knowledge of who is silent
			}
			other, answers := ask(ctx, p, n.Name)
			if !answers {
				return superseded("node %s answered a moment ago and does not now: which slots it serves is unknown", n.Name)
			}
			taken = taken.Or(other.Myself().Slots)
		}
	}
	if both := taken.And(action.Slots); !both.Empty() {
		return superseded("slots %s are served", both)
	}
	return s.AssignSlots(ctx, action.Slots)
}
