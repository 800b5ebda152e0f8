package render

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// announcedHostname is the one setting that holds a node's own name.
const announcedHostname = "cluster-announce-hostname"

// NodeLike is a node with the stored recipe of another one of its cluster: what
// that one is made of, in the place of m. The domain is that of the Kubernetes
// cluster, for the host name that a node of a TLS cluster announces.
func NodeLike(like *v1alpha1.ValkeyNode, m Member, clusterDomain string) *v1alpha1.ValkeyNode {
	labels := names.ObjectLabels(like.Spec.ClusterName)
	if m.JoinType != "" {
		labels[names.LabelJoinType] = m.JoinType
	}
	n := &v1alpha1.ValkeyNode{
		TypeMeta:   metav1.TypeMeta{APIVersion: v1alpha1.APIVersion, Kind: v1alpha1.KindNode},
		ObjectMeta: meta(like.Namespace, m.Name, labels),
		Spec:       *like.Spec.DeepCopy(),
	}
	n.Finalizers = []string{names.FinalizerNode}
	n.Spec.ShardIndex, n.Spec.Lifecycle = m.Shard, m.Lifecycle
	if _, announces := n.Spec.ValkeySettings[announcedHostname]; announces {
		n.Spec.ValkeySettings[announcedHostname] = v1alpha1.SettingValue(
			names.PodDNS(m.Name, like.Spec.ClusterName, like.Namespace, clusterDomain))
	}
	return n
}
