package apply

import (
	"encoding/json"
	"errors"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/render"
)

var (
	errNoKind  = errors.New("the object has no kind")
	errNoOwner = errors.New("the owner has no UID")
)

// Body is what [Applier.Object] sends for an object: the document that is printed
// offline, and the owner reference. The same arguments give the same bytes.
// Desired is left as it is.
func Body(desired client.Object, owner metav1.OwnerReference) ([]byte, error) {
	kind := desired.GetObjectKind().GroupVersionKind().Kind
	title := titleOf(kind, desired.GetNamespace(), desired.GetName())
	if kind == "" {
		return nil, fmt.Errorf("encoding %s: %w", title, errNoKind)
	}
	if owner.UID == "" {
		return nil, fmt.Errorf("encoding %s: %w", title, errNoOwner) // it would be left behind
	}
	owned, ok := desired.DeepCopyObject().(client.Object)
	if !ok {
		return nil, fmt.Errorf("encoding %s: %T is not an object", title, desired)
	}
	render.Own(owned, owner)
	document, err := render.Document(owned)
	if err != nil {
		return nil, fmt.Errorf("encoding %s: %w", title, err)
	}
	raw, err := json.Marshal(document)
	if err != nil {
		return nil, fmt.Errorf("encoding %s: %w", title, err)
	}
	return raw, nil
}
