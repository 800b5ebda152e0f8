package status

import (
	"cmp"
	"maps"
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// Limits of the CRD.
const (
	maxShards   = 1024
	maxReplicas = 64
)

// layout is who owns and follows what, by the servers' own words. Nodes are
// sorted by name.
type layout struct {
	nodes   []topology.Node
	self    map[string]*topology.Peer // of those that answered, by name of the node
	shardOf map[string]int            // by id of the server
	follow  map[string]int            // how many follow the id
	owned   slots.Set                 // by any server that answered
	// silent are nodes, and quiet shards with nodes, that did not answer.
	silent map[string]bool
	quiet  map[int]bool
	former map[int32]v1alpha1.ShardStatus
}

// shards lists the shards that have nodes. Of a server that did not answer it
// repeats what the former status said, and of a node that is gone nothing.
func shards(seen Seen) []v1alpha1.ShardStatus {
	if undecided(seen) && !seen.Looked {
		return seen.Cluster.Status.DeepCopy().Shards
	}
	l := newLayout(seen.View, seen.Cluster.Status.Shards)
	indices := map[int]bool{}
	for i := range l.nodes {
		indices[l.nodes[i].Shard] = true
	}
	var out []v1alpha1.ShardStatus
	for _, index := range slices.Sorted(maps.Keys(indices)) {
		out = append(out, l.shard(index))
	}
	return out[:min(len(out), maxShards)]
}

func newLayout(view topology.View, former []v1alpha1.ShardStatus) *layout {
	l := &layout{
		nodes: slices.Clone(view.Nodes), self: map[string]*topology.Peer{}, shardOf: map[string]int{},
		follow: map[string]int{}, silent: map[string]bool{}, quiet: map[int]bool{}, former: map[int32]v1alpha1.ShardStatus{},
	}
	slices.SortFunc(l.nodes, func(a, b topology.Node) int { return cmp.Compare(a.Name, b.Name) })
	for i := range l.nodes {
		n := &l.nodes[i]
		s, known := n.Server.Get()
		if !known {
			l.silent[n.Name], l.quiet[n.Shard] = true, true
			continue
		}
		me := s.Myself()
		l.self[n.Name] = &me
		l.shardOf[me.ID] = n.Shard
		l.owned = l.owned.Or(me.Slots)
		if me.Role == topology.RoleReplica {
			l.follow[me.PrimaryID]++
		}
	}
	for _, s := range former {
		l.former[s.Index] = s
	}
	return l
}

func (l *layout) shard(index int) v1alpha1.ShardStatus {
	out := v1alpha1.ShardStatus{Index: int32(index)}
	former := l.former[out.Index]
	primary, own := l.primary(index)
	switch {
	case !own.Empty():
		out.Primary, out.Slots = primary, own.String()
	case l.quiet[index]:
		out.Primary = primary
		if l.silent[former.Primary] {
			out.Primary = former.Primary
		}
		// What another server owns by now is no longer this shard's. A former text
		// that cannot be read says nothing.
		kept, _ := slots.Parse(former.Slots)
		out.Slots = kept.Without(l.owned).String()
	default:
		out.Primary = primary
	}
	out.Replicas = l.replicas(index, former)
	return out
}

// primary is the node that owns the shard's slots, by its own word. Without
// slots it is the one that others follow: a primary may own nothing.
func (l *layout) primary(index int) (string, slots.Set) {
	name, own, followed := "", slots.Set{}, 0
	for i := range l.nodes {
		me := l.self[l.nodes[i].Name]
		if me == nil || l.nodes[i].Shard != index || me.Role != topology.RolePrimary {
			continue
		}
		followers := l.follow[me.ID]
		if more := cmp.Or(cmp.Compare(me.Slots.Len(), own.Len()), cmp.Compare(followers, followed)); more > 0 {
			name, own, followed = l.nodes[i].Name, me.Slots, followers
		}
	}
	return name, own
}

// replicas are the nodes that follow one of the shard, wherever they were made
// for, and those that did not answer and were listed before.
func (l *layout) replicas(index int, former v1alpha1.ShardStatus) []string {
	var names []string
	for i := range l.nodes {
		n := &l.nodes[i]
		me := l.self[n.Name]
		if me == nil {
			if slices.Contains(former.Replicas, n.Name) {
				names = append(names, n.Name)
			}
			continue
		}
		if me.Role != topology.RoleReplica {
			continue
		}
		shard, found := l.shardOf[me.PrimaryID]
		if !found {
			shard = n.Shard
		}
		if shard == index {
			names = append(names, n.Name)
		}
	}
	return names[:min(len(names), maxReplicas)]
}
