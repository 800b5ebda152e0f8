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
// clusters have by now: whoever answers there is somebody else. Nobody is asked of
// whom this look has heard already.
func (w *World) Probe(ctx context.Context, prober Prober, taken func(address string) bool) {
	told := w.heard()
	strangers := w.strangers(told)
	if len(strangers) == 0 {
		return
	}
	w.View.Answers = make(map[string]topology.Fact[bool], len(strangers))
	var wait sync.WaitGroup
	var mutex sync.Mutex
	for id, peer := range strangers {
		wait.Go(func() {
			answers := topology.Known(false)
			if !told.silent[peer.Address] {
				answers = Answers(ctx, prober, peer, taken)
			}
			mutex.Lock()
			defer mutex.Unlock()
			w.View.Answers[id] = answers
		})
	}
	wait.Wait()
}

// Answers finds out whether a server still answers where another one knows it.
func Answers(ctx context.Context, prober Prober, peer topology.Peer, taken func(address string) bool) topology.Fact[bool] {
	switch {
	case peer.Address == "" && peer.NoAddress:
		// Somebody else has answered at its address: that is when a server takes the
		// address of another one out, for good (9.1.2).
		return topology.Known(false)
	case peer.Address == "":
		return topology.Unknown[bool]("no address is known")
	case taken(peer.Address):
		return topology.Known(false)
	}
	found, err := prober.Probe(ctx, peer)
	if err != nil {
		return topology.Unknown[bool](err.Error())
	}
	return topology.Known(found == peer.ID)
}

// strangers are the peers that servers know by their id and of which no node has
// told anything.
func (w *World) strangers(told heard) map[string]topology.Peer {
	strangers := map[string]topology.Peer{}
	for i := range w.View.Nodes {
		s, _ := w.View.Nodes[i].Server.Get()
		for _, p := range s.Peers {
			if told.servers[p.ID] || p.Handshake || strangers[p.ID].Address != "" {
				continue
			}
			strangers[p.ID] = p
		}
	}
	return strangers
}
