package plan

import "github.com/valkey-menu/valkey-menu/lib/topology"

// LeastPods is how many pods of a shard an eviction must leave. One pod may go
// while the shard has a copy of its data beyond the replicas that it is to have,
// and none while it has not: a pod that runs may still be loading. A server that
// does not answer counts as no copy.
//
// A shard with one replica: 1 of 2 pods while both have the data, 2 of 2 while the
// replica loads, 2 of 3 in the middle of a roll.
func LeastPods(v topology.View, shard, replicas int) int {
	pods, copies := 0, 0
	for i := range v.Nodes {
		n := &v.Nodes[i]
		pod, known := n.Pod.Get()
		if n.Shard != shard || known && (!pod.Exists || pod.Deleting) {
			continue
		}
		pods++
		if s, answers := n.Server.Get(); answers && n.Lifecycle != topology.Leaving && hasData(s) {
			copies++
		}
	}
	if copies > replicas {
		pods--
	}
	return max(pods, replicas)
}

// hasData is whether a server has all data of its shard.
func hasData(s topology.Server) bool {
	me := s.Myself()
	return me.Role == topology.RolePrimary && !me.Slots.Empty() || me.Role == topology.RoleReplica && s.Replication.LinkUp
}
