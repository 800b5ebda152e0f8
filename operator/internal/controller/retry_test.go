package controller

import (
	"context"
	"errors"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
)

// A conflict is looked at again without being an error, which the metrics would
// count, and less and less often; what else fails is one.
func TestResult(t *testing.T) {
	conflict := apierrors.NewConflict(schema.GroupResource{Resource: "pods"}, "cache", errors.New("changed"))
	refused := errors.New("refused")
	l := &Loops{conflicts: newConflicts()}
	one := ctrl.Request{NamespacedName: types.NamespacedName{Namespace: "team-a", Name: "cache"}}
	other := ctrl.Request{NamespacedName: types.NamespacedName{Namespace: "team-a", Name: "other"}}
	demand := func(what string, request ctrl.Request, err error, after time.Duration, wantErr error) {
		t.Helper()
		got, gotErr := l.result(context.Background(), request, err, time.Minute)
		if got.RequeueAfter != after || !errors.Is(gotErr, wantErr) {
			t.Errorf("%s: %v and %v, want %v and %v", what, got, gotErr, after, wantErr)
		}
	}
	demand("a pass", one, nil, time.Minute, nil)
	demand("a conflict", one, conflict, firstRetry, nil)
	demand("another", one, errors.Join(conflict, conflict), 2*firstRetry, nil)
	demand("one of another object", other, conflict, firstRetry, nil)
	demand("a third one", one, conflict, 4*firstRetry, nil)
	for range 20 {
		if _, err := l.result(context.Background(), one, conflict, time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	demand("one of many", one, conflict, tick, nil)
	demand("a pass that went well", one, nil, time.Minute, nil)
	demand("a conflict after it", one, conflict, firstRetry, nil)
	demand("a refusal", one, refused, 0, refused)
	demand("a refusal beside a conflict", one, errors.Join(conflict, refused), 0, refused)
}
