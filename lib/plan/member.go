package plan

import (
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// condition is what is known of the process of a node.
type condition int

const (
	// starting: its pod is not made yet, or does not run yet.
	starting condition = iota
	// alive: its server answers.
	alive
	// silent: nobody knows whether its server runs.
	silent
	// ended: fenced in the first form, see fence.go.
	ended
	// lost: fenced in the second form.
	lost
)

// member is a node with its facts at hand.
type member struct {
	*topology.Node
	pod       topology.Pod
	server    *topology.Server // nil unless it answers
	self      *topology.Peer   // the server's own line
	known     map[string]*topology.Peer
	id        string // empty if nobody ever told
	condition condition
}

func newMember(n *topology.Node) *member {
	m := &member{Node: n, id: n.ID}
	m.pod, _ = n.Pod.Get()
	s, answers := n.Server.Get()
	if !answers {
		return m
	}
	m.server, m.id = &s, s.ID
	m.self = &topology.Peer{ID: s.ID, Role: topology.RoleUnknown}
	m.known = make(map[string]*topology.Peer, len(s.Peers))
	for i := range s.Peers {
		p := &s.Peers[i]
		if p.Myself {
			m.self = p
		}
		if !p.Handshake {
			m.known[p.ID] = p
		}
	}
	return m
}

// peer is how the server sees another one; nil if it does not know it, which it
// does not either while they shake hands.
func (m *member) peer(id string) *topology.Peer { return m.known[id] }

// peerSlots are the slots that the server takes for another one's.
func (m *member) peerSlots(id string) slots.Set {
	if p := m.peer(id); p != nil {
		return p.Slots
	}
	return slots.Set{}
}

// leaving is whether the node is to go: marked by this program, or deleted by a
// person.
func (m *member) leaving() bool { return m.Lifecycle == topology.Leaving || m.Deleting }

// going is whether the node leaves and nothing keeps it: the others need not know
// it any more.
func (m *member) going() bool { return m.leaving() && !m.owns() }

// dead is whether its process is known not to serve any more.
func (m *member) dead() bool { return m.condition == ended || m.condition == lost }

// stays is whether the node counts as one of its shard.
func (m *member) stays() bool { return !m.leaving() && !m.dead() }

// owned is what a server says that it serves; nothing of one that does not
// answer, whose slots the others know.
func (m *member) owned() slots.Set {
	if m.server == nil {
		return slots.Set{}
	}
	return m.self.Slots
}

// owns reports whether the server says that it serves a slot.
func (m *member) owns() bool { return m.server != nil && !m.self.Slots.Empty() }

// follows reports whether the server is a replica of another one.
func (m *member) follows(id string) bool {
	return m.server != nil && id != "" && m.self.Role == topology.RoleReplica && m.self.PrimaryID == id
}

// blank reports whether a replica is known to have no data: it has no key and its
// stream has not begun, as before its first synchronisation (the offset is 0 or 1
// then, Valkey 9.1.2; that of an idle primary with keys is too).
func (m *member) blank() bool {
	keys, known := m.server.Keys.Get()
	return known && keys == 0 && m.server.Replication.Offset <= 1
}

// synced reports whether it is a replica of the primary with all of its data.
func (m *member) synced(primary *member) bool {
	return primary != nil && m.follows(primary.id) && m.server.Replication.LinkUp
}

// primary reports whether the server calls itself one.
func (m *member) primary() bool { return m.server != nil && m.self.Role == topology.RolePrimary }

// learnIDs finds the ids of servers that do not answer by the host names that
// they announced: the name of a node is the first label of its host name, and no
// node has the name of an earlier one.
func (w *world) learnIDs() {
	byName := map[string]*member{}
	for _, m := range w.members {
		if m.server == nil && m.id == "" {
			byName[m.Name] = m
		}
	}
	if len(byName) > 0 {
		for _, viewer := range w.live {
			for i := range viewer.server.Peers {
				p := &viewer.server.Peers[i]
				label, _, _ := strings.Cut(p.Hostname, ".")
				if m := byName[label]; m != nil && !p.Handshake {
					m.id = p.ID
				}
			}
		}
	}
	for _, m := range w.members {
		if m.server == nil && m.id != "" && w.byID[m.id] == nil {
			w.byID[m.id] = m
		}
	}
}
