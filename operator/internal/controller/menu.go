package controller

import (
	"context"

	"k8s.io/apimachinery/pkg/api/equality"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

// Menu is the loop over one kind of the menu: it writes the condition that says
// whether an object can be used.
type Menu[T client.Object] struct {
	*Loops
	fresh func() T
	// status points at the status of an object, and judge computes it.
	status func(T) *v1alpha1.MenuStatus
	judge  func(context.Context, T) (v1alpha1.MenuStatus, error)
}

// Reconcile makes one pass over one object.
func (m *Menu[T]) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	ctx = m.span(ctx, logging.TargetMenu, request)
	object := m.fresh()
	if err := m.Client.Get(ctx, request.NamespacedName, object); err != nil || object.GetDeletionTimestamp() != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	judged, err := m.judge(ctx, object)
	if err != nil || equality.Semantic.DeepEqual(*m.status(object), judged) {
		return m.result(ctx, request, err, 0)
	}
	former, ok := object.DeepCopyObject().(T)
	if !ok {
		return ctrl.Result{}, nil // a copy is of the type it was copied from
	}
	*m.status(object) = judged
	patch := client.MergeFromWithOptions(former, client.MergeFromWithOptimisticLock{})
	err = m.Client.Status().Patch(ctx, object, patch)
	if err == nil {
		failpoint.Reached(failpoint.WriteMenuStatus)
	}
	return m.result(ctx, request, client.IgnoreNotFound(err), 0)
}

func (l *Loops) images() *Menu[*v1alpha1.ValkeyImage] {
	return &Menu[*v1alpha1.ValkeyImage]{
		Loops: l, fresh: func() *v1alpha1.ValkeyImage { return &v1alpha1.ValkeyImage{} },
		status: func(o *v1alpha1.ValkeyImage) *v1alpha1.MenuStatus { return &o.Status },
		judge: func(_ context.Context, o *v1alpha1.ValkeyImage) (v1alpha1.MenuStatus, error) {
			return status.Image(o, l.Now()), nil
		},
	}
}

func (l *Loops) roles() *Menu[*v1alpha1.ValkeyRole] {
	return &Menu[*v1alpha1.ValkeyRole]{
		Loops: l, fresh: func() *v1alpha1.ValkeyRole { return &v1alpha1.ValkeyRole{} },
		status: func(o *v1alpha1.ValkeyRole) *v1alpha1.MenuStatus { return &o.Status },
		judge: func(_ context.Context, o *v1alpha1.ValkeyRole) (v1alpha1.MenuStatus, error) {
			return status.Role(o, l.Now()), nil
		},
	}
}

func (l *Loops) configs() *Menu[*v1alpha1.ValkeyConfig] {
	return &Menu[*v1alpha1.ValkeyConfig]{
		Loops: l, fresh: func() *v1alpha1.ValkeyConfig { return &v1alpha1.ValkeyConfig{} },
		status: func(o *v1alpha1.ValkeyConfig) *v1alpha1.MenuStatus { return &o.Status },
		judge: func(ctx context.Context, o *v1alpha1.ValkeyConfig) (v1alpha1.MenuStatus, error) {
			m, err := readMenu(ctx, l.Client)
			if err != nil {
				return v1alpha1.MenuStatus{}, err
			}
			return status.Config(o, resolve.New(m, l.Settings.Options), l.Now()), nil
		},
	}
}
