package plan

import (
	"cmp"
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// healAddresses has a server meet a peer again whose pod has another address than
// the one under which it does not reach it. Forgetting it would ban a live node.
func healAddresses(w *world) (Decision, bool) {
	var actions []Action
	for _, viewer := range w.live {
		for _, m := range w.live {
			p := viewer.peer(m.id)
			if m == viewer || m.going() || p == nil || p.Connected || m.pod.Address == "" || p.Address == m.pod.Address {
				continue
			}
			actions = append(actions, Action{Kind: Meet, Node: viewer.Name, ID: viewer.id, Peer: m.Name, PeerID: m.id})
		}
	}
	return act(HealingAddresses, "introducing "+plural(len(actions), "peer")+" again whose address has changed", actions)
}

// introduce brings servers that nobody has met to the others: first those that
// are to become primaries get a config epoch above all others, so that gossip
// about a dead owner of their slots does not win over them (Valkey 9.1.2: possible
// once, and only before the first meeting).
func introduce(w *world) (Decision, bool) {
	if d, decided := w.raiseEpochs(); decided {
		return d, true
	}
	return w.meetSeed()
}

// meetSeed introduces nodes to one of the others, then to each other. While a server
// shakes hands, which ends after a node timeout if the other's bus does not answer,
// what is behind this has its turn.
func (w *world) meetSeed() (Decision, bool) {
	seed := w.seed()
	if seed == nil {
		return pass()
	}
	var actions []Action
	for _, m := range w.live {
		if m == seed || m.going() || seed.peer(m.id) != nil && m.peer(seed.id) != nil || seed.greets(m.pod.Address) {
			continue
		}
		actions = append(actions, Action{Kind: Meet, Node: seed.Name, ID: seed.id, Peer: m.Name, PeerID: m.id})
	}
	if len(actions) > 0 {
		return act(MeetingNodes, "introducing "+plural(len(actions), "node")+" to node "+seed.Name, actions)
	}
	return w.acquaint(seed)
}

// acquaint introduces those to each other whom the seed knows, and who do not know
// each other: gossip alone, which tells of three nodes at a time (9.1.2), takes many
// seconds for the last of 24 servers. One pass introduces as many pairs as there are
// servers, spread evenly over them, so that gossip keeps its part.
func (w *world) acquaint(seed *member) (Decision, bool) {
	met := slices.DeleteFunc(slices.Clone(w.live), func(m *member) bool {
		return m.going() || m == seed || m.peer(seed.id) == nil || seed.peer(m.id) == nil
	})
	var actions []Action
	for i := range len(met) * (len(met) - 1) / 2 { // each with the next, then each with the second next
		m, other := met[i%len(met)], met[(i+i/len(met)+1)%len(met)]
		if m.strange(other) && len(actions) < len(met) {
			actions = append(actions, Action{Kind: Meet, Node: m.Name, ID: m.id, Peer: other.Name, PeerID: other.id})
		}
	}
	return act(MeetingNodes, "introducing "+plural(len(actions), "pair")+" of nodes to each other", actions)
}

// strange is whether one of two does not know the other, and neither shakes hands
// with it.
func (m *member) strange(other *member) bool {
	return (m.peer(other.id) == nil || other.peer(m.id) == nil) && !m.greets(other.pod.Address) && !other.greets(m.pod.Address)
}

func (w *world) raiseEpochs() (Decision, bool) {
	highest := w.highestEpoch()
	var actions []Action
	for _, s := range w.shards {
		if s.primary != nil && s.primary.owns() {
			continue
		}
		for _, m := range s.members {
			if m.server == nil || m.leaving() || m.server.Cluster.MyEpoch != 0 || len(m.server.Peers) > 1 {
				continue
			}
			highest++
			actions = append(actions, Action{Kind: SetConfigEpoch, Node: m.Name, ID: m.id, Epoch: highest})
		}
	}
	return act(SettingEpochs, "giving "+plural(len(actions), "node")+" a config epoch above all others", actions)
}

// highestEpoch is the highest config epoch that a server that answers knows of.
func (w *world) highestEpoch() int64 {
	highest := int64(0)
	for _, m := range w.live {
		highest = max(highest, m.server.Cluster.CurrentEpoch, m.server.Cluster.MyEpoch)
	}
	return highest
}

// seed is the server to which others are introduced: one that owns slots, else
// the one that knows the most others.
func (w *world) seed() *member {
	var best *member
	rank := func(m *member) (int, int) {
		owns := 0
		if m.owns() {
			owns = 1
		}
		return owns, len(m.known)
	}
	for _, m := range w.live {
		if m.going() {
			continue
		}
		if best == nil {
			best = m
			continue
		}
		o, k := rank(m)
		bo, bk := rank(best)
		if cmp.Or(cmp.Compare(o, bo), cmp.Compare(k, bk)) > 0 {
			best = m
		}
	}
	return best
}

// greets is whether the server shakes hands with whoever is at the address.
func (m *member) greets(address string) bool {
	return address != "" && slices.ContainsFunc(m.server.Peers, func(p topology.Peer) bool { return p.Handshake && p.Address == address })
}
