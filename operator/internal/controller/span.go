package controller

import (
	"context"
	"errors"
	"log/slog"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"

	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
)

// span puts the logger of a pass over one object into the context.
func (l *Loops) span(ctx context.Context, target string, request ctrl.Request) context.Context {
	log := logging.WithSpan(logging.WithTarget(l.Log, target), "reconcile",
		slog.String("name", request.Name), slog.String("namespace", request.Namespace))
	return logging.IntoContext(ctx, log)
}

// result of a pass over an object: the next one after a while, or after an error
// soon, and less and less often. That somebody else wrote an object meanwhile is
// no error, neither in the log nor in the metrics: it is looked at again in the
// same way.
func (l *Loops) result(ctx context.Context, request ctrl.Request, err error, after time.Duration) (ctrl.Result, error) {
	if err != nil && onlyConflicts(err) {
		logging.FromContext(ctx).Debug("the object changed meanwhile, looking again", "error", err)
		return ctrl.Result{RequeueAfter: l.conflicts.When(request.NamespacedName)}, nil
	}
	l.conflicts.Forget(request.NamespacedName)
	switch {
	case err == nil:
		return ctrl.Result{RequeueAfter: after}, nil
	case errors.Is(err, context.Canceled):
	default:
		logging.FromContext(ctx).Warn("reconcile error, requeuing", "error", err)
	}
	return ctrl.Result{}, err
}

// conflicts says when an object is looked at again that somebody else wrote
// meanwhile. Most often that was the pass before, and the cache knows it in a
// moment; a cache that lags behind for longer must not make a pass follow another.
type conflicts = workqueue.TypedRateLimiter[types.NamespacedName]

func newConflicts() conflicts {
	return workqueue.NewTypedItemExponentialFailureRateLimiter[types.NamespacedName](firstRetry, tick)
}

// onlyConflicts reports whether an error, and each one that is joined in it, is a
// conflict: one among others must not hide them.
func onlyConflicts(err error) bool {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range joined.Unwrap() {
			if !onlyConflicts(one) {
				return false
			}
		}
		return true
	}
	return apierrors.IsConflict(err)
}
