package apply

import (
	"context"
	"encoding/json"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// PodAnnotations gives a running pod the wanted annotations: it patches the keys
// that differ and sends nothing when none does. Other annotations stay, also those
// that were wanted once: they go when the pod is next replaced. Pod is left as it
// is; a pod that is gone needs none.
func (a *Applier) PodAnnotations(ctx context.Context, pod *corev1.Pod, wanted map[string]string) (Result, error) {
	changed := map[string]string{}
	for key, value := range wanted {
		if live, ok := pod.Annotations[key]; !ok || live != value {
			changed[key] = value
		}
	}
	if len(changed) == 0 {
		return Unchanged, nil
	}
	title := titleOf("Pod", pod.Namespace, pod.Name)
	body, err := json.Marshal(map[string]any{"metadata": map[string]any{"annotations": changed}})
	if err != nil {
		return Unchanged, fmt.Errorf("encoding annotations of %s: %w", title, err)
	}
	target := &corev1.Pod{}
	target.Namespace, target.Name = pod.Namespace, pod.Name
	err = a.Client.Patch(ctx, target, client.RawPatch(types.MergePatchType, body), FieldOwner)
	if apierrors.IsNotFound(err) {
		return Unchanged, nil
	}
	if err != nil {
		return Unchanged, fmt.Errorf("patching annotations of %s: %w", title, err)
	}
	return Applied, nil
}
