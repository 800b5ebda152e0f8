package plan

import (
	"cmp"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// setEpochs gives every node that has met nobody a config epoch of its own.
// Valkey allows it once and only before the first meeting (9.1.2); without it
// equal epochs are settled by elections of their own, one a round.
func setEpochs(w *world) (Decision, bool) {
	highest := int64(0)
	for _, n := range w.nodes {
		s := w.servers[n.Name]
		highest = max(highest, s.Cluster.CurrentEpoch, s.Cluster.MyEpoch)
	}
	var actions []Action
	for _, n := range w.nodes {
		if s := w.servers[n.Name]; s.Cluster.MyEpoch == 0 && len(s.Peers) == 1 {
			highest++
			actions = append(actions, Action{Kind: SetConfigEpoch, Node: n.Name, ID: s.ID, Epoch: highest})
		}
	}
	return act(SettingEpochs, "giving "+plural(len(actions), "node")+" a config epoch", actions)
}

// meet introduces to the first node every node that it does not know; gossip
// does the rest. Meeting a node again while it shakes hands is harmless.
func meet(w *world) (Decision, bool) {
	if len(w.nodes) == 0 {
		return pass()
	}
	first := w.nodes[0]
	seed := w.servers[first.Name]
	var actions []Action
	for _, n := range w.nodes[1:] {
		s := w.servers[n.Name]
		_, known := seed.Peer(s.ID)
		_, knows := s.Peer(seed.ID)
		if !known || !knows {
			actions = append(actions, Action{Kind: Meet, Node: first.Name, ID: seed.ID, Peer: n.Name, PeerID: s.ID})
		}
	}
	return act(MeetingNodes, "introducing "+plural(len(actions), "node")+" to node "+first.Name, actions)
}

// noForeignPeers stops where a node knows a server that belongs to none of the
// nodes: it may hold the data of a shard.
func noForeignPeers(w *world) (Decision, bool) {
	for _, n := range w.nodes {
		peers := w.servers[n.Name].Peers
		for i := range peers {
			if !w.ids[peers[i].ID] && !peers[i].Handshake {
				return wait(ForeignPeer, n.Name, "node %s knows server %s at %s, which no node of the cluster has",
					n.Name, peers[i].ID, cmp.Or(peers[i].Address, "an unknown address"))
			}
		}
	}
	return pass()
}

// viewsAgree waits until every node knows every other one, its link to it is up,
// and all see the same primaries with the same slots.
func viewsAgree(w *world) (Decision, bool) {
	own := make(map[string]topology.Peer, len(w.nodes))
	for _, n := range w.nodes {
		own[n.Name] = w.servers[n.Name].Myself()
	}
	for _, n := range w.nodes {
		s := w.servers[n.Name]
		for _, other := range w.nodes {
			o := own[other.Name]
			p, known := s.Peer(o.ID)
			switch {
			case !known:
				return wait(ViewsDiffer, n.Name, "node %s does not know node %s yet", n.Name, other.Name)
			case !p.Connected || p.Health != topology.HealthOK:
				return wait(ViewsDiffer, n.Name, "node %s has no link to node %s", n.Name, other.Name)
			case p.Role != o.Role:
				return wait(ViewsDiffer, n.Name, "node %s takes node %s for a %s, which calls itself a %s", n.Name, other.Name, p.Role, o.Role)
			case p.Slots != o.Slots:
				return wait(ViewsDiffer, n.Name, "node %s does not know yet which slots node %s serves", n.Name, other.Name)
			}
		}
	}
	return pass()
}
