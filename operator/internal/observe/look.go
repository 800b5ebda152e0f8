package observe

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// Objects reads the nodes of the cluster and their pods from the cache. A pod that
// was made and is not there is asked for at the API server itself: to the cache it
// may be new, or have lost its labels, and what is taken for gone is replaced. The
// servers are unknown.
func Objects(ctx context.Context, r, live client.Reader, cluster *v1alpha1.ValkeyCluster) (World, error) {
	nodes, err := Nodes(ctx, r, cluster)
	if err != nil {
		return World{}, err
	}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(cluster.Namespace), client.MatchingLabels(names.Selector(cluster.Name))); err != nil {
		return World{}, fmt.Errorf("listing Pods of cluster %q: %w", cluster.Namespace+"/"+cluster.Name, err)
	}
	hosts, err := readHosts(ctx, r)
	if err != nil {
		return World{}, err
	}
	named := make(map[string]*corev1.Pod, len(pods.Items))
	for i := range pods.Items {
		named[pods.Items[i].Name] = &pods.Items[i]
	}
	w := World{Nodes: map[string]*v1alpha1.ValkeyNode{}, Pods: map[string]*corev1.Pod{}}
	for _, n := range nodes {
		w.Nodes[n.Name] = n
		w.enter(n, named[n.Name])
		if err := w.missing(ctx, live, n); err != nil {
			return World{}, err
		}
		w.View.Nodes = append(w.View.Nodes, node(n, w.Pods[n.Name], hosts))
	}
	return w, nil
}

// enter takes a pod that has the name of a node for the node's, unless another object
// controls it: then nobody may read or write it as the node's.
func (w *World) enter(n *v1alpha1.ValkeyNode, p *corev1.Pod) {
	if p != nil && metav1.IsControlledBy(p, n) {
		w.Pods[n.Name] = p
	}
}

// missing looks for the pod of a node that should have one.
func (w *World) missing(ctx context.Context, live client.Reader, n *v1alpha1.ValkeyNode) error {
	if w.Pods[n.Name] != nil || !made(n) {
		return nil
	}
	var pod corev1.Pod
	err := live.Get(ctx, client.ObjectKeyFromObject(n), &pod)
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading Pod %q: %w", n.Namespace+"/"+n.Name, err)
	}
	w.enter(n, &pod)
	return nil
}

// made reports whether the node's pod was made at some time.
func made(n *v1alpha1.ValkeyNode) bool {
	return n.Annotations[names.AnnotationPodMade] != "" || n.Spec.Lifecycle != v1alpha1.LifecycleJoining
}

// Nodes lists the ValkeyNodes of the cluster by name: those that it controls. The
// label is not asked, since anybody can take it away.
func Nodes(ctx context.Context, r client.Reader, cluster *v1alpha1.ValkeyCluster) ([]*v1alpha1.ValkeyNode, error) {
	var list v1alpha1.ValkeyNodeList
	if err := r.List(ctx, &list, client.InNamespace(cluster.Namespace)); err != nil {
		return nil, fmt.Errorf("listing ValkeyNodes of cluster %q: %w", cluster.Namespace+"/"+cluster.Name, err)
	}
	var nodes []*v1alpha1.ValkeyNode
	for i := range list.Items {
		if n := &list.Items[i]; n.Spec.ClusterName == cluster.Name && metav1.IsControlledBy(n, cluster) {
			nodes = append(nodes, n)
		}
	}
	slices.SortFunc(nodes, func(a, b *v1alpha1.ValkeyNode) int { return cmp.Compare(a.Name, b.Name) })
	return nodes, nil
}

func node(n *v1alpha1.ValkeyNode, p *corev1.Pod, h hosts) topology.Node {
	facts := topology.Pod{}
	if p != nil {
		facts = Pod(p)
		facts.Host, facts.Zone = p.Spec.NodeName, h.zone(p.Spec.NodeName)
		facts.HostNotReady = p.Spec.NodeName != "" && !h.ready(p.Spec.NodeName)
	}
	if ended, err := time.Parse(time.RFC3339, n.Annotations[names.AnnotationPodEnded]); err == nil && !facts.Terminated {
		facts.Running, facts.Terminated, facts.EndedAt = false, true, ended.UnixMilli()
	}
	facts.Made = facts.Exists || n.Annotations[names.AnnotationPodMade] != ""
	if refused := n.Annotations[names.AnnotationPodRefused]; refused != "" && !facts.Exists {
		facts.Reason, facts.Blocked = "Refused", refused
	}
	leaving, _ := time.Parse(time.RFC3339Nano, n.Annotations[names.AnnotationLeavingSince]) // no time, no grace
	return topology.Node{
		Name: n.Name, Shard: int(n.Spec.ShardIndex), Lifecycle: lifecycle(n.Spec.Lifecycle), LeavingSince: leaving, Deleting: n.DeletionTimestamp != nil,
		ID: n.Annotations[names.AnnotationServerID], Pod: topology.Known(facts), Server: topology.Unknown[topology.Server]("its pod does not run"),
	}
}

func lifecycle(l v1alpha1.Lifecycle) topology.Lifecycle {
	switch l {
	case v1alpha1.LifecycleJoining:
		return topology.Joining
	case v1alpha1.LifecycleLeaving:
		return topology.Leaving
	default:
		return topology.Active
	}
}
