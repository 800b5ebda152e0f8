package apply

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/names"
)

// checkOwner returns an [ErrForeign] unless the live object is controlled by the
// owner, or by nobody and carries our managed-by label.
//
// An object without a controller is one of two things. With the label it is ours:
// somebody removed the owner reference, or restored it from a backup. Without, a
// person made it, and whoever uses it must not find it changed. To hand it over
// they set the label.
func checkOwner(live metav1.Object, owner metav1.OwnerReference) error {
	c := metav1.GetControllerOf(live)
	switch {
	case c == nil && live.GetLabels()[names.LabelManagedBy] == names.ManagedBy:
		return nil
	case c == nil:
		return fmt.Errorf("%w: it has no controller and no label %s=%s; rename or delete it, or set the label to hand it over",
			ErrForeign, names.LabelManagedBy, names.ManagedBy)
	}
	return checkController(c, owner)
}

func checkController(c *metav1.OwnerReference, owner metav1.OwnerReference) error {
	switch {
	case c.UID == owner.UID:
		return nil
	case c.Kind == owner.Kind && c.Name == owner.Name:
		return fmt.Errorf("%w: its controller is an earlier %s %q that is gone; it is waited for until the garbage collector has removed it",
			ErrLeftover, c.Kind, c.Name)
	}
	return fmt.Errorf("%w: its controller is %s %q; rename or delete it", ErrForeign, c.Kind, c.Name)
}
