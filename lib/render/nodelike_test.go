package render_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

// A copy is what the other node is, in its own place and under its own name; the
// other one is not touched.
func TestNodeLike(t *testing.T) {
	like := &v1alpha1.ValkeyNode{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: "team", Name: "cache-00001", UID: "u", ResourceVersion: "7",
			Annotations: map[string]string{names.AnnotationServerID: "abc"},
		},
		Spec: v1alpha1.ValkeyNodeSpec{
			ClusterName: "cache", Image: "valkey:9", CPU: "1", Memory: "1Gi", ShardIndex: 1, TLSSecret: "cert",
			Lifecycle: v1alpha1.LifecycleActive, Placement: &v1alpha1.Placement{Zones: []v1alpha1.Zone{"a"}},
			ValkeySettings: map[string]v1alpha1.SettingValue{
				"maxmemory": "1gb", "cluster-announce-hostname": "cache-00001.cache.team.svc.cluster.local",
			},
		},
	}
	before := like.DeepCopy()
	got := render.NodeLike(like, render.Member{Name: "cache-00002", Shard: 2, Lifecycle: v1alpha1.LifecycleJoining, JoinType: names.JoinReplica}, "cluster.local")
	want := before.DeepCopy()
	want.TypeMeta = metav1.TypeMeta{APIVersion: v1alpha1.APIVersion, Kind: v1alpha1.KindNode}
	want.ObjectMeta = metav1.ObjectMeta{
		Namespace: "team", Name: "cache-00002", Labels: names.ObjectLabels("cache"), Finalizers: []string{names.FinalizerNode},
	}
	want.Labels[names.LabelJoinType] = names.JoinReplica
	want.Spec.ShardIndex, want.Spec.Lifecycle = 2, v1alpha1.LifecycleJoining
	want.Spec.ValkeySettings["cluster-announce-hostname"] = "cache-00002.cache.team.svc.cluster.local"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("copy (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(before, like); diff != "" {
		t.Errorf("the original changed:\n%s", diff)
	}
}
