package act

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

const namespace, theHost = "team", "host"

// marked is the time of the actor's clock.
var marked = time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC)

func cluster() *v1alpha1.ValkeyCluster {
	return &v1alpha1.ValkeyCluster{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "cache", UID: "cluster"}}
}

// node is an active one of shard 0, with edits.
func node(name string, edits ...func(*v1alpha1.ValkeyNode)) *v1alpha1.ValkeyNode {
	n := &v1alpha1.ValkeyNode{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: namespace, Name: name, UID: types.UID("node " + name), Finalizers: []string{names.FinalizerNode},
			Annotations: map[string]string{names.AnnotationPodMade: "true"},
		},
		Spec: v1alpha1.ValkeyNodeSpec{ClusterName: "cache", Image: "valkey/valkey:9.1.2", Lifecycle: v1alpha1.LifecycleActive},
	}
	render.Own(n, render.ClusterOwner("cache", "cluster"))
	for _, edit := range edits {
		edit(n)
	}
	return n
}

func lifecycle(l v1alpha1.Lifecycle) func(*v1alpha1.ValkeyNode) {
	return func(n *v1alpha1.ValkeyNode) { n.Spec.Lifecycle = l }
}

// pod of a node runs on the host, with edits. It has no address.
func pod(name string, edits ...func(*corev1.Pod)) *corev1.Pod {
	p := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, UID: types.UID("pod " + name), Labels: names.NodeLabels("cache", 0)},
		Spec:       corev1.PodSpec{NodeName: theHost},
		Status: corev1.PodStatus{ContainerStatuses: []corev1.ContainerStatus{
			{Name: names.Container, State: corev1.ContainerState{Running: &corev1.ContainerStateRunning{}}},
		}},
	}
	render.Own(p, render.NodeOwner(name, types.UID("node "+name)))
	for _, edit := range edits {
		edit(p)
	}
	return p
}

// ended is a pod whose kubelet reports the end of its container.
func ended(p *corev1.Pod) {
	p.Status.ContainerStatuses[0].State = corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{}}
}

// foreign is a pod of somebody else that has the name of a node.
func foreign(p *corev1.Pod) { p.OwnerReferences = nil }

func at(address string) func(*corev1.Pod) {
	return func(p *corev1.Pod) { p.Status.PodIP = address }
}

func host(ready corev1.ConditionStatus) *corev1.Node {
	return &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: theHost}, Status: corev1.NodeStatus{
		Conditions: []corev1.NodeCondition{{Type: corev1.NodeReady, Status: ready}},
	}}
}
