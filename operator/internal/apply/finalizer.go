package apply

import (
	"context"
	"fmt"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// AddFinalizer puts a finalizer on the object and brings object to what the API
// server answers; it reports whether it was missing. An object that is being
// deleted takes none. A Conflict means that the object changed since it was read:
// the list would overwrite what others added.
func (a *Applier) AddFinalizer(ctx context.Context, object client.Object, finalizer string) (bool, error) {
	old := object.GetFinalizers()
	if slices.Contains(old, finalizer) || object.GetDeletionTimestamp() != nil {
		return false, nil
	}
	return a.setFinalizers(ctx, object, append(slices.Clone(old), finalizer))
}

// RemoveFinalizer takes a finalizer off the object, as [Applier.AddFinalizer] puts
// it on. An object that is gone has none.
func (a *Applier) RemoveFinalizer(ctx context.Context, object client.Object, finalizer string) (bool, error) {
	old := object.GetFinalizers()
	if !slices.Contains(old, finalizer) {
		return false, nil
	}
	rest := slices.DeleteFunc(slices.Clone(old), func(f string) bool { return f == finalizer })
	removed, err := a.setFinalizers(ctx, object, rest)
	if apierrors.IsNotFound(err) {
		return false, nil
	}
	return removed, err
}

func (a *Applier) setFinalizers(ctx context.Context, object client.Object, finalizers []string) (bool, error) {
	base, ok := object.DeepCopyObject().(client.Object)
	if !ok {
		return false, fmt.Errorf("patching finalizers of %s: %T is not an object", a.title(object), object)
	}
	object.SetFinalizers(finalizers)
	patch := client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{})
	if err := a.Client.Patch(ctx, object, patch, FieldOwner); err != nil {
		object.SetFinalizers(base.GetFinalizers())
		return false, fmt.Errorf("patching finalizers of %s: %w", a.title(object), err)
	}
	return true, nil
}
