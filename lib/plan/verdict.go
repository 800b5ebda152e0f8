package plan

import (
	"strconv"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// quorum reports whether the owners of slots that answer are a majority of all:
// they can elect a replica.
func (w *world) quorum() bool {
	return 2*w.countOwners(func(o *owner) bool { return o.alive() }) > w.voters()
}

// votersKnow reports whether a majority of the owners know the server: nobody
// votes for a replica of a primary that he has forgotten (Valkey 9.1.2).
func (w *world) votersKnow(id string) bool {
	return 2*w.countOwners(func(o *owner) bool { return o.alive() && o.m.peer(id) != nil }) > w.voters()
}

// allSeeFailed reports whether every owner that answers takes the server for
// failed, which a majority has agreed on then.
func (w *world) allSeeFailed(id string) bool {
	alive := w.countOwners(func(o *owner) bool { return o.alive() })
	return alive > 0 && alive == w.countOwners(func(o *owner) bool {
		if !o.alive() {
			return false
		}
		p := o.m.peer(id)
		return p != nil && p.Health == topology.HealthFailed
	})
}

// doubted reports whether some server that answers has lost its link to it or
// suspects it.
func (w *world) doubted(id string) bool {
	doubted := false
	w.peers(id, func(_ *member, p *topology.Peer) {
		doubted = doubted || !p.Connected || p.Health != topology.HealthOK
	})
	return doubted
}

func (w *world) countOwners(test func(*owner) bool) int {
	n := 0
	for i := range w.owners {
		if test(&w.owners[i]) {
			n++
		}
	}
	return n
}

// nameOf is the name of the node of an owner, empty if it has none.
func nameOf(o *owner) string {
	if o.m == nil {
		return ""
	}
	return o.m.Name
}

// title names an owner in a message.
func title(o *owner) string {
	if o.m == nil {
		return "server " + o.id
	}
	return "node " + o.m.Name
}

func itoa[N int | int64](n N) string { return strconv.FormatInt(int64(n), 10) }
