package controller

import (
	"context"
	"errors"
	"log/slog"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"

	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
)

// span puts the logger of a pass over one object into the context.
func (l *Loops) span(ctx context.Context, target string, request ctrl.Request) context.Context {
	log := logging.WithSpan(logging.WithTarget(l.Log, target), "reconcile",
		slog.String("name", request.Name), slog.String("namespace", request.Namespace))
	return logging.IntoContext(ctx, log)
}

// result of a pass: the next one after a while, or after an error soon, and less
// and less often. That somebody else wrote an object meanwhile is no error worth
// a line.
func (l *Loops) result(ctx context.Context, err error, after time.Duration) (ctrl.Result, error) {
	switch {
	case err == nil:
		return ctrl.Result{RequeueAfter: after}, nil
	case onlyConflicts(err):
		logging.FromContext(ctx).Debug("the object changed meanwhile, looking again", "error", err)
	case errors.Is(err, context.Canceled):
	default:
		logging.FromContext(ctx).Warn("reconcile error, requeuing", "error", err)
	}
	return ctrl.Result{}, err
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
