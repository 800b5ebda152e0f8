package apply

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/names"
)

// FieldOwner is the manager under which all writes are made.
const FieldOwner = client.FieldOwner(names.ManagedBy)

// Result says whether a call changed the object.
type Result string

// The results.
const (
	Unchanged Result = "Unchanged"
	Applied   Result = "Applied"
)

// Applier writes objects. It keeps nothing between calls and may be used by many
// goroutines at once.
type Applier struct {
	// Client reads Services, ConfigMaps and PodDisruptionBudgets from a cache,
	// which may select by our labels, and writes to the API server.
	Client client.Client
	// APIReader reads the API server without a cache: Secrets, and whatever a
	// cache that selects by labels cannot see.
	APIReader client.Reader
	// Random is where passwords come from; nil is crypto/rand.
	Random io.Reader
}

func (a *Applier) random() io.Reader {
	if a.Random == nil {
		return rand.Reader
	}
	return a.Random
}

// live reads the object as it is now: from the cache, or from the API server if
// the cache has none, since an object without our labels is not in the cache.
func (a *Applier) live(ctx context.Context, desired client.Object) (client.Object, bool, error) {
	for _, reader := range []client.Reader{a.Client, a.APIReader} {
		live, err := a.empty(desired)
		if err != nil {
			return nil, false, err
		}
		err = reader.Get(ctx, client.ObjectKeyFromObject(desired), live)
		if err == nil {
			return live, true, nil
		}
		if !apierrors.IsNotFound(err) {
			return nil, false, err
		}
	}
	return nil, false, nil
}

// empty is an object of the same kind with namespace and name alone.
func (a *Applier) empty(object client.Object) (client.Object, error) {
	gvk, err := a.Client.GroupVersionKindFor(object)
	if err != nil {
		return nil, err
	}
	made, err := a.Client.Scheme().New(gvk)
	if err != nil {
		return nil, err
	}
	fresh, ok := made.(client.Object)
	if !ok {
		return nil, fmt.Errorf("%s is not the kind of an object", gvk.Kind)
	}
	fresh.SetNamespace(object.GetNamespace())
	fresh.SetName(object.GetName())
	return fresh, nil
}

// title names an object in errors: its kind, namespace and name.
func (a *Applier) title(object client.Object) string {
	kind := object.GetObjectKind().GroupVersionKind().Kind
	if gvk, err := a.Client.GroupVersionKindFor(object); err == nil {
		kind = gvk.Kind
	}
	return titleOf(kind, object.GetNamespace(), object.GetName())
}

func titleOf(kind, namespace, name string) string {
	return fmt.Sprintf("%s %q", kind, namespace+"/"+name)
}
