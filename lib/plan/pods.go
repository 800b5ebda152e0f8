package plan

// createNodes makes all nodes that are missing, in one pass: they disturb nobody.
func createNodes(w *world) (Decision, bool) {
	var actions []Action
	for shard := range w.Desired.Shards {
		present := 0
		for _, n := range w.shard(shard) {
			if n.Deleting {
				return wait(NodeDeleting, n.Name, "node %s is being deleted: its replacement waits until it is gone", n.Name)
			}
			present++
		}
		for range w.Desired.ReplicasPerShard + 1 - present {
			if w.Unresolved != nil {
				return wait(w.Unresolved.Reason, "", "%s", w.Unresolved.Message)
			}
			actions = append(actions, Action{Kind: CreateNode, Shard: shard})
		}
	}
	return act(CreatingNodes, "creating "+plural(len(actions), "node"), actions)
}

// podsRun waits for the pod of every node. What keeps one from running is told
// before what is only slow.
func podsRun(w *world) (Decision, bool) {
	for _, n := range w.nodes {
		if p, known := n.Pod.Get(); known && p.Blocked != "" {
			return wait(PodBlocked, n.Name, "pod %s does not run: %s: %s", n.Name, p.Reason, p.Blocked)
		}
	}
	for _, n := range w.nodes {
		p, known := n.Pod.Get()
		switch {
		case !known:
			return wait(PodUnknown, n.Name, "pod %s is not seen: %s", n.Name, n.Pod.Why())
		case !p.Exists:
			return wait(PodMissing, n.Name, "pod %s is not there", n.Name)
		case p.Terminated:
			return wait(PodTerminated, n.Name, "the server in pod %s has ended", n.Name)
		case !p.Running || p.Address == "":
			return wait(PodStarting, n.Name, "pod %s is starting", n.Name)
		}
	}
	return pass()
}

// serversAnswer waits for every server's word on itself. Acting on part of the
// servers is acting on a half-seen world.
func serversAnswer(w *world) (Decision, bool) {
	for _, n := range w.nodes {
		s, known := n.Server.Get()
		if !known {
			return wait(ServerUnreachable, n.Name, "the server of node %s does not answer: %s", n.Name, n.Server.Why())
		}
		w.servers[n.Name] = s
		w.ids[s.ID] = true
	}
	return pass()
}
