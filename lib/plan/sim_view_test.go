package plan

import (
	"fmt"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// input is what the operator sees now.
func (s *sim) input() Input {
	in := Input{Desired: s.desired, State: s.state, Paused: s.paused, Now: time.UnixMilli(s.now), View: s.view()}
	if s.state == StateCreating {
		in.Desired = s.snapshot
	}
	if s.unresolved {
		in.Unresolved = &Cause{Reason: "ConfigNotFound", Message: `ValkeyConfig "x" not found`}
	}
	if s.rollHeld {
		in.RollHeld = "others roll"
	}
	return in
}

func (s *sim) view() topology.View {
	v := topology.View{Answers: map[string]topology.Fact[bool]{}}
	known := map[string]bool{}
	for _, n := range s.nodes {
		node := topology.Node{Name: n.name, Shard: n.shard, Lifecycle: n.lifecycle, Deleting: n.deleting, Pod: topology.Known(s.podOf(n))}
		if n.left > 0 {
			node.LeavingSince = time.UnixMilli(n.left)
		}
		if n.revision != s.revision {
			node.Outdated = []string{"spec.image"}
		}
		if s.blind {
			node.Pod = topology.Unknown[topology.Pod]("listing pods: timeout")
		}
		node.Server = topology.Unknown[topology.Server]("dial tcp: i/o timeout")
		if p := s.server(n.name); p != nil {
			node.Server = topology.Known(s.serverOf(p))
			known[p.id] = true
		}
		v.Nodes = append(v.Nodes, node)
	}
	for _, p := range s.procs {
		if p.alive && !known[p.id] && s.answers(p) {
			v.Answers[p.id] = topology.Known(true)
		}
	}
	for i := range v.Nodes {
		if srv, ok := v.Nodes[i].Server.Get(); ok {
			for j := range srv.Peers {
				if id := srv.Peers[j].ID; !known[id] && !v.Answers[id].Known() {
					v.Answers[id] = topology.Known(false)
				}
			}
		}
	}
	s.rng.Shuffle(len(v.Nodes), func(i, j int) { v.Nodes[i], v.Nodes[j] = v.Nodes[j], v.Nodes[i] })
	return v
}

func (s *sim) podOf(n *simNode) topology.Pod {
	p := n.pod
	if p == nil {
		return topology.Pod{Made: n.made}
	}
	out := topology.Pod{
		Exists: true, Made: true, Terminated: p.terminated, EndedAt: p.endedAt, Deleting: p.stopsAt > 0,
		HostNotReady: p.host != nil && !s.ready(p.host),
	}
	if p.host != nil {
		out.Host = p.host.name
	}
	if p.proc != nil {
		out.Address, out.Running = p.proc.addr, !p.terminated
	} else if b := s.blocked(n); b != "" {
		out.Reason, out.Blocked = "Unschedulable", b
	}
	return out
}

func (s *sim) serverOf(p *proc) topology.Server {
	if n := len(p.peers) + 1; cap(p.buffer) < n { // used again: the views of all passes are many
		p.buffer = make([]topology.Peer, n, n+8)
	}
	clear(p.buffer[:cap(p.buffer)])
	out := topology.Server{ID: p.id, Functions: topology.Known(p.functions), Peers: p.buffer[:len(p.peers)+1]}
	self := &out.Peers[0]
	self.ID, self.Address, self.Hostname, self.Myself, self.Role = p.id, p.addr, p.name+".c.ns.svc", true, roleOf(p.primary)
	self.Health, self.PrimaryID, self.ConfigEpoch, self.Connected, self.Slots = topology.HealthOK, p.primary, uint64(p.epoch), true, p.slots
	if p.openSlot {
		self.Open = []topology.OpenSlot{{Slot: 93, PeerID: "x"}}
	}
	served, size := p.slots, 0
	if p.owns() {
		size++
	}
	for i, q := range p.peers {
		peer := &out.Peers[i+1]
		peer.ID, peer.Address, peer.Hostname, peer.Role = q.id, q.addr, q.name+".c.ns.svc", roleOf(q.primary)
		peer.Health, peer.PrimaryID, peer.PongReceived = healthOf(q), q.primary, q.pong
		peer.ConfigEpoch, peer.Connected, peer.NoAddress = uint64(q.epoch), s.linked(p, q), q.addr == ""
		if !q.slots.Empty() {
			size++
			peer.Slots = q.slots
			served = served.Or(q.slots)
		}
	}
	for _, addr := range sortedKeys(p.meeting) {
		out.Peers = append(out.Peers, topology.Peer{ID: "handshake", Address: addr, Handshake: true, Role: topology.RoleUnknown, Health: topology.HealthOK})
	}
	out.Cluster = topology.ClusterInfo{
		OK: served == slots.All() && !p.failing(), SlotsAssigned: served.Len(), Size: size, KnownNodes: len(out.Peers), CurrentEpoch: p.current, MyEpoch: p.epoch,
	}
	out.Replication = topology.Replication{
		Role: roleOf(p.primary), LinkUp: p.primary != "" && p.linkUp, FormerPrimary: p.primary != "" && !p.linkUp && !p.linked,
		Offset: p.offset, ReplicationID: p.history, FormerID: p.former,
	}
	if p.primary != "" {
		out.Replication.Offset = max(p.offset, 1) // as of one that never reached its primary
	}
	keys := 0
	for _, n := range p.data {
		keys += n
	}
	out.Keys = topology.Known(int64(keys))
	for _, j := range p.jobs {
		out.Migrations = append(out.Migrations, j.seenBy(p))
	}
	return out
}

// failing is whether an owner of slots is marked as failed.
func (p *proc) failing() bool {
	for _, q := range p.peers {
		if q.failedAt > 0 && !q.slots.Empty() {
			return true
		}
	}
	return false
}

func (j *job) seenBy(p *proc) topology.Migration {
	m := topology.Migration{
		Name: j.name, Export: p == j.source, Slots: j.slots, SourceID: j.source.id, TargetID: j.target.id,
		Created: j.created / 1000, Updated: j.updated / 1000, Acknowledged: j.acked / 1000, State: j.state, Message: j.message,
	}
	if p == j.target {
		m.Message = j.targetMessage
	}
	return m
}

func healthOf(q *peer) topology.Health {
	switch {
	case q.failedAt > 0:
		return topology.HealthFailed
	case q.suspected:
		return topology.HealthSuspected
	}
	return topology.HealthOK
}

func roleOf(primary string) topology.Role {
	if primary == "" {
		return topology.RolePrimary
	}
	return topology.RoleReplica
}

func (s *sim) describe() string {
	text := fmt.Sprintf("    %s, want %dx%d, revision %d\n", s.state, s.desired.Shards, s.desired.ReplicasPerShard, s.revision)
	for _, n := range s.nodes {
		text += fmt.Sprintf("    %s shard %d %s revision %d", n.name, n.shard, n.lifecycle, n.revision)
		if n.pod == nil || n.pod.proc == nil {
			text += " not running\n"
			continue
		}
		p := n.pod.proc
		text += fmt.Sprintf(" host %s alive %t epoch %d slots [%s] follows %q link %t offset %d knows", n.pod.host.name, p.running(), p.epoch, p.slots, p.primary, p.linkUp, p.offset)
		for _, q := range p.peers {
			text += fmt.Sprintf(" %s(%s %d)", q.name, healthOf(q), q.slots.Len())
		}
		text += "\n"
	}
	return text
}
