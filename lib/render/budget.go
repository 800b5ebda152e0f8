package render

import (
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// Budgets are the PodDisruptionBudgets of a cluster with so many shards and
// replicas a shard, one for each shard index from 0. The numbers are those in
// force, which differ from the cluster's own while it forms. A shard of one node
// has no budget, since that would block every drain for ever.
func Budgets(c *resolve.Cluster, shards, replicas int) []*policyv1.PodDisruptionBudget {
	if shards <= 0 || replicas <= 0 {
		return nil
	}
	budgets := make([]*policyv1.PodDisruptionBudget, shards)
	for shard := range budgets {
		budgets[shard] = Budget(c, shard, replicas)
	}
	return budgets
}

// Budget is the PodDisruptionBudget of one shard index, for a caller whose shards
// are not numbered without a gap; least is how many pods evictions leave, at least
// 1: as many as the shard has replicas once it is full, so that one may go, and more
// while a copy of its data is missing (plan.LeastPods). Pods without a workload
// controller are counted by an integer minAvailable alone; under maxUnavailable or a
// percentage Kubernetes cannot tell how many there should be.
//
// Pods that run but are not ready can always be evicted: a budget that waits for
// them blocks drains just when something is broken. The field for it is served by
// default since Kubernetes 1.27 and stable since 1.31.
func Budget(c *resolve.Cluster, shard, least int) *policyv1.PodDisruptionBudget {
	always := policyv1.AlwaysAllow
	minAvailable := intstr.FromInt32(int32(least))
	return &policyv1.PodDisruptionBudget{
		TypeMeta: metav1.TypeMeta{
			APIVersion: policyv1.SchemeGroupVersion.String(), Kind: "PodDisruptionBudget",
		},
		ObjectMeta: meta(c.Namespace, names.ShardBudget(c.Name, shard), names.ObjectLabels(c.Name)),
		Spec: policyv1.PodDisruptionBudgetSpec{
			MinAvailable:               &minAvailable,
			Selector:                   &metav1.LabelSelector{MatchLabels: names.ShardSelector(c.Name, int32(shard))},
			UnhealthyPodEvictionPolicy: &always,
		},
	}
}
