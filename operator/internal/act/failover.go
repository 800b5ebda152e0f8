package act

import (
	"context"
	"errors"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

// manualTimeout is for how long a server tries a coordinated failover (Valkey's
// own default of cluster-manual-failover-timeout), and a moment more.
const manualTimeout = 5500 * time.Millisecond

// failOver hands a shard over with both servers at work, and waits until it is
// done: what follows must not begin in the middle of it.
func (*Actor) failOver(ctx context.Context, p *Pass, action plan.Action) error {
	primary, err := open(ctx, p, action.Peer, action.PeerID)
	if err != nil {
		return err
	}
	primary.Close()
	had := primary.now.Myself()
	if had.Role != topology.RolePrimary || had.Slots.Empty() || migrates(primary.now) {
		return superseded("node %s is a %s with %d slots, or has a migration under way", action.Peer, had.Role, had.Slots.Len())
	}
	s, err := open(ctx, p, action.Node, action.ID)
	if err != nil {
		return err
	}
	defer s.Close()
	if s.now.Myself().PrimaryID != action.PeerID || !s.now.Replication.LinkUp {
		return superseded("node %s is no replica of node %s that is in sync", action.Node, action.Peer)
	}
	if seen, _ := s.now.Peer(action.PeerID); seen.Slots != had.Slots {
		return superseded("node %s has not heard yet of all slots that left node %s or came to it", action.Node, action.Peer)
	}
	if err := s.FailOver(ctx, valkeyconn.Coordinated); err != nil {
		return err
	}
	return s.untilPrimary(ctx, manualTimeout, true)
}

var errNotPromoted = errors.New("the server accepted it and has not become a primary in time; it is asked again")

// untilPrimary waits until the server has become a primary, with slots if the one
// before had some.
func (s server) untilPrimary(ctx context.Context, limit time.Duration, owns bool) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for {
		now, err := s.Server(ctx)
		if ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) { // the connection can be ahead of the timer
			return errNotPromoted
		}
		if err != nil {
			return err
		}
		if me := now.Myself(); me.Role == topology.RolePrimary && (!owns || !me.Slots.Empty()) {
			return nil
		}
		select {
		case <-ctx.Done():
			return errNotPromoted
		case <-ticker.C:
		}
	}
}
