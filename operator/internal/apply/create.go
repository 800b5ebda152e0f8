package apply

import (
	"context"
	"errors"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var errNoController = errors.New("it has no controller reference")

// Create makes a ValkeyNode, its Pod or any other object that is made once; it
// must have its controller reference. It returns false when one of the same
// controller exists already, also one that is being deleted, and [ErrForeign]
// when one of another or of none does. Object is left as it is.
func (a *Applier) Create(ctx context.Context, object client.Object) (bool, error) {
	title := a.title(object)
	owner := metav1.GetControllerOf(object)
	if owner == nil {
		return false, fmt.Errorf("creating %s: %w", title, errNoController)
	}
	fresh, ok := object.DeepCopyObject().(client.Object)
	if !ok {
		return false, fmt.Errorf("creating %s: %T is not an object", title, object)
	}
	err := a.Client.Create(ctx, fresh, FieldOwner)
	if apierrors.IsAlreadyExists(err) {
		return false, a.createdBy(ctx, object, *owner)
	}
	if err != nil {
		return false, fmt.Errorf("creating %s: %w", title, err)
	}
	return true, nil
}

// createdBy checks the object that stood in the way. One that is gone again by
// now is the API server's NotFound: the next try creates it.
func (a *Applier) createdBy(ctx context.Context, object client.Object, owner metav1.OwnerReference) error {
	title := a.title(object)
	live, err := a.empty(object)
	if err == nil {
		err = a.APIReader.Get(ctx, client.ObjectKeyFromObject(object), live)
	}
	if err != nil {
		return fmt.Errorf("reading %s, which existed: %w", title, err)
	}
	c := metav1.GetControllerOf(live)
	if c == nil {
		return fmt.Errorf("creating %s: %w: one exists that has no controller; rename or delete it", title, ErrForeign)
	}
	if err := checkController(c, owner); err != nil {
		return fmt.Errorf("creating %s: %w", title, err)
	}
	return nil
}
