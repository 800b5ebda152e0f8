package plan

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// fake is a Kubernetes and a Valkey that do what real ones do as far as forming
// a cluster goes, in an order that the seed decides: pods start late, gossip
// spreads slowly, a replica needs time to be in sync.
type fake struct {
	rng     *rand.Rand
	desired Desired
	state   State
	nodes   []*fakeNode
	log     []string
}

type fakeNode struct {
	name      string
	shard     int
	lifecycle topology.Lifecycle
	starting  int // rounds until the pod runs
	id        string
	epoch     int64
	current   int64
	slots     slots.Set
	primary   string // id
	syncing   int    // rounds until in sync
	known     map[string]*fakePeer
}

// fakePeer is what a node knows of another: the facts of their last contact.
type fakePeer struct {
	handshake bool
	primary   string
	slots     slots.Set
	epoch     int64
}

func newFake(seed uint64, d Desired) *fake {
	return &fake{rng: rand.New(rand.NewPCG(seed, 7)), desired: d, state: StateNew}
}

func (f *fake) node(name string) *fakeNode {
	for _, n := range f.nodes {
		if n.name == name {
			return n
		}
	}
	return nil
}

func (f *fake) byID(id string) *fakeNode {
	for _, n := range f.nodes {
		if n.id == id {
			return n
		}
	}
	return nil
}

// apply does one action and answers as a server does.
func (f *fake) apply(a Action) error {
	n, peer := f.node(a.Node), f.node(a.Peer)
	if n != nil && n.starting > 0 || peer != nil && peer.starting > 0 {
		return fmt.Errorf("%s: a pod does not run", a.Kind)
	}
	switch a.Kind {
	case Snapshot:
		f.state = StateCreating
	case CreateNode:
		name := fmt.Sprintf("c-%05x", len(f.nodes))
		f.nodes = append(f.nodes, &fakeNode{
			name: name, shard: a.Shard, lifecycle: topology.Joining, starting: 1 + f.rng.IntN(5),
			id: fmt.Sprintf("id-%d-%s", f.rng.IntN(1000), name), known: map[string]*fakePeer{},
		})
	case SetConfigEpoch:
		if n.epoch != 0 || len(n.known) > 0 {
			return fmt.Errorf("%s: the user can assign a config epoch only when the node does not know any other node", a.Kind)
		}
		n.epoch, n.current = a.Epoch, max(n.current, a.Epoch)
	case Meet:
		if n.known[peer.id] == nil {
			n.known[peer.id] = &fakePeer{handshake: true}
		}
	case AssignSlots:
		served := n.slots
		for _, p := range n.known {
			served = served.Or(p.slots)
		}
		if both := served.And(a.Slots); !both.Empty() {
			return fmt.Errorf("%s: slot %d is already busy", a.Kind, both.Ranges()[0].First)
		}
		n.slots = n.slots.Or(a.Slots)
	case Replicate:
		if n.known[peer.id] == nil || n.known[peer.id].handshake || !n.slots.Empty() || peer.primary != "" {
			return fmt.Errorf("%s: %s cannot follow %s", a.Kind, n.name, peer.name)
		}
		n.primary, n.syncing = peer.id, 1+f.rng.IntN(4)
	case CompleteJoin:
		n.lifecycle = topology.Active
	case Activate:
		f.state = StateActive
	default:
		return fmt.Errorf("unknown action %q", a.Kind)
	}
	return nil
}

// tick lets time pass: pods start, replicas sync, and some pairs gossip.
func (f *fake) tick() {
	for _, n := range f.nodes {
		n.starting = max(0, n.starting-f.rng.IntN(2))
		n.syncing = max(0, n.syncing-f.rng.IntN(2))
	}
	for range 2 * len(f.nodes) {
		n := f.nodes[f.rng.IntN(len(f.nodes))]
		ids := make([]string, 0, len(n.known))
		for id := range n.known {
			ids = append(ids, id)
		}
		if len(ids) == 0 {
			continue
		}
		slices.Sort(ids)
		f.contact(n, f.byID(ids[f.rng.IntN(len(ids))]))
	}
}

// contact is a ping and its pong: each learns the other's own facts, and of a
// third node that it exists.
func (f *fake) contact(a, b *fakeNode) {
	for _, pair := range [][2]*fakeNode{{a, b}, {b, a}} {
		to, from := pair[0], pair[1]
		to.known[from.id] = &fakePeer{primary: from.primary, slots: from.slots, epoch: from.epoch}
		to.current = max(to.current, from.current)
		for _, third := range f.nodes {
			if p := from.known[third.id]; p != nil && !p.handshake && third != to && to.known[third.id] == nil {
				to.known[third.id] = &fakePeer{handshake: true}
				break
			}
		}
	}
}

// view is what an operator sees; now and then a server does not answer.
func (f *fake) view() topology.View {
	var v topology.View
	for _, n := range f.nodes {
		node := topology.Node{Name: n.name, Shard: n.shard, Lifecycle: n.lifecycle}
		node.Pod = topology.Known(topology.Pod{Exists: true, Address: "10.0.0.1", Running: n.starting == 0})
		if n.starting == 0 && f.rng.IntN(40) > 0 {
			node.Server = topology.Known(f.server(n))
		}
		v.Nodes = append(v.Nodes, node)
	}
	f.rng.Shuffle(len(v.Nodes), func(i, j int) { v.Nodes[i], v.Nodes[j] = v.Nodes[j], v.Nodes[i] })
	return v
}

func (f *fake) server(n *fakeNode) topology.Server {
	own := topology.Peer{ID: n.id, Myself: true, Health: topology.HealthOK, Connected: true, Slots: n.slots, PrimaryID: n.primary, ConfigEpoch: uint64(n.epoch), Role: roleOf(n.primary)}
	s := topology.Server{ID: n.id, Peers: []topology.Peer{own}}
	served, size := n.slots, 0
	if !n.slots.Empty() {
		size++
	}
	for id, p := range n.known {
		peer := topology.Peer{ID: id, Health: topology.HealthOK, Connected: !p.handshake, Handshake: p.handshake, Role: topology.RoleUnknown}
		if p.handshake {
			peer.ID = "made-up-" + id
		} else {
			peer.Role, peer.PrimaryID, peer.Slots = roleOf(p.primary), p.primary, p.slots
			served = served.Or(p.slots)
			if !p.slots.Empty() {
				size++
			}
		}
		s.Peers = append(s.Peers, peer)
	}
	s.Cluster = topology.ClusterInfo{
		OK: served == slots.All(), SlotsAssigned: served.Len(), Size: size, KnownNodes: len(s.Peers), CurrentEpoch: n.current, MyEpoch: n.epoch,
	}
	s.Replication = topology.Replication{Role: roleOf(n.primary), LinkUp: n.primary != "" && n.syncing == 0}
	return s
}

func roleOf(primary string) topology.Role {
	if primary == "" {
		return topology.RolePrimary
	}
	return topology.RoleReplica
}
