package plan

import "github.com/valkey-menu/valkey-menu/lib/topology"

// snapshot fixes the shape that creation works towards.
func snapshot(*world) (Decision, bool) {
	return act(Snapshotting, "writing down what the cluster is created as", []Action{{Kind: Snapshot}})
}

// formedBefore passes a cluster on of which a node has joined: it is formed, or
// was once, and whatever it lacks now is not for its creation to mend. Nodes join
// only after the whole cluster was seen to be well.
func formedBefore(w *world) (Decision, bool) {
	for _, m := range w.members {
		if m.Lifecycle == topology.Active {
			return act(Activating, "cluster formed, transitioning to Active", []Action{{Kind: Activate}})
		}
	}
	return pass()
}

// createNodes makes all nodes that are missing, in one pass: they disturb nobody.
func createNodes(w *world) (Decision, bool) {
	var actions []Action
	for index := range w.Desired.Shards {
		s := w.shard(index)
		for range w.want() - s.count(func(m *member) bool { return !m.leaving() && !w.replaceable(m) }) {
			if w.Unresolved != nil {
				return wait(w.Unresolved.Reason, "", "%s", w.Unresolved.Message)
			}
			actions = append(actions, Action{Kind: CreateNode, Shard: index})
		}
	}
	return act(CreatingNodes, "creating "+plural(len(actions), "node"), actions)
}

// podsSeen waits until the pods were listed: without them nobody can tell what
// has ended.
func podsSeen(w *world) (Decision, bool) {
	for _, m := range w.members {
		if !m.Pod.Known() {
			return wait(PodUnknown, m.Name, "pod %s is not seen: %s", m.Name, m.Pod.Why())
		}
	}
	return pass()
}

// podsRun waits for the pod of every node. What keeps one from running is told
// before what is only slow.
func podsRun(w *world) (Decision, bool) {
	for _, m := range w.members {
		if m.pod.Blocked != "" && !m.leaving() {
			return wait(PodBlocked, m.Name, "pod %s does not run: %s: %s", m.Name, m.pod.Reason, m.pod.Blocked)
		}
	}
	for _, m := range w.members {
		switch {
		case m.leaving():
		case m.pod.Terminated:
			return wait(PodTerminated, m.Name, "the server in pod %s has ended", m.Name)
		case !m.pod.Exists:
			return wait(PodMissing, m.Name, "pod %s is not there", m.Name)
		case !m.pod.Running || m.pod.Address == "":
			return wait(PodStarting, m.Name, "pod %s is starting", m.Name)
		}
	}
	return pass()
}

// serversAnswer waits for every server's word on itself. Acting on part of the
// servers is acting on a half-seen world.
func serversAnswer(w *world) (Decision, bool) {
	for _, m := range w.members {
		if m.server == nil && !m.leaving() {
			return wait(ServerUnreachable, m.Name, "the server of node %s does not answer: %s", m.Name, m.Server.Why())
		}
	}
	return pass()
}

// setEpochs gives every node that has met nobody a config epoch of its own.
// Valkey allows it once and only before the first meeting (9.1.2); without it
// equal epochs are settled by elections of their own, one a round.
func setEpochs(w *world) (Decision, bool) {
	highest := w.highestEpoch()
	var actions []Action
	for _, m := range w.live {
		if m.server.Cluster.MyEpoch == 0 && len(m.server.Peers) == 1 {
			highest++
			actions = append(actions, Action{Kind: SetConfigEpoch, Node: m.Name, ID: m.id, Epoch: highest})
		}
	}
	return act(SettingEpochs, "giving "+plural(len(actions), "node")+" a config epoch", actions)
}

// meet introduces to one node every node that it does not know, then those to each
// other. Meeting a node again while it shakes hands is harmless.
func meet(w *world) (Decision, bool) { return w.meetSeed() }
