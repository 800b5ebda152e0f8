package act

import (
	"context"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// meet introduces Peer to Node, unless it knows it already, and where it is. That the server at
// the peer's address is the peer's is asked first: a meeting cannot be taken back.
func (*Actor) meet(ctx context.Context, p *Pass, action plan.Action) error {
	at, err := address(p, action.Peer)
	if err != nil {
		return err
	}
	peer, err := open(ctx, p, action.Peer, action.PeerID)
	if err != nil {
		return err
	}
	peer.Close()
	s, err := open(ctx, p, action.Node, action.ID)
	if err != nil {
		return err
	}
	defer s.Close()
	seen, known := s.now.Peer(action.PeerID)
	_, knows := peer.now.Peer(action.ID)
	if known && knows && (seen.Connected || seen.Address == at) {
		return superseded("node %s knows node %s", action.Node, action.Peer)
	}
	for _, other := range s.now.Peers {
		if other.Handshake && other.Address == at {
			return superseded("node %s shakes hands with node %s", action.Node, action.Peer)
		}
	}
	return s.Meet(ctx, at, names.Port, names.BusPort)
}
