package act

import (
	"context"

	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// setConfigEpoch works once in a server's life, and only before it met another.
func (*Actor) setConfigEpoch(ctx context.Context, p *Pass, action plan.Action) error {
	s, err := open(ctx, p, action.Node, action.ID)
	if err != nil {
		return err
	}
	defer s.Close()
	if len(s.now.Peers) > 1 || s.now.Cluster.MyEpoch != 0 {
		return superseded("node %s has met others or has epoch %d", action.Node, s.now.Cluster.MyEpoch)
	}
	return s.SetConfigEpoch(ctx, action.Epoch)
}
