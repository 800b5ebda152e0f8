package plan

import "github.com/valkey-menu/valkey-menu/lib/topology"

// conditionOf says what is known of a node's process. Fenced in the first form
// is one whose kubelet reports its container as ended, or whose pod is gone while
// nothing with its id answers at its address: a forced delete removes the pod
// before the process. Fenced in the second form is one whose host is not Ready
// and which no server that answers has heard of for two node timeouts.
func (w *world) conditionOf(m *member) condition {
	gone := !m.pod.Exists && (m.pod.Made || m.Lifecycle != topology.Joining)
	switch {
	case m.server != nil:
		return alive
	case !m.Pod.Known():
		return silent
	case m.pod.Terminated:
		return ended
	case gone:
		if m.id != "" && !w.quiet(m.id) {
			return silent
		}
		return ended
	case m.pod.HostNotReady && w.cutOff(m):
		return lost
	case !m.pod.Running:
		return starting
	}
	return silent
}

// quiet reports whether it is known that no server with the id answers at the
// address where the others know it, neither to this program nor to them: one that
// is merely slow keeps its links. Of a server that nobody knows there is no
// address to ask. A link counts only with a pong within a node timeout: towards
// an address that is gone a server keeps trying, and shows that as connected
// (9.1.2).
func (w *world) quiet(id string) bool {
	nobody, linked := true, false
	w.peers(id, func(_ *member, p *topology.Peer) {
		nobody = false
		linked = linked || p.Connected && w.Now.UnixMilli()-p.PongReceived < w.NodeTimeout.Milliseconds()
	})
	answers, known := w.View.Answers[id].Get()
	if !known {
		return nobody
	}
	return !answers && !linked
}

// cutOff needs a witness: a server that has never met anybody has not missed
// anybody either.
func (w *world) cutOff(m *member) bool {
	for _, witness := range w.live {
		if len(witness.known) > 1 {
			return w.unseenFor(m.id) >= 2*w.NodeTimeout.Milliseconds()
		}
	}
	// While nobody has met anybody, nobody has data.
	return w.State == StateCreating && m.Lifecycle == topology.Joining && len(w.live) > 0
}

// unseenFor is how long no server that answers has heard of the one with the id,
// in milliseconds: since the start of time if none ever has.
func (w *world) unseenFor(id string) int64 {
	last := int64(0)
	w.peers(id, func(_ *member, p *topology.Peer) { last = max(last, p.PongReceived) })
	return w.Now.UnixMilli() - last
}

// fence is how a server is known to serve no more.
type fence int

const (
	unfenced fence = iota
	firstForm
	secondForm
)

// fenceOf says how the server with the id is fenced, and if it is not, why.
func (w *world) fenceOf(id string) (fence, string) {
	m := w.byID[id]
	if m == nil {
		return w.fenceOfStranger(id)
	}
	switch m.condition {
	case ended:
		return firstForm, ""
	case lost:
		return secondForm, ""
	case alive:
		return unfenced, "its server answers"
	case starting:
		return unfenced, "its pod is about to run"
	case silent:
	}
	switch {
	case !m.Pod.Known():
		return unfenced, "its pod is not seen: " + m.Pod.Why()
	case !m.pod.Exists:
		return unfenced, "its pod is gone, but its server may still answer"
	case m.pod.HostNotReady:
		return unfenced, "its host is not Ready, but other nodes have heard of it a short while ago"
	}
	return unfenced, "its pod runs on a host that is Ready"
}

// fenceOfStranger is for a server whose node is gone: its pod is gone too. It
// may still be that of a node whose id nobody could tell.
func (w *world) fenceOfStranger(id string) (fence, string) {
	for _, m := range w.members {
		if m.id == "" && m.condition == silent {
			return unfenced, "it may be the server of node " + m.Name + ", which does not answer"
		}
	}
	if !w.quiet(id) {
		return unfenced, "its node is gone, but it may still answer"
	}
	return firstForm, ""
}

// enough reports whether the fence suffices for a takeover or to forget. The
// primary of the only shard is its own majority: cut off, it goes on to accept
// writes, so that only its end counts.
func (w *world) enough(f fence) bool {
	return f == firstForm || f == secondForm && w.voters() > 1
}

// voters is how many servers own slots, the dead included.
func (w *world) voters() int { return len(w.owners) }
