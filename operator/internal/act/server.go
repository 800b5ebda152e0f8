package act

import (
	"context"

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

// address of the pod of a node, as this pass saw it.
func address(p *Pass, name string) (string, error) {
	if p.World.Nodes[name] == nil {
		return "", superseded("node %s was not seen", name)
	}
	for _, n := range p.World.Reachable() {
		if n.Name == name {
			pod, _ := n.Pod.Get()
			return pod.Address, nil
		}
	}
	return "", superseded("no server of node %s was seen", name)
}
