package apply

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// maxConfigMapBytes is the most that the values of a ConfigMap may hold together,
// in bytes; keys and metadata do not count (Kubernetes 1.36).
const maxConfigMapBytes = 1 << 20

// checkSize returns an [ErrTooLarge] for a ConfigMap that the API server would
// refuse for its size, and nil for everything else.
func checkSize(object client.Object) error {
	m, ok := object.(*corev1.ConfigMap)
	if !ok {
		return nil
	}
	size := 0
	for _, value := range m.Data {
		size += len(value)
	}
	for _, value := range m.BinaryData {
		size += len(value)
	}
	if size <= maxConfigMapBytes {
		return nil
	}
	return fmt.Errorf("checking %s: %w: it holds %d bytes, a ConfigMap at most %d; shorten what it is made from",
		titleOf("ConfigMap", m.Namespace, m.Name), ErrTooLarge, size, maxConfigMapBytes)
}
