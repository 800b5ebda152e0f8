package names

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
)

// MaxClusterName is the longest metadata.name of a ValkeyCluster, in
// characters: "-" and five hexadecimal digits make the pod's host name, which
// is a DNS label of at most 63.
const MaxClusterName = 57

// MaxDNSName is the longest DNS name, in characters (RFC 1035).
const MaxDNSName = 253

// MaxConfigMapBytes is the most that the values of a ConfigMap may hold together;
// keys and metadata do not count (Kubernetes 1.36).
const MaxConfigMapBytes = 1 << 20

// Service is the headless Service of a cluster.
func Service(cluster string) string { return cluster }

// AuthSecret is the Secret with the passwords of the system users.
func AuthSecret(cluster string) string { return cluster + "-operator-auth" }

// ACLConfigMap is the ConfigMap that holds users.acl.
func ACLConfigMap(cluster string) string { return cluster + "-acl" }

// ShardBudget is the PodDisruptionBudget of one shard index, a DNS subdomain of
// at most [MaxDNSName]. No two clusters share one: what stands before the last
// "-shard-" is the whole name of the cluster.
func ShardBudget(cluster string, shard int) string {
	return cluster + "-shard-" + strconv.Itoa(shard)
}

// NodeConfigMap is the ConfigMap that holds valkey.conf of one node.
func NodeConfigMap(node string) string { return node + "-config" }

// Node joins a cluster's name and the five hexadecimal digits of one node. The
// ValkeyNode and its Pod share the name.
func Node(cluster, suffix string) string { return cluster + "-" + suffix }

// OfflineNodes names the nodes of a cluster that no operator has created yet,
// by shard and then by member. The five digits are taken from a hash over
// where a node belongs, so that the same input always renders the same names;
// of two nodes that would share a name, the later one is hashed again.
func OfflineNodes(namespace, cluster string, shards, members int) [][]string {
	taken := make(map[string]bool, shards*members)
	nodes := make([][]string, shards)
	for shard := range nodes {
		for member := range members {
			place := fmt.Sprintf("%s/%s/%d/%d", namespace, cluster, shard, member)
			name := Node(cluster, digits(place))
			for taken[name] {
				place += "/again"
				name = Node(cluster, digits(place))
			}
			taken[name] = true
			nodes[shard] = append(nodes[shard], name)
		}
	}
	return nodes
}

func digits(place string) string {
	sum := sha256.Sum256([]byte(place))
	return hex.EncodeToString(sum[:])[:5]
}

// ServiceDNS is the DNS name of a cluster's Service.
func ServiceDNS(cluster, namespace, clusterDomain string) string {
	return Service(cluster) + "." + namespace + ".svc." + clusterDomain
}

// PodDNS is the DNS name of one pod, which a TLS cluster announces.
func PodDNS(node, cluster, namespace, clusterDomain string) string {
	return node + "." + ServiceDNS(cluster, namespace, clusterDomain)
}
