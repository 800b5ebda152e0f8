package apply

import (
	"context"
	"encoding/json"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
)

// force applies body to an object that exists and takes back fields that others
// changed. Apply adds items to a list and leaves those of others; where the two
// cannot stand together, such as a port that somebody moved and that kept its
// name, the API server refuses the result for its duplicates. Then the lists that
// we render are emptied first.
func (a *Applier) force(ctx context.Context, live client.Object, body []byte) (Result, error) {
	result, err := a.send(ctx, live, body, client.ForceOwnership)
	if !apierrors.HasStatusCause(err, metav1.CauseTypeFieldValueDuplicate) {
		return result, err
	}
	patch, some := emptyLists(body, live.GetResourceVersion())
	if !some {
		return result, err
	}
	target, emptied := a.empty(live)
	if emptied == nil {
		emptied = a.Client.Patch(ctx, target, client.RawPatch(types.MergePatchType, patch), FieldOwner)
	}
	if emptied != nil {
		return result, err // what the apply said is what is to be mended
	}
	failpoint.Reached(failpoint.EmptyLists)
	return a.send(ctx, live, body, client.ForceOwnership)
}

// emptyLists is the merge patch that removes every list of spec, provided that the
// object is still of this version; false if there is none.
func emptyLists(body []byte, version string) ([]byte, bool) {
	var document map[string]any
	if err := utiljson.Unmarshal(body, &document); err != nil {
		return nil, false
	}
	lists := listsOf(document["spec"])
	if len(lists) == 0 {
		return nil, false
	}
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{"resourceVersion": version}, "spec": lists})
	return patch, err == nil
}

func listsOf(value any) map[string]any {
	lists := map[string]any{}
	fields, _ := value.(map[string]any)
	for name, field := range fields {
		if _, ok := field.([]any); ok {
			lists[name] = nil
		} else if below := listsOf(field); len(below) > 0 {
			lists[name] = below
		}
	}
	return lists
}
