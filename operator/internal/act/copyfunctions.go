package act

import (
	"context"

	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// copyFunctions gives a node without slots the function libraries of another:
// they do not travel with slots. The connections follow each other, since each
// holds a place of a limited number.
func (*Actor) copyFunctions(ctx context.Context, p *Pass, action plan.Action) error {
	from, err := open(ctx, p, action.Peer, action.PeerID)
	if err != nil {
		return err
	}
	dump, err := from.FunctionDump(ctx)
	from.Close()
	if err != nil {
		return err
	}
	s, err := open(ctx, p, action.Node, action.ID)
	if err != nil {
		return err
	}
	defer s.Close()
	if own := s.now.Myself().Slots; !own.Empty() {
		return superseded("node %s serves slots %s", action.Node, own)
	}
	return s.FunctionRestore(ctx, dump)
}
