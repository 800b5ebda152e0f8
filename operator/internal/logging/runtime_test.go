package logging_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/cache/informertest"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
)

// TestControllerRuntime runs a real controller, without an API server, to see
// the values that this version of controller-runtime attaches.
func TestControllerRuntime(t *testing.T) {
	var out, stderr bytes.Buffer
	logger := logging.Logr(logging.New(&out, &stderr, clock, "info"))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	runController(ctx, t, manager.Options{Logger: logger, Scheme: scheme.Scheme}, func(ctx context.Context) {
		log.FromContext(ctx).Info("inside")
		cancel()
	})
	want := map[string]map[string]any{
		"inside":           {"message": "inside"},
		"Reconciler error": {"message": "Reconciler error", "error": "failed on purpose"},
	}
	got := map[string]map[string]any{}
	for _, text := range bytes.SplitAfter(bytes.TrimSpace(out.Bytes()), []byte("\n")) {
		var line struct {
			Fields map[string]any
			Target string
			Span   map[string]any
		}
		if err := json.Unmarshal(text, &line); err != nil {
			t.Fatalf("decoding %q: %v", text, err)
		}
		if line.Target != logging.TargetRuntime {
			t.Errorf("target = %q, want %q", line.Target, logging.TargetRuntime)
		}
		message, _ := line.Fields["message"].(string)
		if _, ok := want[message]; !ok {
			continue
		}
		got[message] = line.Fields
		if line.Span["reconcileID"] == "" {
			t.Errorf("no reconcileID in %s", text)
		}
		delete(line.Span, "reconcileID")
		wantSpan := map[string]any{
			"controller": "probe", "controllerKind": "Pod", "Pod": "orders",
			"namespace": "team-a", "object": "orders", "name": "reconcile",
		}
		if diff := cmp.Diff(wantSpan, line.Span); diff != "" {
			t.Errorf("span of %q (-want +got):\n%s", message, diff)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("fields (-want +got):\n%s\n%s", diff, out.String())
	}
}

// runController gives one Pod to a controller that reconciles it once, and
// returns when its manager has stopped.
func runController(ctx context.Context, t *testing.T, options manager.Options, inside func(context.Context)) {
	t.Helper()
	options.Metrics = server.Options{BindAddress: "0"}
	options.NewCache = func(*rest.Config, cache.Options) (cache.Cache, error) { return &informertest.FakeInformers{}, nil }
	log.SetLogger(options.Logger)
	mgr, err := ctrl.NewManager(&rest.Config{Host: "http://127.0.0.1:1"}, options)
	if err != nil {
		t.Fatalf("creating a manager: %v", err)
	}
	pods := make(chan event.GenericEvent, 1)
	pod := &corev1.Pod{}
	pod.Namespace, pod.Name = "team-a", "orders"
	pods <- event.GenericEvent{Object: pod}
	err = builder.ControllerManagedBy(mgr).Named("probe").For(&corev1.Pod{}).
		WatchesRawSource(source.Channel(pods, &handler.EnqueueRequestForObject{})).
		Complete(reconcile.Func(func(ctx context.Context, _ reconcile.Request) (reconcile.Result, error) {
			inside(ctx)
			return reconcile.Result{}, errors.New("failed on purpose")
		}))
	if err != nil {
		t.Fatalf("building a controller: %v", err)
	}
	if err := mgr.Start(ctx); err != nil {
		t.Fatalf("running the manager: %v", err)
	}
}
