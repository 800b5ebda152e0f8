package render

import (
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// MaxNodes is the most nodes that Manifests renders: as many as there are hash
// slots, so that no legal number of shards is refused.
const MaxNodes = 16384

// Manifests are all objects of the cluster as the operator would have created
// them, once it runs: Service, Secret, ACL ConfigMap, then for each shard and
// member the ValkeyNode, its ConfigMap and its Pod. The names of nodes are those
// of [names.OfflineNodes], where the operator draws random ones, and there are
// no owner references. The first member of a shard is rendered as its primary.
// A cluster of more than [MaxNodes] nodes is an error.
func Manifests(c *resolve.Cluster, p Passwords) ([]runtime.Object, error) {
	if err := checkSize(c); err != nil {
		return nil, err
	}
	secret, err := AuthSecret(c, p)
	if err != nil {
		return nil, err
	}
	file, err := ACLFile(c, p.Hashes())
	if err != nil {
		return nil, err
	}
	objects := []runtime.Object{Service(c), secret, ACLConfigMap(c, file)}
	for shard, members := range names.OfflineNodes(c.Namespace, c.Name, int(c.Shards), 1+int(c.ReplicasPerShard)) {
		for i, name := range members {
			m := Member{Name: name, Shard: int32(shard), Lifecycle: v1alpha1.LifecycleActive, JoinType: joinType(i)}
			node, err := nodeObjects(c, m)
			if err != nil {
				return nil, err
			}
			objects = append(objects, node...)
		}
	}
	return objects, nil
}

// checkSize also refuses sizes that no CRD lets through: a caller may not have
// asked one.
func checkSize(c *resolve.Cluster) error {
	nodes := int64(c.Shards) * (1 + int64(c.ReplicasPerShard))
	if c.Shards < 0 || c.ReplicasPerShard < 0 || nodes > MaxNodes {
		return fmt.Errorf("rendering ValkeyCluster %q: %d shards with %d replicas each are not between 0 and %d nodes",
			c.Namespace+"/"+c.Name, c.Shards, c.ReplicasPerShard, MaxNodes)
	}
	return nil
}

func joinType(member int) string {
	if member == 0 {
		return names.JoinPrimary
	}
	return names.JoinReplica
}

func nodeObjects(c *resolve.Cluster, m Member) ([]runtime.Object, error) {
	node, err := Node(c, m)
	if err != nil {
		return nil, err
	}
	config, err := NodeConfigMap(node)
	if err != nil {
		return nil, err
	}
	pod, err := Pod(node, c.Options, c.PodAnnotations)
	if err != nil {
		return nil, err
	}
	return []runtime.Object{node, config, pod}, nil
}
