package observe_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

func node(name string, cluster types.UID) *v1alpha1.ValkeyNode {
	n := &v1alpha1.ValkeyNode{
		ObjectMeta: metav1.ObjectMeta{Namespace: "team", Name: name, UID: types.UID(name)},
		Spec:       v1alpha1.ValkeyNodeSpec{ClusterName: "cache", Lifecycle: v1alpha1.LifecycleJoining},
	}
	render.Own(n, render.ClusterOwner("cache", cluster))
	return n
}

func pod(name string, owner types.UID, address string) *corev1.Pod {
	p := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "team", Name: name, Labels: names.NodeLabels("cache", 0)}}
	render.Own(p, render.NodeOwner(name, owner))
	p.Status = corev1.PodStatus{PodIP: address, ContainerStatuses: []corev1.ContainerStatus{
		{Name: names.Container, State: corev1.ContainerState{Running: &corev1.ContainerStateRunning{}}},
	}}
	return p
}

// servers answers by address.
type servers map[string]topology.Server

func (s servers) Ask(_ context.Context, _ *v1alpha1.ValkeyNode, address string) (topology.Server, error) {
	server, there := s[address]
	if !there {
		return topology.Server{}, fmt.Errorf("%w: connection refused", valkeyconn.ErrNoConnection)
	}
	return server, nil
}

func world(t *testing.T, objects ...client.Object) observe.World {
	t.Helper()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{corev1.AddToScheme, v1alpha1.AddToScheme} {
		if err := add(scheme); err != nil {
			t.Fatal(err)
		}
	}
	reader := fake.NewClientBuilder().WithScheme(scheme).WithObjects(objects...).Build()
	cluster := &v1alpha1.ValkeyCluster{ObjectMeta: metav1.ObjectMeta{Namespace: "team", Name: "cache", UID: "ours"}}
	w, err := observe.Objects(t.Context(), reader, reader, cluster)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestWhoBelongs: a name or a label makes nobody a member; the controller does.
func TestWhoBelongs(t *testing.T) {
	unlabelled := pod("cache-00003", "somebody else", "10.0.0.3")
	unlabelled.Labels = nil // found by its name alone, where the node's own was made
	lost := node("cache-00003", "ours")
	lost.Annotations = map[string]string{names.AnnotationPodMade: "true"}
	w := world(t, node("cache-00001", "ours"), node("cache-00002", "an earlier one of the name"), lost,
		pod("cache-00001", "somebody else", "10.0.0.1"), unlabelled)
	if len(w.View.Nodes) != 2 || w.View.Nodes[0].Name != "cache-00001" || w.View.Nodes[1].Name != "cache-00003" {
		t.Fatalf("nodes %+v, want cache-00001 and cache-00003", w.View.Nodes)
	}
	for _, n := range w.View.Nodes {
		if p, known := n.Pod.Get(); !known || p.Exists {
			t.Errorf("the pod of another owner counts as that of %s: %+v", n.Name, p)
		}
	}
	if len(w.Pods) != 0 {
		t.Errorf("pods of other owners can be taken for the cluster's: %v", w.Pods)
	}
}

// TestSilenceIsUnknown: a server that does not answer, and one that has no pod,
// are unknown facts with a reason, and hide nothing of the others.
func TestSilenceIsUnknown(t *testing.T) {
	w := world(t, node("cache-00001", "ours"), node("cache-00002", "ours"), node("cache-00003", "ours"),
		pod("cache-00001", "cache-00001", "10.0.0.1"), pod("cache-00002", "cache-00002", "10.0.0.2"))
	w.Ask(t.Context(), servers{"10.0.0.1": {ID: "a"}})
	for i, want := range []string{"", "node is unreachable: no connection: connection refused", "its pod does not run"} {
		n := w.View.Nodes[i]
		if got := n.Server.Why(); got != want {
			t.Errorf("server of %s is unknown because of %q, want %q", n.Name, got, want)
		}
	}
	if s, known := w.View.Nodes[0].Server.Get(); !known || s.ID != "a" {
		t.Errorf("the server that answers is %+v, known %t", s, known)
	}
	if got := w.Reachable(); len(got) != 2 {
		t.Errorf("%d servers can be spoken to, want 2", len(got))
	}
}

// TestOneServerAtTwoNodes: the address of a pod on a lost host was given to another
// pod of the cluster. The server there is that of the node that is known to have it.
func TestOneServerAtTwoNodes(t *testing.T) {
	lost, other := node("cache-00001", "ours"), node("cache-00002", "ours")
	lost.Annotations = map[string]string{names.AnnotationServerID: "a"}
	other.Annotations = map[string]string{names.AnnotationServerID: "b"}
	w := world(t, lost, other, pod("cache-00001", "cache-00001", "10.0.0.1"), pod("cache-00002", "cache-00002", "10.0.0.1"))
	w.Ask(t.Context(), servers{"10.0.0.1": {ID: "b"}})
	if why := w.View.Nodes[0].Server.Why(); why != "the server of another node answers at its address" {
		t.Errorf("the lost server is unknown because of %q", why)
	}
	if s, known := w.View.Nodes[1].Server.Get(); !known || s.ID != "b" {
		t.Errorf("the other one is %+v, known %t", s, known)
	}
}

// TestWhereAPodIs: zones are those of the hosts.
func TestWhereAPodIs(t *testing.T) {
	host := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: "h1", Labels: map[string]string{corev1.LabelTopologyZone: "z1"}}}
	here, gone := pod("cache-00001", "cache-00001", "10.0.0.1"), pod("cache-00002", "cache-00002", "10.0.0.2")
	here.Spec.NodeName, gone.Spec.NodeName = "h1", "h2"
	w := world(t, node("cache-00001", "ours"), node("cache-00002", "ours"), here, gone, host)
	for i, want := range []topology.Pod{{Host: "h1", Zone: "z1"}, {Host: "h2", HostNotReady: true}} {
		if got, _ := w.View.Nodes[i].Pod.Get(); got.Host != want.Host || got.Zone != want.Zone || got.HostNotReady != want.HostNotReady {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

// prober counts the addresses that it is asked about; nobody answers there.
type prober map[string]int

func (p prober) Probe(_ context.Context, peer topology.Peer) (string, error) {
	p[peer.Address]++
	return "", nil
}

// TestProbesNobodyTwice: a server whose kubelet reports its end is not asked, and an
// address at which nobody accepted a connection a moment ago is not tried again.
func TestProbesNobodyTwice(t *testing.T) {
	ended, silent := node("cache-00002", "ours"), node("cache-00003", "ours")
	ended.Annotations = map[string]string{names.AnnotationServerID: "b"}
	gone := pod("cache-00002", "cache-00002", "10.0.0.2")
	gone.Status.ContainerStatuses[0].State = corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{}}
	w := world(t, node("cache-00001", "ours"), ended, silent,
		pod("cache-00001", "cache-00001", "10.0.0.1"), gone, pod("cache-00003", "cache-00003", "10.0.0.3"))
	known := topology.Server{ID: "a", Peers: []topology.Peer{
		{ID: "a", Address: "10.0.0.1", Myself: true}, {ID: "b", Address: "10.0.0.2"}, {ID: "c", Address: "10.0.0.3"}, {ID: "d", Address: "10.0.0.4"},
	}}
	w.Ask(t.Context(), servers{"10.0.0.1": known})
	asked := prober{}
	w.Probe(t.Context(), asked, func(string) bool { return false })
	if diff := cmp.Diff(prober{"10.0.0.4": 1}, asked); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
	for _, id := range []string{"c", "d"} {
		if answers, known := w.View.Answers[id].Get(); !known || answers {
			t.Errorf("server %s answers %t (known %t), want that it does not", id, answers, known)
		}
	}
}

// TestEndIsRemembered: the object of a pod may be gone, or show an older state, when
// the kubelet's word of its end is on the node.
func TestEndIsRemembered(t *testing.T) {
	for name, objects := range map[string][]client.Object{
		"gone":  nil,
		"stale": {pod("cache-00001", "cache-00001", "10.0.0.1")},
	} {
		n := node("cache-00001", "ours")
		n.Annotations = map[string]string{names.AnnotationPodMade: "true", names.AnnotationPodEnded: "2026-01-31T12:00:00Z"}
		w := world(t, append(objects, n)...)
		p, _ := w.View.Nodes[0].Pod.Get()
		if !p.Terminated || p.Running || p.EndedAt != 1769860800000 || len(w.Reachable()) > 0 {
			t.Errorf("%s: the pod is %+v", name, p)
		}
	}
}
