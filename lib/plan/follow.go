package plan

import "github.com/valkey-menu/valkey-menu/lib/topology"

// follow attaches to the primary of their shard those nodes that follow somebody
// else, or nobody. A replica of an owner that does not answer has data that
// nobody else may have: it waits for the failover.
func follow(w *world) (Decision, bool) {
	var actions []Action
	for _, s := range w.shards {
		p := s.primary
		if p == nil || p.going() || s.bereft != nil {
			continue
		}
		for _, m := range s.members {
			if m != p && m.stray(p) && !w.heir(m) {
				actions = append(actions, Action{Kind: Replicate, Node: m.Name, ID: m.id, Peer: p.Name, PeerID: p.id, Shard: s.index})
			}
		}
	}
	return act(AttachingReplicas, "attaching "+plural(len(actions), "replica"), actions)
}

// stray reports whether the member is to follow the primary, does not, and can be
// made to: they have met, and it has heard who the primary is.
func (m *member) stray(primary *member) bool {
	if m.server == nil || m.leaving() || m.owns() || m.follows(primary.id) {
		return false
	}
	known := m.peer(primary.id)
	return known != nil && known.Role == topology.RolePrimary && primary.peer(m.id) != nil
}

// heir is whether the server is a replica of an owner that does not answer.
func (w *world) heir(m *member) bool {
	for i := range w.owners {
		if o := &w.owners[i]; !o.alive() && m.follows(o.id) {
			return true
		}
	}
	return false
}
