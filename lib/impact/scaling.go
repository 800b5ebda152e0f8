package impact

import (
	"fmt"
	"strconv"

	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// hashSlots is the number of hash slots of every Valkey cluster.
const hashSlots = 16384

func (p pair) topology() []Change {
	var changes []Change
	if b, a := p.before.Shards, p.after.Shards; b != a {
		changes = append(changes, p.fromClusters(Topology, "shards", itoa(b), itoa(a), p.reshard()))
	}
	if b, a := p.before.ReplicasPerShard, p.after.ReplicasPerShard; b != a {
		reason := "replicas are added to every shard"
		if a < b {
			reason = "surplus replicas are removed from every shard"
		}
		changes = append(changes, p.fromClusters(Topology, "replicasPerShard", itoa(b), itoa(a), reason))
	}
	return changes
}

func (p pair) reshard() string {
	b, a := int(p.before.Shards), int(p.after.Shards)
	moved := slotsMoved(b, a)
	reason := fmt.Sprintf("%s added, about %d of %d slots move to %s", counted(a-b, "shard"), moved, hashSlots, them(a-b))
	if a < b {
		reason = fmt.Sprintf("%s drained and removed, about %d of %d slots move to %s",
			counted(b-a, "shard"), moved, hashSlots, others(a))
	}
	if p.after.Config.Image.Version.Below(9, 0) {
		reason += "; moving slots needs Valkey 9, and the image declares an older version"
	}
	return reason
}

func them(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

// others are the shards that are left.
func others(n int) string {
	if n == 1 {
		return "the other"
	}
	return "the others"
}

// slotsMoved is about how many slots change owner between two numbers of
// shards that are each evenly balanced: from 3 to 4 shards a quarter, 4096.
func slotsMoved(before, after int) int {
	least, most := min(before, after), max(before, after)
	if least < 1 || least == most {
		return 0
	}
	return (hashSlots*(most-least) + most/2) / most
}

func itoa(n int32) string { return strconv.Itoa(int(n)) }

// members is the number of nodes of one shard.
func members(replicas int32) int { return 1 + int(replicas) }

// nodes is the number of nodes of a cluster.
func nodes(c *resolve.Cluster) int { return int(c.Shards) * members(c.ReplicasPerShard) }
