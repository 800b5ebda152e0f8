package apply

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

// checkSize returns an [ErrTooLarge] for a ConfigMap that the API server would
// refuse for its size, and nil for everything else.
func checkSize(object client.Object) error {
	m, ok := object.(*corev1.ConfigMap)
	if !ok {
		return nil
	}
	size := render.ConfigMapBytes(m)
	if size <= names.MaxConfigMapBytes {
		return nil
	}
	return fmt.Errorf("checking %s: %w: it holds %d bytes, a ConfigMap at most %d; shorten what it is made from",
		titleOf("ConfigMap", m.Namespace, m.Name), ErrTooLarge, size, names.MaxConfigMapBytes)
}
