package plan

import (
	"time"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// rejoinDelay is how long a node that ended before it had joined keeps its place:
// a recipe that cannot run would else make pods without pause.
const rejoinDelay = 15 * time.Second

// restoreCounts makes the nodes that shards lack, in one pass: they disturb
// nobody. Without a recipe, a replacement takes that of the node that failed.
func restoreCounts(w *world) (Decision, bool) {
	var actions []Action
	for _, s := range w.kept() {
		missing := w.want() - s.count(func(m *member) bool { return !m.leaving() && !w.replaceable(m) && !s.apart(m) })
		var dead []*member
		for _, m := range s.members {
			if w.replaceable(m) || m.Deleting {
				dead = append(dead, m)
			}
		}
		for i := range missing {
			a := Action{Kind: CreateNode, Shard: s.index}
			if w.Unresolved != nil {
				if i >= len(dead) {
					break
				}
				a.CopyOf = dead[i].Name
			}
			actions = append(actions, a)
		}
	}
	return act(ReplacingNodes, "creating "+plural(len(actions), "node")+" for shards that lack some", actions)
}

// replaceable is whether a node is dead and no longer keeps its place.
func (w *world) replaceable(m *member) bool {
	return m.dead() && !w.cooling(m)
}

func (w *world) cooling(m *member) bool {
	return m.Lifecycle == topology.Joining && m.pod.Terminated && len(m.Outdated) == 0 &&
		w.Now.UnixMilli()-m.pod.EndedAt < rejoinDelay.Milliseconds()
}

// dropStuck gives up nodes that never ran and that would be made differently now:
// a person has changed a recipe that could not run.
func dropStuck(w *world) (Decision, bool) {
	if w.Unresolved != nil {
		return pass()
	}
	var actions []Action
	for _, m := range w.members {
		if m.Lifecycle == topology.Joining && m.condition == starting && len(m.Outdated) > 0 {
			actions = append(actions, Action{Kind: MarkLeaving, Node: m.Name, Shard: m.Shard})
		}
	}
	return act(DroppingStuckNode, "giving up "+plural(len(actions), "node")+" that never ran: the recipe has changed since", actions)
}

// removeEnded removes what is left of nodes that serve no more and that no server
// knows any more: first the pod, then the node. One that is deleted already goes by itself,
// unless somebody else's finalizer keeps it.
func removeEnded(w *world) (Decision, bool) {
	var pods, nodes []Action
	for _, m := range w.members {
		if !w.removable(m) {
			continue
		}
		switch {
		case !m.pod.Exists && m.Deleting:
		case !m.pod.Exists:
			nodes = append(nodes, Action{Kind: DeleteNode, Node: m.Name, Shard: m.Shard, ID: m.id})
		case !m.pod.Deleting || m.pod.HostNotReady:
			pods = append(pods, Action{Kind: StopPod, Node: m.Name, Shard: m.Shard, ID: m.id, Force: m.pod.HostNotReady})
		}
	}
	if d, decided := act(RemovingNodes, "deleting what is left of "+plural(len(pods), "pod")+" whose server has ended", pods); decided {
		return d, true
	}
	return act(RemovingNodes, "deleting "+plural(len(nodes), "node")+" whose pod is gone", nodes)
}

// removable is whether a node is out of use: its server is known to have ended,
// or never began and is not wanted, and nobody knows it. If no server answers at
// all, nobody can say so, and the node is kept until one does.
func (w *world) removable(m *member) bool {
	neverRan := m.leaving() && m.condition == starting
	if !m.dead() && !neverRan || len(w.live) == 0 && m.Lifecycle != topology.Joining {
		return false
	}
	if m.dead() && !m.leaving() && w.cooling(m) {
		return false
	}
	known := false
	w.peers(m.id, func(*member, *topology.Peer) { known = true })
	return !known || m.id == ""
}
