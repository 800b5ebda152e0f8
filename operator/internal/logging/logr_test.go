package logging_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/go-logr/logr"
	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
)

func TestLogrLines(t *testing.T) {
	tests := map[string]struct {
		log  func(logr.Logger)
		want map[string]any // of the line, without timestamp and spans
	}{
		"info": {
			log:  func(l logr.Logger) { l.Info("m\n", "a", 1) },
			want: map[string]any{"level": "INFO", "target": logging.TargetRuntime, "fields": map[string]any{"message": "m", "a": 1.0}},
		},
		"debug": {
			log:  func(l logr.Logger) { l.V(1).Info("m") },
			want: map[string]any{"level": "DEBUG", "target": logging.TargetRuntime, "fields": map[string]any{"message": "m"}},
		},
		"trace": {
			log:  func(l logr.Logger) { l.V(5).Info("m") },
			want: map[string]any{"level": "TRACE", "target": logging.TargetRuntime, "fields": map[string]any{"message": "m"}},
		},
		"error": {
			log:  func(l logr.Logger) { l.V(5).Error(errors.New("cause"), "m", "a", 1) },
			want: map[string]any{"level": "ERROR", "target": logging.TargetRuntime, "fields": map[string]any{"message": "m", "error": "cause", "a": 1.0}},
		},
		"error that is nil": {
			log:  func(l logr.Logger) { l.Error(nil, "m") },
			want: map[string]any{"level": "ERROR", "target": logging.TargetRuntime, "fields": map[string]any{"message": "m"}},
		},
		"names": {
			log: func(l logr.Logger) {
				l.WithName("controller-runtime").WithName("source").WithName("Event Handler").Info("m")
			},
			want: map[string]any{"level": "INFO", "target": logging.TargetRuntime + "::source::Event_Handler", "fields": map[string]any{"message": "m"}},
		},
		"odd keys": {
			log:  func(l logr.Logger) { l.WithValues("x").Info("m", 1, "v", "missing") },
			want: map[string]any{"level": "INFO", "target": logging.TargetRuntime, "fields": map[string]any{"message": "m", "!BADKEY": "x", "!BADKEY_2": 1.0, "v": "missing"}},
		},
		"name of something else": {
			log:  func(l logr.Logger) { l.WithValues("name", "manager", "addr", ":8080").Info("m") },
			want: map[string]any{"level": "INFO", "target": logging.TargetRuntime, "fields": map[string]any{"message": "m", "name": "manager", "addr": ":8080"}},
		},
		"reference in a call": {
			log: func(l logr.Logger) {
				l.WithName("events").Info("m", "object", corev1.ObjectReference{Kind: "Pod", Namespace: "a", Name: "p"})
			},
			want: map[string]any{
				"level": "INFO", "target": logging.TargetRuntime + "::events", "fields": map[string]any{"message": "m", "object": "p"},
				"span": map[string]any{"name": "object", "namespace": "a"},
			},
		},
		"cluster-scoped object": {
			log: func(l logr.Logger) {
				l.WithValues("controller", "menu").WithValues("namespace", "", "name", "large").Info("m")
			},
			want: map[string]any{
				"level": "INFO", "target": logging.TargetRuntime, "fields": map[string]any{"message": "m"},
				"span": map[string]any{"name": "reconcile", "controller": "menu", "object": "large"},
			},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			logger, out := newLogger(t, "trace")
			test.log(logging.Logr(logger))
			got := object(t, out)
			delete(got, "timestamp")
			delete(got, "spans")
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("line (-want +got):\n%s", diff)
			}
		})
	}
}

// TestLogrFilter: logr asks first, and the answer depends on the name.
func TestLogrFilter(t *testing.T) {
	logger, out := newLogger(t, "info,operator::lib=warn,operator::lib::client-go=debug,operator::lib::controller-runtime::cache=off")
	runtime := logging.Logr(logger)
	klog := logging.Logr(logging.WithTarget(logger, logging.TargetClient))
	want := map[string]bool{"runtime info": false, "klog debug": true, "klog trace": false, "cache error": false}
	got := map[string]bool{"runtime info": runtime.Enabled(), "klog debug": klog.V(1).Enabled(), "klog trace": klog.V(2).Enabled()}
	runtime.WithName("cache").Error(errors.New("e"), "m")
	got["cache error"] = out.Len() > 0
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("enabled (-want +got):\n%s", diff)
	}
}

// TestLogrOnContext: a library may take the logger from a context, and slog from
// that.
func TestLogrOnContext(t *testing.T) {
	var out, stderr bytes.Buffer
	ctx := logr.NewContext(context.Background(), logging.Logr(logging.New(&out, &stderr, clock, "")))
	logr.FromContextAsSlogLogger(ctx).With("request", types.NamespacedName{Namespace: "a", Name: "b"}).Warn("m")
	want := map[string]any{"name": "reconcile", "namespace": "a", "request": "b"}
	if diff := cmp.Diff(want, object(t, &out)["span"]); diff != "" {
		t.Errorf("span (-want +got):\n%s", diff)
	}
}
