package act

import (
	"context"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

// electionTime is for how long an election is waited for. It takes a delay of
// half a second and a vote; one that failed is seen by the next look.
const electionTime = 1500 * time.Millisecond

// forceFailOver has a replica elected in place of a primary that does not answer.
func (a *Actor) forceFailOver(ctx context.Context, p *Pass, action plan.Action) error {
	return a.promote(ctx, p, action, valkeyconn.Force, hasEnded(p, action.Peer))
}

// takeOver makes a replica the primary without a vote. Two primaries would take
// the same slots if the old one lived, so that its fence is asked for again.
func (a *Actor) takeOver(ctx context.Context, p *Pass, action plan.Action) error {
	ended, err := a.fenced(ctx, p, action.Peer)
	if err != nil {
		return err
	}
	return a.promote(ctx, p, action, valkeyconn.TakeOver, ended)
}

// promote asks the old primary for a sign of life, unless its process has ended: then
// whoever answers at its address is somebody else.
func (a *Actor) promote(ctx context.Context, p *Pass, action plan.Action, mode valkeyconn.FailOverMode, ended bool) error {
	if !ended {
		if err := a.silent(ctx, p, action); err != nil {
			return err
		}
	}
	s, err := open(ctx, p, action.Node, action.ID)
	if err != nil {
		return err
	}
	defer s.Close()
	if s.now.Myself().PrimaryID != action.PeerID {
		return superseded("node %s does not follow %s any more", action.Node, action.PeerID)
	}
	if err := mostData(ctx, p, action, s.now.Replication); err != nil {
		return err
	}
	if err := s.FailOver(ctx, mode); err != nil {
		return err
	}
	old, _ := s.now.Peer(action.PeerID)
	return s.untilPrimary(ctx, electionTime, !old.Slots.Empty())
}

// silent makes sure that the old primary does not answer: where its node is, and
// where the replica knows it, since it may have no node any more.
func (a *Actor) silent(ctx context.Context, p *Pass, action plan.Action) error {
	if now, answers := ask(ctx, p, action.Peer); answers && now.ID == action.PeerID {
		return superseded("the old primary %s answers", action.Peer)
	}
	replica, _ := serverOf(p, action.Node)
	if old, known := replica.Peer(action.PeerID); known {
		return p.quiet(ctx, old)
	}
	return nil
}

// mostData makes sure that no other replica of the old primary has more, nor has
// taken its place, of which this one may not have heard: offsets compare only within
// one history.
func mostData(ctx context.Context, p *Pass, action plan.Action, mine topology.Replication) error {
	for _, n := range p.World.Reachable() {
		seen, known := n.Server.Get()
		if n.Name == action.Node || !known || seen.Myself().PrimaryID != action.PeerID {
			continue // the plan decided in the knowledge of who is silent
		}
		s, answers := ask(ctx, p, n.Name)
		if !answers {
			return superseded("replica %s answered a moment ago and does not now: how much data it has is unknown", n.Name)
		}
		if err := behind(action, mine, n.Name, s); err != nil {
			return err
		}
	}
	return nil
}

// behind makes sure that another replica of the old primary, by its words of now, has
// no more data than the one that is to be promoted.
func behind(action plan.Action, mine topology.Replication, name string, s topology.Server) error {
	me, theirs := s.Myself(), s.Replication
	other := theirs.ReplicationID != mine.ReplicationID
	switch {
	case me.Role == topology.RolePrimary && !me.Slots.Empty():
		return superseded("node %s, which followed %s a moment ago, is the primary of slots %s", name, action.PeerID, me.Slots)
	case me.PrimaryID != action.PeerID:
		return nil // its data is another's
	case !other && theirs.Offset > mine.Offset:
		return superseded("node %s has data up to %d, node %s up to %d", name, theirs.Offset, action.Node, mine.Offset)
	case other && theirs.FormerID == mine.ReplicationID:
		return superseded("node %s is in the history that goes on from that of node %s", name, action.Node)
	case other && mine.FormerPrimary && !theirs.FormerPrimary && mine.FormerID != theirs.ReplicationID:
		return superseded("node %s was in sync with another primary, node %s has only what it had as one", name, action.Node)
	}
	return nil
}
