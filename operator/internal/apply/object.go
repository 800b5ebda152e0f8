package apply

import (
	"context"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Object brings a Service, ConfigMap or PodDisruptionBudget to its rendered form
// by server-side apply, and sends nothing when it has that already. Applied means
// that the request changed something.
//
// The errors are [ErrTooLarge], [ErrForeign] and those of the API server.
func (a *Applier) Object(ctx context.Context, desired client.Object, owner metav1.OwnerReference) (Result, error) {
	if err := checkSize(desired); err != nil {
		return Unchanged, err
	}
	body, err := Body(desired, owner)
	if err != nil {
		return Unchanged, err
	}
	live, found, err := a.live(ctx, desired)
	if err != nil {
		return Unchanged, fmt.Errorf("reading %s: %w", a.title(desired), err)
	}
	if !found {
		return a.send(ctx, desired, body)
	}
	if err := checkOwner(live, owner); err != nil {
		return Unchanged, fmt.Errorf("applying %s: %w", a.title(desired), err)
	}
	same, err := converged(live, body)
	if err != nil {
		return Unchanged, fmt.Errorf("comparing %s: %w", a.title(desired), err)
	}
	if same {
		return Unchanged, nil
	}
	return a.force(ctx, live, body)
}

// send applies body to target, which is the live object or the desired one if
// there is none. The latter is not forced: whoever made one of that name since it
// was looked for meets a conflict and not an overwritten object.
func (a *Applier) send(ctx context.Context, target client.Object, body []byte, options ...client.PatchOption) (Result, error) {
	answer, err := a.empty(target)
	if err == nil {
		patch := client.RawPatch(types.ApplyPatchType, body)
		err = a.Client.Patch(ctx, answer, patch, append(options, FieldOwner)...)
	}
	if err != nil {
		return Unchanged, fmt.Errorf("applying %s: %w", a.title(target), err)
	}
	if before := target.GetResourceVersion(); before != "" && before == answer.GetResourceVersion() {
		return Unchanged, nil
	}
	return Applied, nil
}
