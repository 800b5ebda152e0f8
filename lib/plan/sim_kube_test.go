package plan

import (
	"fmt"
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// host is a machine. Cut from the API server and the operator it is not Ready
// after a while; its island says which other hosts it can talk to.
type host struct {
	name     string
	up       bool
	cut      bool
	island   int
	troubled int64 // since when it is down or cut, 0 if it is not
}

const notReadyAfter = 8000

func (s *sim) ready(h *host) bool { return h.troubled == 0 || s.now-h.troubled < notReadyAfter }

// simNode is a ValkeyNode with its pod, if it has one.
type simNode struct {
	name      string
	shard     int
	lifecycle topology.Lifecycle
	deleting  bool
	left      int64 // when it was marked as leaving
	revision  int
	makeAt    int64 // when its pod is made
	made      bool
	joined    bool // it has completed its join
	pod       *pod
}

type pod struct {
	host       *host
	startsAt   int64
	proc       *proc // nil before it runs
	terminated bool
	endedAt    int64
	stopsAt    int64 // 0 unless it is being deleted
}

func (s *sim) node(name string) *simNode {
	for _, n := range s.nodes {
		if n.name == name {
			return n
		}
	}
	return nil
}

// server is the process of a node if the operator can talk to it.
func (s *sim) server(name string) *proc {
	n := s.node(name)
	if n == nil || n.pod == nil || n.pod.proc == nil || !s.answers(n.pod.proc) {
		return nil
	}
	return n.pod.proc
}

func (s *sim) createNode(a Action) {
	s.named++
	revision := s.revision
	if a.CopyOf != "" {
		revision = s.node(a.CopyOf).revision
	}
	s.nodes = append(s.nodes, &simNode{
		name: fmt.Sprintf("c-%05x", (s.named*7919)%0xfffff), shard: a.Shard, lifecycle: topology.Joining, revision: revision, makeAt: s.now + s.rng.Int64N(300),
	})
}

// kubelets makes, starts and stops pods.
func (s *sim) kubelets() {
	for _, n := range s.nodes {
		if n.pod == nil && !n.made && n.lifecycle == topology.Joining && !n.deleting && s.now >= n.makeAt {
			n.pod, n.made = &pod{startsAt: s.now + 200 + s.rng.Int64N(2500)}, true
		}
		if n.pod != nil {
			s.kubelet(n)
		}
	}
	s.nodes = slices.DeleteFunc(s.nodes, func(n *simNode) bool { return n.deleting && n.pod == nil }) // nothing holds it any more
	for _, p := range s.doomed {
		if p.host.up && !p.host.cut && s.now >= s.doomedAt[p.id] {
			s.kill(p, false)
		}
	}
}

func (s *sim) kubelet(n *simNode) {
	p := n.pod
	switch {
	case p.stopsAt > 0 && (p.host == nil || p.host.up && !p.host.cut) && s.now >= p.stopsAt:
		s.kill(p.proc, s.planned[n.name])
		n.pod = nil
	case p.host != nil && !p.host.up:
	case p.terminated || p.proc != nil && p.proc.alive && !s.crashing[n.revision]:
	case p.proc != nil && (s.crashing[n.revision] && s.rng.IntN(3) == 0 || !p.proc.alive):
		s.kill(p.proc, false)
		p.terminated, p.endedAt = true, s.now
	case p.proc == nil && p.stopsAt == 0 && s.now >= p.startsAt && s.blocked(n) == "":
		s.start(n)
	}
}

// blocked is the scheduler's word on a pod that cannot run.
func (s *sim) blocked(n *simNode) string {
	switch {
	case s.unschedulable[n.revision]:
		return "0/3 nodes are available: insufficient memory"
	case s.full:
		return "0/3 nodes are available: too many pods"
	}
	return ""
}

func (s *sim) start(n *simNode) {
	var best *host
	load := 0
	for _, h := range s.hosts {
		if !s.ready(h) || !h.up || h.cut {
			continue
		}
		here := 0
		for _, m := range s.nodes {
			if m.pod != nil && m.pod.host == h {
				here++
				if m.shard == n.shard {
					here += 10
				}
			}
		}
		if best == nil || here < load {
			best, load = h, here
		}
	}
	if best == nil {
		return
	}
	n.pod.host, n.pod.proc = best, s.newProc(n.name, best)
}

func (s *sim) newProc(name string, h *host) *proc {
	s.started++
	addr := fmt.Sprintf("10.0.0.%d", s.started)
	if len(s.freed) > 0 && s.rng.IntN(4) > 0 { // addresses are used again
		addr, s.freed = s.freed[0], s.freed[1:]
	}
	p := &proc{
		id: fmt.Sprintf("%08x-%s", s.rng.Uint32(), name), name: name, addr: addr, host: h, alive: true, group: name, history: name,
		meeting: map[string]int64{}, banned: map[string]int64{}, voted: map[string]int64{},
	}
	s.procs = append(s.procs, p)
	return p
}

// stopPod deletes the pod of a node; by force, the object goes before the
// process does.
func (s *sim) stopPod(n *simNode, force bool, grace int64) {
	p := n.pod
	if p == nil {
		return
	}
	if force {
		if p.proc != nil && p.proc.alive {
			s.doomed, s.doomedAt[p.proc.id] = append(s.doomed, p.proc), s.now+grace
		}
		n.pod = nil
		return
	}
	if p.stopsAt == 0 {
		p.stopsAt = s.now + grace
	}
}

// hostsHeal brings hosts back: what ran on one that was down has ended.
func (s *sim) hostBack(h *host) {
	if !h.up {
		h.up = true
		for _, n := range s.nodes {
			if n.pod != nil && n.pod.host == h && n.pod.proc != nil {
				s.kill(n.pod.proc, false)
			}
		}
		for _, p := range s.doomed {
			if p.host == h {
				s.kill(p, false)
			}
		}
	}
	h.cut, h.island, h.troubled = false, 0, 0
}
