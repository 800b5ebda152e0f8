package plan

import (
	"fmt"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// apply does one action and answers as Kubernetes and the servers do. What a
// server refuses is an error: the operator saw the same world a moment ago.
func (s *sim) apply(a Action) error {
	switch a.Kind {
	case Snapshot:
		s.state, s.snapshot = StateCreating, s.desired
	case Activate:
		s.state = StateActive
	case CreateNode:
		s.createNode(a)
	case CompleteJoin:
		n := s.node(a.Node)
		n.lifecycle, n.joined = topology.Active, true
	case MarkLeaving:
		s.node(a.Node).lifecycle, s.node(a.Node).left = topology.Leaving, s.now
	case StopPod:
		s.planned[a.Node] = true
		s.stopPod(s.node(a.Node), a.Force, 100+s.rng.Int64N(1500))
	case DeleteNode:
		s.deleteNode(a.Node)
	default:
		return s.command(a)
	}
	return nil
}

func (s *sim) deleteNode(name string) {
	for i, n := range s.nodes {
		if n.name == name {
			s.nodes = append(s.nodes[:i:i], s.nodes[i+1:]...)
			return
		}
	}
}

// command is an action on a server.
func (s *sim) command(a Action) error {
	p := s.server(a.Node)
	if p == nil || p.id != a.ID {
		return fmt.Errorf("%s: node %s does not answer with id %s", a.Kind, a.Node, a.ID)
	}
	var other *proc
	if n := s.node(a.Peer); n != nil && n.pod != nil {
		other = n.pod.proc
	}
	q := p.peer(a.PeerID)
	switch a.Kind {
	case SetConfigEpoch:
		if len(p.peers) > 0 {
			return errRefused("The user can assign a config epoch only when the node does not know any other node.")
		}
		if p.epoch != 0 {
			return errRefused("Node config epoch is already non-zero")
		}
		p.epoch, p.current = a.Epoch, max(p.current, a.Epoch)
		p.version++
	case Meet:
		if other == nil || other.id != a.PeerID {
			return fmt.Errorf("%s: node %s has no server %s", a.Kind, a.Peer, a.PeerID)
		}
		p.meeting[other.addr] = s.now + timeout
	case AssignSlots:
		served := p.slots
		for _, q := range p.peers {
			served = served.Or(q.slots)
		}
		if both := served.And(a.Slots); !both.Empty() {
			return errRefused(fmt.Sprintf("Slot %d is already busy", both.Lowest()))
		}
		if p.primary != "" {
			s.broken("replica %s is assigned slots", p.name)
		}
		p.slots = p.slots.Or(a.Slots)
		p.version++
		p.table++
	case Replicate:
		switch {
		case q == nil:
			return errRefused("Unknown node " + a.PeerID)
		case q.primary != "":
			return errRefused("I can only replicate a master, not a replica.")
		case p.owns():
			return errRefused("To set a master the node must be empty and without assigned slots.")
		}
		s.followNew(p, a.PeerID)
	case CopyFunctions:
		p.functions = other.functions
	case MoveSlots:
		return s.startJob(p, other, a.Slots)
	case Forget:
		if p.primary == a.PeerID {
			return errRefused("Can't forget my master!")
		}
		if q != nil {
			p.drop(a.PeerID)
			p.banned[a.PeerID] = s.now + 60_000
		}
	default:
		return s.failOver(a, p, q)
	}
	return nil
}

func (s *sim) failOver(a Action, p *proc, q *peer) error {
	if p.primary == "" {
		return errRefused("You should send CLUSTER FAILOVER to a replica")
	}
	if p.primary != a.PeerID || q == nil {
		s.broken("%s of %s, which follows another one", a.Kind, a.Node)
		return nil
	}
	if a.Kind != FailOver {
		s.concedeSilent(q)
	}
	switch a.Kind {
	case FailOver:
		return s.handOver(p)
	case ForceFailOver:
		p.force = true
		old := s.proc(q.id)
		p.forcedUnseen = old != nil && old.host.cut
	case TakeOver:
		s.takeOver(p, q)
	default:
		return fmt.Errorf("unknown action %q", a.Kind)
	}
	return nil
}

// formed makes a cluster that has been at work for a while.
func (s *sim) formed() {
	s.state = StateActive
	shares := slots.Split(s.desired.Shards)
	for shard := range s.desired.Shards {
		var primary *proc
		for range s.desired.ReplicasPerShard + 1 {
			s.createNode(Action{Shard: shard})
			n := s.nodes[len(s.nodes)-1]
			n.lifecycle, n.made, n.joined = topology.Active, true, true
			n.pod = &pod{host: s.hosts[len(s.nodes)%len(s.hosts)]}
			p := s.newProc(n.name, n.pod.host)
			n.pod.proc, p.functions = p, "lib1"
			if primary == nil {
				primary = p
				p.slots, p.epoch, p.offset = shares[shard], int64(shard+1), 1
				continue
			}
			p.primary, p.linked, p.linkUp, p.history, p.group, p.offset = primary.id, true, true, primary.history, primary.group, 1
		}
	}
	for _, p := range s.procs {
		p.current = int64(s.desired.Shards)
		for _, o := range s.procs {
			if o == p {
				continue
			}
			q := &peer{id: o.id, name: o.name, addr: o.addr, primary: o.primary, slots: o.slots, epoch: o.epoch, pong: s.now, seen: -1}
			p.peers = append(p.peers, q)
		}
	}
}
