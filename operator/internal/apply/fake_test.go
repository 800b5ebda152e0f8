package apply

import (
	"context"
	"testing"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
)

// world is a simulated API server that counts what is sent. It is no proof of
// what a real one does with an object: that is in the end-to-end tests.
type world struct {
	client client.WithWatch
	// writes are "VERB name"; options are those of the last patch.
	writes  []string
	options client.PatchOptions
	// refuse, when set, is the answer to every write.
	refuse error
	// unseen makes the cache miss everything.
	unseen bool
}

func newWorld(t *testing.T, objects ...client.Object) (*world, *Applier) {
	t.Helper()
	scheme, err := newScheme()
	if err != nil {
		t.Fatal(err)
	}
	w := &world{}
	w.client = fake.NewClientBuilder().WithScheme(scheme).WithObjects(objects...).WithReturnManagedFields().Build()
	counted := interceptor.NewClient(w.client, interceptor.Funcs{
		Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, options ...client.GetOption) error {
			if w.unseen {
				key.Name = "no-such-name"
			}
			return c.Get(ctx, key, o, options...)
		},
		Create: func(ctx context.Context, c client.WithWatch, o client.Object, options ...client.CreateOption) error {
			return w.write("create", o, func() error { return c.Create(ctx, o, options...) })
		},
		Delete: func(ctx context.Context, c client.WithWatch, o client.Object, options ...client.DeleteOption) error {
			return w.write("delete", o, func() error { return c.Delete(ctx, o, options...) })
		},
		Patch: func(ctx context.Context, c client.WithWatch, o client.Object, p client.Patch, options ...client.PatchOption) error {
			w.options = client.PatchOptions{}
			w.options.ApplyOptions(options)
			return w.write("patch", o, func() error { return c.Patch(ctx, o, p, options...) })
		},
	})
	return w, &Applier{Client: counted, APIReader: w.client}
}

func (w *world) write(verb string, o client.Object, do func() error) error {
	w.writes = append(w.writes, verb+" "+o.GetName())
	if w.refuse != nil {
		return w.refuse
	}
	return do()
}

func (w *world) taken() []string {
	writes := w.writes
	w.writes = nil
	return writes
}

// make puts an object there as it is.
func (w *world) make(t *testing.T, object client.Object) {
	t.Helper()
	if err := w.client.Create(t.Context(), object.DeepCopyObject().(client.Object)); err != nil {
		t.Fatal(err)
	}
}
