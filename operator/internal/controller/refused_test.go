package controller

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/apply"
	"github.com/valkey-menu/valkey-menu/operator/internal/settings"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

// refusing is an API server that answers writes of one kind of object with an error.
type refusing struct {
	kind   client.Object
	err    error
	writes int
}

func (r *refusing) write(o client.Object, do func() error) error {
	r.writes++
	if r.err != nil && kindOf(o) == kindOf(r.kind) {
		return r.err
	}
	return do()
}

func kindOf(o client.Object) string {
	switch o.(type) {
	case *corev1.ConfigMap:
		return "configmaps"
	case *corev1.Pod:
		return "pods"
	}
	return "other"
}

func (r *refusing) loops(t *testing.T, objects ...client.Object) *Loops {
	t.Helper()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{corev1.AddToScheme, v1alpha1.AddToScheme} {
		if err := add(scheme); err != nil {
			t.Fatal(err)
		}
	}
	c := interceptor.NewClient(fake.NewClientBuilder().WithScheme(scheme).WithObjects(objects...).WithReturnManagedFields().Build(), interceptor.Funcs{
		Create: func(ctx context.Context, c client.WithWatch, o client.Object, options ...client.CreateOption) error {
			return r.write(o, func() error { return c.Create(ctx, o, options...) })
		},
		Patch: func(ctx context.Context, c client.WithWatch, o client.Object, p client.Patch, options ...client.PatchOption) error {
			return r.write(o, func() error { return c.Patch(ctx, o, p, options...) })
		},
	})
	return &Loops{
		Log: slog.New(slog.DiscardHandler), Client: c, Live: c, Apply: &apply.Applier{Client: c, APIReader: c}, Settings: settings.Settings{Options: resolve.DefaultOptions()},
	}
}

func joining(change func(*v1alpha1.ValkeyNode)) *v1alpha1.ValkeyNode {
	n := &v1alpha1.ValkeyNode{
		ObjectMeta: metav1.ObjectMeta{Namespace: "team", Name: "cache-00001", UID: "node"},
		Spec: v1alpha1.ValkeyNodeSpec{
			ClusterName: "cache", Image: "valkey/valkey:9.1.2", Lifecycle: v1alpha1.LifecycleJoining,
			ValkeySettings: map[string]v1alpha1.SettingValue{},
		},
	}
	if change != nil {
		change(n)
	}
	return n
}

func quota(kind string) error {
	return apierrors.NewForbidden(schema.GroupResource{Resource: kind}, "cache-00001", errors.New("exceeded quota: spent"))
}

// TestRefusalIsTold: whatever keeps a node's ConfigMap or pod from being made stands
// on the node, where the cluster's condition has it from, until it is gone.
func TestRefusalIsTold(t *testing.T) {
	invalid := apierrors.NewInvalid(schema.GroupKind{Kind: "Pod"}, "cache-00001", nil)
	cases := map[string]struct {
		refuse  client.Object
		err     error
		node    func(*v1alpha1.ValkeyNode)
		foreign client.Object
		want    string // part of the words; none for what passes by itself
	}{
		"a quota on ConfigMaps": {refuse: &corev1.ConfigMap{}, err: quota("configmaps"), want: `applying ConfigMap "team/cache-00001-config": configmaps "cache-00001" is forbidden: exceeded quota: spent`},
		"a quota on pods":       {refuse: &corev1.Pod{}, err: quota("pods"), want: "exceeded quota: spent"},
		"an invalid pod":        {refuse: &corev1.Pod{}, err: invalid, want: "is invalid"},
		"too large for the API": {refuse: &corev1.ConfigMap{}, err: apierrors.NewRequestEntityTooLargeError("limit is 3145728"), want: "limit is 3145728"},
		"the API is away":       {refuse: &corev1.ConfigMap{}, err: apierrors.NewServiceUnavailable("away")},
		"a foreign ConfigMap": {foreign: &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "team", Name: names.NodeConfigMap("cache-00001")}},
			want: "the object belongs to somebody else"},
		"a foreign pod": {foreign: &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "team", Name: "cache-00001"}}, want: "the object belongs to somebody else"},
		"too large": {node: func(n *v1alpha1.ValkeyNode) {
			n.Spec.ValkeySettings["x"] = v1alpha1.SettingValue(strings.Repeat("v", names.MaxConfigMapBytes))
		}, want: "the object is too large"},
		"a setting that is no line": {node: func(n *v1alpha1.ValkeyNode) { n.Spec.ValkeySettings["hz"] = "1\n2" }, want: "rendering ConfigMap of ValkeyNode"},
		"memory that is none":       {node: func(n *v1alpha1.ValkeyNode) { n.Spec.Memory = "2 gigs" }, want: `reading memory "2 gigs"`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			objects := []client.Object{joining(c.node)}
			if c.foreign != nil {
				objects = append(objects, c.foreign)
			}
			r := &refusing{kind: c.refuse, err: c.err}
			l, cluster := r.loops(t, objects...), &v1alpha1.ValkeyCluster{ObjectMeta: metav1.ObjectMeta{Namespace: "team", Name: "cache"}}
			keep := func() (*v1alpha1.ValkeyNode, error) {
				n := &v1alpha1.ValkeyNode{}
				if err := l.Client.Get(t.Context(), client.ObjectKeyFromObject(objects[0]), n); err != nil {
					t.Fatal(err)
				}
				_, err := (&Node{l}).keep(t.Context(), n, cluster)
				if err := l.Client.Get(t.Context(), client.ObjectKeyFromObject(objects[0]), n); err != nil {
					t.Fatal(err)
				}
				return n, err
			}
			n, err := keep()
			told, isTold := n.Annotations[names.AnnotationPodRefused]
			if err == nil || isTold != (c.want != "") || !strings.Contains(told, c.want) || isTold && told != err.Error() {
				t.Errorf("the node says %q of %v, want %q", told, err, c.want)
			}
			if n.Annotations[names.AnnotationPodMade] != "" {
				t.Error("its pod counts as made")
			}
			writes := r.writes
			if _, err := keep(); err == nil || r.writes > writes+1 {
				t.Errorf("the second time: %v, %d writes more, want the one that is refused at most", err, r.writes-writes)
			}
			if c.node != nil {
				return // a recipe never changes
			}
			if r.err = nil; c.foreign != nil {
				if err := l.Client.Delete(t.Context(), c.foreign); err != nil {
					t.Fatal(err)
				}
			}
			n, err = keep()
			if told, isTold := n.Annotations[names.AnnotationPodRefused]; err != nil || isTold || n.Annotations[names.AnnotationPodMade] == "" {
				t.Errorf("once nothing is in the way: %v, and the node says %q and has %v", err, told, n.Annotations)
			}
		})
	}
}

// TestRefusalIsNotToldOfOld: the pod of a node that was made tells by itself.
func TestRefusalIsNotToldOfOld(t *testing.T) {
	n := joining(func(n *v1alpha1.ValkeyNode) { n.Spec.Lifecycle = v1alpha1.LifecycleActive })
	l := (&refusing{kind: &corev1.ConfigMap{}, err: quota("configmaps")}).loops(t, n)
	if _, err := (&Node{l}).keep(t.Context(), n, &v1alpha1.ValkeyCluster{}); !apierrors.IsForbidden(err) {
		t.Errorf("keeping the ConfigMap: %v, want it refused", err)
	}
	if told := n.Annotations[names.AnnotationPodRefused]; told != "" {
		t.Errorf("a node with a pod says %q", told)
	}
}

// TestRefusedAnnotations: annotations that the API server refuses are for a person to
// mend, once for all pods, and keep no node from being made.
func TestRefusedAnnotations(t *testing.T) {
	pods := map[string]*corev1.Pod{}
	p, r := &pass{}, &refusing{kind: &corev1.Pod{}, err: apierrors.NewInvalid(schema.GroupKind{Kind: "Pod"}, "cache-00001", nil)}
	var objects []client.Object
	for _, name := range []string{"cache-00001", "cache-00002"} {
		pods[name] = &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "team", Name: name}}
		objects = append(objects, pods[name])
		p.World.View.Nodes = append(p.World.View.Nodes, topology.Node{Name: name})
	}
	p.World.Pods = pods
	p.Cluster = &v1alpha1.ValkeyCluster{Spec: v1alpha1.ValkeyClusterSpec{PodAnnotations: map[string]v1alpha1.AnnotationValue{"a": "b"}}}
	if err := (&Cluster{Loops: r.loops(t, objects...)}).annotations(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if s := p.seen.Stalls; len(s) != 1 || s[0].Reason != status.ReasonRefused || !strings.Contains(s[0].Message, "is invalid") || r.writes != 1 {
		t.Errorf("after %d writes the stalls are %+v, want one of reason Refused", r.writes, s)
	}
	if p.unresolved != nil {
		t.Errorf("no node can be made any more: %+v", p.unresolved)
	}
}

// TestCheckRecipe: a recipe of which no node can be made is as one that does not
// resolve: it makes no node outdated, so that nothing is begun which it could not end.
// What needs no recipe still has the cluster.
func TestCheckRecipe(t *testing.T) {
	for memory, want := range map[string]string{"2Gi": "", "2 gigs": "BadQuantity"} {
		p := &pass{}
		p.Cluster = &v1alpha1.ValkeyCluster{}
		p.Resolved = &resolve.Cluster{Config: &resolve.Config{Name: "large", Memory: resolve.Value{Value: memory, Config: "large"}}}
		p.World.Nodes = map[string]*v1alpha1.ValkeyNode{"cache-00001": joining(nil)}
		p.World.View.Nodes = []topology.Node{{Name: "cache-00001"}}
		if err := p.checkRecipe(); err != nil {
			t.Fatal(err)
		}
		p.compare()
		stalled, held, words := "", "", ""
		if err := render.Check(p.Resolved); err != nil {
			words = err.Error()
		}
		for _, s := range p.seen.Stalls {
			stalled += s.Reason + " " + s.Message
		}
		in := p.planInput()
		if in.Unresolved != nil {
			held = string(in.Unresolved.Reason) + " " + in.Unresolved.Message
		}
		if text := strings.TrimSpace(want + " " + words); stalled != text || held != text {
			t.Errorf("memory %q: stalled by %q, held by %q, want %q", memory, stalled, held, text)
		}
		if outdated := len(in.View.Nodes[0].Outdated) > 0; outdated != (want == "") {
			t.Errorf("memory %q: the node is outdated %t", memory, outdated)
		}
		if p.Resolved == nil {
			t.Error("users.acl is rendered no more")
		}
	}
}
