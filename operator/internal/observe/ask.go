package observe

import (
	"context"
	"errors"
	"sync"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

// Servers asks the server of a node what it knows.
type Servers interface {
	// Ask returns the server's words, or why there are none.
	Ask(ctx context.Context, node *v1alpha1.ValkeyNode, address string) (topology.Server, error)
}

// Ask asks the servers of all nodes at the same time and enters their words, or
// why there are none, into the view.
func (w *World) Ask(ctx context.Context, servers Servers) {
	var wait sync.WaitGroup
	var mutex sync.Mutex
	w.unconnected = map[string]bool{}
	for i := range w.View.Nodes {
		n := &w.View.Nodes[i]
		p, known := n.Pod.Get()
		if !known || !speaks(p) {
			continue
		}
		wait.Go(func() {
			s, err := servers.Ask(ctx, w.Nodes[n.Name], p.Address)
			if err == nil {
				n.Server = topology.Known(s)
				return
			}
			n.Server = topology.Unknown[topology.Server](err.Error())
			if errors.Is(err, valkeyconn.ErrNoConnection) {
				mutex.Lock()
				defer mutex.Unlock()
				w.unconnected[n.Name] = true
			}
		})
	}
	wait.Wait()
	w.disown()
}

// disown leaves a server that answers at the addresses of two nodes to the one that
// is known to have it: Kubernetes has given the address of a pod on a lost host to
// another one.
func (w *World) disown() {
	at := map[string][]*topology.Node{}
	for i := range w.View.Nodes {
		if s, answers := w.View.Nodes[i].Server.Get(); answers {
			at[s.ID] = append(at[s.ID], &w.View.Nodes[i])
		}
	}
	for id, nodes := range at {
		for _, n := range nodes {
			if len(nodes) > 1 && n.ID != id {
				n.Server = topology.Unknown[topology.Server]("the server of another node answers at its address")
			}
		}
	}
}

// heard is what a look has learnt from the nodes of who is at work, and where, so
// that nobody is asked a second time: on a lost host each question waits in vain,
// which is time in which nobody is promoted.
type heard struct {
	// servers, by id: those that answered, that were asked in vain, and whose kubelet
	// reports their end. Of a pod that is there its own word counts.
	servers map[string]bool
	// silent are the addresses at which nobody accepted a connection: whoever is known
	// there does not answer, also if no node has its id.
	silent map[string]bool
}

func (w *World) heard() heard {
	h := heard{servers: map[string]bool{}, silent: map[string]bool{}}
	for i := range w.View.Nodes {
		n := &w.View.Nodes[i]
		s, answers := n.Server.Get()
		p, seen := n.Pod.Get()
		switch {
		case answers:
			h.servers[s.ID] = true
		case seen && (p.Terminated || speaks(p)):
			h.servers[n.ID] = true
		}
		if w.unconnected[n.Name] {
			h.silent[p.Address] = true
		}
	}
	return h
}
