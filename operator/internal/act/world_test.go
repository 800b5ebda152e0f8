package act

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/operator/internal/access"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

// world is a simulated API server that writes down what the actor changes. What the
// test itself changes goes by api and is not written down.
type world struct {
	*testing.T
	api   client.WithWatch
	actor *Actor
	// access to the servers, if there are any.
	access *access.Access

	// writes are "VERB name".
	writes []string
	grace  *int64 // of the last deletion
	// meanwhile happens right before the next write of the actor.
	meanwhile func()
	// away is the answer to every question of the actor.
	away error
}

func newWorld(t *testing.T, objects ...client.Object) *world {
	t.Helper()
	scheme := runtime.NewScheme()
	if err := errors.Join(corev1.AddToScheme(scheme), v1alpha1.AddToScheme(scheme)); err != nil {
		t.Fatal(err)
	}
	w := &world{T: t, api: fake.NewClientBuilder().WithScheme(scheme).WithObjects(objects...).Build(), access: access.New(valkeyconn.New(valkeyconn.Options{}), "cluster.local")}
	watched := interceptor.NewClient(w.api, interceptor.Funcs{Get: w.get, List: w.list, Create: w.create, Patch: w.patch, Delete: w.delete})
	w.actor = &Actor{Client: watched, Live: watched, Random: rand.NewChaCha8([32]byte{}), Now: func() time.Time { return marked }}
	return w
}

func (w *world) get(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, options ...client.GetOption) error {
	if w.away != nil {
		return w.away
	}
	return c.Get(ctx, key, o, options...)
}

func (w *world) list(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
	if w.away != nil {
		return w.away
	}
	return c.List(ctx, list, options...)
}

func (w *world) create(ctx context.Context, c client.WithWatch, o client.Object, options ...client.CreateOption) error {
	w.write("create", o)
	return c.Create(ctx, o, options...)
}

func (w *world) patch(ctx context.Context, c client.WithWatch, o client.Object, p client.Patch, options ...client.PatchOption) error {
	w.write("patch", o)
	return c.Patch(ctx, o, p, options...)
}

// delete keeps to the precondition on the UID, which controller-runtime's fake does
// not look at.
func (w *world) delete(ctx context.Context, c client.WithWatch, o client.Object, options ...client.DeleteOption) error {
	w.write("delete", o)
	var asked client.DeleteOptions
	asked.ApplyOptions(options)
	w.grace = asked.GracePeriodSeconds
	there := o.DeepCopyObject().(client.Object)
	if err := c.Get(ctx, client.ObjectKeyFromObject(o), there); err != nil {
		return err
	}
	if want := asked.Preconditions; want != nil && want.UID != nil && *want.UID != there.GetUID() {
		return apierrors.NewConflict(schema.GroupResource{}, o.GetName(), errors.New("the UID in the precondition is another"))
	}
	return c.Delete(ctx, o, options...)
}

func (w *world) write(verb string, o client.Object) {
	w.writes = append(w.writes, verb+" "+o.GetName())
	if w.meanwhile != nil {
		w.meanwhile()
		w.meanwhile = nil
	}
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// look is a pass that has looked at the cluster as it is now, and asked all servers
// that there are.
func (w *world) look() *Pass {
	w.Helper()
	seen, err := observe.Objects(w.Context(), w.api, w.api, cluster())
	w.must(err)
	elsewhere := seen.Elsewhere(w.Context(), w.api)
	seen.Ask(w.Context(), w.access)
	seen.Probe(w.Context(), w.access, elsewhere)
	return &Pass{Cluster: cluster(), World: seen, Access: w.access, Elsewhere: elsewhere, State: v1alpha1.StateActive}
}

// does demands that an action is carried out.
func (w *world) does(p *Pass, action plan.Action) {
	w.Helper()
	if err := w.actor.Do(w.Context(), p, action); err != nil {
		w.Fatal(err)
	}
}

// refuses demands that an action is superseded for the reason given, and that the
// objects stay as they are.
func (w *world) refuses(p *Pass, action plan.Action, why string) {
	w.Helper()
	before := w.objects()
	err := w.actor.Do(w.Context(), p, action)
	if !errors.Is(err, ErrSuperseded) || !strings.Contains(err.Error(), why) {
		w.Errorf("%s: %v, want that it is superseded: %s", action.Kind, err, why)
	}
	if diff := cmp.Diff(before, w.objects()); diff != "" {
		w.Errorf("%s was superseded and changed (-before +after):\n%s", action.Kind, diff)
	}
}

// objects are the versions of all nodes and pods.
func (w *world) objects() map[string]string {
	w.Helper()
	var nodes v1alpha1.ValkeyNodeList
	var pods corev1.PodList
	w.must(errors.Join(w.api.List(w.Context(), &nodes), w.api.List(w.Context(), &pods)))
	versions := map[string]string{}
	for i := range nodes.Items {
		versions["node "+nodes.Items[i].Name] = nodes.Items[i].ResourceVersion
	}
	for i := range pods.Items {
		versions["pod "+pods.Items[i].Name] = pods.Items[i].ResourceVersion
	}
	return versions
}

// node reads a node; nil if it is gone.
func (w *world) node(name string) *v1alpha1.ValkeyNode {
	w.Helper()
	n := &v1alpha1.ValkeyNode{}
	if !w.read(name, n) {
		return nil
	}
	return n
}

// pod reads a pod; nil if it is gone.
func (w *world) pod(name string) *corev1.Pod {
	w.Helper()
	p := &corev1.Pod{}
	if !w.read(name, p) {
		return nil
	}
	return p
}

func (w *world) read(name string, o client.Object) bool {
	w.Helper()
	err := w.api.Get(w.Context(), client.ObjectKey{Namespace: namespace, Name: name}, o)
	w.must(client.IgnoreNotFound(err))
	return err == nil
}
