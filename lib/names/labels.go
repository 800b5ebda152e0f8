package names

import "strconv"

// Prefix begins every label and annotation key that is ours; it is reserved on
// pods.
const Prefix = "valkey.gomomento.com/"

// Label keys and fixed values.
const (
	LabelName      = "app.kubernetes.io/name"
	LabelInstance  = "app.kubernetes.io/instance"
	LabelManagedBy = "app.kubernetes.io/managed-by"
	LabelShard     = Prefix + "shard-index"
	LabelJoinType  = Prefix + "join-type"

	AppName   = "valkey"
	ManagedBy = "valkey-operator"
)

// Values of LabelJoinType: how a node joined. Only JoinShard is cleared when
// the join completes.
const (
	JoinReplica = "replica"
	JoinPrimary = "primary"
	JoinShard   = "shard"
)

// Annotation keys that people set.
const (
	AnnotationPaused       = Prefix + "paused"
	AnnotationIgnorePrefix = Prefix + "ignore-check."
)

// AnnotationFiles is on a pod whose mounted files were behind what they are to
// be. Any change of a pod makes the kubelet update them at once (Kubernetes 1.27
// to 1.36), where it would take up to a minute and a half.
const AnnotationFiles = Prefix + "files"

// AnnotationServerID is on a ValkeyNode that has joined: the id of its server,
// by which others know it when it does not answer any more.
const AnnotationServerID = Prefix + "server-id"

// AnnotationLeavingSince is on a ValkeyNode that leaves: when it was marked, in RFC
// 3339.
const AnnotationLeavingSince = Prefix + "leaving-since"

// AnnotationLossAcknowledged is set by a person on a ValkeyCluster: the time, in
// RFC 3339, up to which losses of data are known to somebody.
const AnnotationLossAcknowledged = Prefix + "data-loss-acknowledged"

// AnnotationPodRefused is on a ValkeyNode whose pod, or the ConfigMap that it mounts,
// cannot be made, or is not made yet: the API server's words, or the operator's own.
const AnnotationPodRefused = Prefix + "pod-refused"

// AnnotationPodMade is on a ValkeyNode whose pod was made; it is never made
// again.
const AnnotationPodMade = Prefix + "pod-made"

// AnnotationPodEnded is on a ValkeyNode whose pod's container has ended: when it
// did, in RFC 3339, by the word of the kubelet. The pod's object may be gone a
// moment later, and nothing else proves as well that the server is.
const AnnotationPodEnded = Prefix + "pod-ended"

// Finalizers.
const (
	FinalizerCluster = Prefix + "cleanup"
	FinalizerNode    = Prefix + "node-cleanup"
)

// Topology keys of hosts.
const (
	TopologyHost = "kubernetes.io/hostname"
	TopologyZone = "topology.kubernetes.io/zone"
)

// Selector selects every pod of a cluster.
func Selector(cluster string) map[string]string {
	return map[string]string{LabelName: AppName, LabelInstance: cluster}
}

// ObjectLabels are on every object of a cluster; caches select by them.
func ObjectLabels(cluster string) map[string]string {
	l := Selector(cluster)
	l[LabelManagedBy] = ManagedBy
	return l
}

// ShardSelector selects the pods of one shard index, also those that carry no
// more than the pod labels of a cluster that another operator formed.
func ShardSelector(cluster string, shard int32) map[string]string {
	l := Selector(cluster)
	l[LabelShard] = strconv.Itoa(int(shard))
	return l
}

// NodeLabels are on the pod of a node and on its ConfigMap.
func NodeLabels(cluster string, shard int32) map[string]string {
	l := ObjectLabels(cluster)
	l[LabelShard] = strconv.Itoa(int(shard))
	return l
}
