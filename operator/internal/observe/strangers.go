package observe

import (
	"context"
	"sync"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// Prober asks who answers at an address that servers know.
type Prober interface {
	// Probe returns the id of the server that answers there, or nothing if none
	// does. An error is what leaves it unknown.
	Probe(ctx context.Context, peer topology.Peer) (string, error)
}

// Probe finds out whether the servers that some server knows, and that answer as
// the server of no node, still answer where they are known. A pod that was
// deleted by force can outlive its object. Taken tells addresses that pods of other
// clusters have by now: whoever answers there is somebody else. One whose kubelet
// reports its end is not asked, and neither is an address that has just been tried.
func (w *World) Probe(ctx context.Context, prober Prober, taken func(address string) bool) {
	strangers := w.strangers()
	if len(strangers) == 0 {
		return
	}
	w.View.Answers = make(map[string]topology.Fact[bool], len(strangers))
	var wait sync.WaitGroup
	var mutex sync.Mutex
	for id, peer := range strangers {
		wait.Go(func() {
			answers := topology.Unknown[bool]("no address is known")
			switch {
			case peer.Address == "" && peer.NoAddress:
				// Somebody else has answered at its address: that is when a server takes
				// the address of another one out, for good (9.1.2).
				answers = topology.Known(false)
			case peer.Address == "":
			case taken(peer.Address), w.silent[peer.Address]:
				answers = topology.Known(false)
			default:
				found, err := prober.Probe(ctx, peer)
				answers = topology.Known(found == id)
				if err != nil {
					answers = topology.Unknown[bool](err.Error())
				}
			}
			mutex.Lock()
			defer mutex.Unlock()
			w.View.Answers[id] = answers
		})
	}
	wait.Wait()
}

// strangers are the peers that servers know by their id and that are no server of
// a node that was asked, or whose kubelet reports its end. One that was asked and
// did not answer is not asked a second time: of a pod that is there its own word
// counts, and on a lost host each question waits in vain, which is time in which
// nobody is promoted.
func (w *World) strangers() map[string]topology.Peer {
	own := map[string]bool{}
	for i := range w.View.Nodes {
		n := &w.View.Nodes[i]
		if s, known := n.Server.Get(); known {
			own[s.ID] = true
		} else if p, seen := n.Pod.Get(); seen && (p.Terminated || speaks(p)) {
			own[n.ID] = true
		}
	}
	strangers := map[string]topology.Peer{}
	for i := range w.View.Nodes {
		s, _ := w.View.Nodes[i].Server.Get()
		for _, p := range s.Peers {
			if own[p.ID] || p.Handshake || strangers[p.ID].Address != "" {
				continue
			}
			strangers[p.ID] = p
		}
	}
	return strangers
}
