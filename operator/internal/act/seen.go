package act

import "github.com/valkey-menu/valkey-menu/lib/topology"

// address of the pod of a node, as this pass saw it.
func address(p *Pass, name string) (string, error) {
	if p.World.Nodes[name] == nil {
		return "", superseded("node %s was not seen", name)
	}
	at, reachable := p.World.Address(name)
	if !reachable {
		return "", superseded("no server of node %s was seen", name)
	}
	return at, nil
}

// serverOf is what the server of a node said when this pass asked it.
func serverOf(p *Pass, name string) (topology.Server, bool) {
	n, _ := p.World.Node(name)
	return n.Server.Get()
}
