package act

import (
	"context"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

// server is an open connection to a node with what its server says now.
type server struct {
	*valkeyconn.Conn
	now topology.Server
}

// open connects to the server of a node and makes sure that it is the one which
// the plan meant: a replaced pod has another id.
func open(ctx context.Context, p *Pass, name, id string) (server, error) {
	address, err := address(p, name)
	if err != nil {
		return server{}, err
	}
	conn, err := p.Access.Open(ctx, p.World.Nodes[name], address)
	if err != nil {
		return server{}, err
	}
	now, err := conn.Server(ctx)
	if err != nil {
		conn.Close()
		return server{}, err
	}
	if now.ID != id {
		conn.Close()
		return server{}, superseded("the server of node %s has id %s, not %s", name, now.ID, id)
	}
	return server{Conn: conn, now: now}, nil
}

// ask returns what the server of a node says now; false if there is none to ask,
// or it does not answer, which the plan knew when it decided.
func ask(ctx context.Context, p *Pass, name string) (topology.Server, bool) {
	at, err := address(p, name)
	if err != nil {
		return topology.Server{}, false
	}
	s, err := p.Access.Ask(ctx, p.World.Nodes[name], at)
	return s, err == nil
}

// ownsNothing makes sure that the server of the node serves no slot: its data
// would go with it. One that answered a moment ago and does not any more, or is
// another one now, may have become a primary meanwhile.
func ownsNothing(ctx context.Context, p *Pass, action plan.Action) error {
	s, answers := ask(ctx, p, action.Node)
	if before, known := serverOf(p, action.Node); known && (!answers || s.ID != before.ID) {
		return superseded("the server of node %s answered a moment ago and does not now", action.Node)
	}
	if own := s.Myself().Slots; answers && !own.Empty() {
		return superseded("node %s serves slots %s", action.Node, own)
	}
	return nil
}

// migrates reports whether a migration has not ended in the eyes of the server.
func migrates(s topology.Server) bool {
	for i := range s.Migrations {
		if !s.Migrations[i].State.Ended() {
			return true
		}
	}
	return false
}
