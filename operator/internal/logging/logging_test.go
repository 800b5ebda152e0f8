package logging_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
)

// clock stands still, in a zone that is not UTC.
func clock() time.Time {
	return time.Date(2026, 3, 1, 1, 2, 3, 45678900, time.FixedZone("", 3600))
}

// newLogger returns a logger and what it writes.
func newLogger(t *testing.T, filter string) (*slog.Logger, *bytes.Buffer) {
	t.Helper()
	var out, stderr bytes.Buffer
	logger := logging.New(&out, &stderr, clock, filter)
	if stderr.Len() > 0 {
		t.Fatalf("filter %q: warnings: %s", filter, stderr.String())
	}
	return logger, &out
}

// object decodes the one line that was written.
func object(t *testing.T, out *bytes.Buffer) map[string]any {
	t.Helper()
	if strings.Count(out.String(), "\n") != 1 {
		t.Fatalf("want one line, have %q", out.String())
	}
	var line map[string]any
	if err := json.Unmarshal(out.Bytes(), &line); err != nil {
		t.Fatalf("decoding %q: %v", out.String(), err)
	}
	return line
}

// TestLines pins the bytes: the order of the keys and the shape of each part.
func TestLines(t *testing.T) {
	tests := map[string]struct {
		log  func(*slog.Logger)
		want string
	}{
		"start": {
			log:  func(l *slog.Logger) { l.Info("starting valkey-operator", "version", "1.2.3") },
			want: `{"timestamp":"2026-03-01T00:02:03.045678Z","level":"INFO","fields":{"message":"starting valkey-operator","version":"1.2.3"},"target":"operator"}`,
		},
		"in a span": {
			log: func(l *slog.Logger) {
				l = logging.WithTarget(l, logging.TargetCluster)
				l = logging.WithSpan(l, "reconcile", slog.String("namespace", "team-a"), slog.String("name", "orders"))
				l.Info("creating Pod for node", "cluster_name", "orders", "node", "orders-0-x1", "shard", 0)
			},
			want: `{"timestamp":"2026-03-01T00:02:03.045678Z","level":"INFO","fields":{"message":"creating Pod for node","cluster_name":"orders","node":"orders-0-x1","shard":0},` +
				`"target":"operator::controller::cluster","span":{"namespace":"team-a","object":"orders","name":"reconcile"},"spans":[{"namespace":"team-a","object":"orders","name":"reconcile"}]}`,
		},
		"in two spans": {
			log: func(l *slog.Logger) {
				l = logging.WithSpan(l, "reconcile", slog.String("namespace", "a"))
				l = logging.WithSpan(l, "act", slog.String("kind", "Meet"))
				l.Warn("cluster meet issued")
			},
			want: `{"timestamp":"2026-03-01T00:02:03.045678Z","level":"WARN","fields":{"message":"cluster meet issued"},"target":"operator",` +
				`"span":{"kind":"Meet","name":"act"},"spans":[{"namespace":"a","name":"reconcile"},{"kind":"Meet","name":"act"}]}`,
		},
		"what is special stays on the line": {
			log:  func(l *slog.Logger) { l.Error("a\nb <&> \"q\" \x00\xff", "k\n", "v\r\n—") },
			want: `{"timestamp":"2026-03-01T00:02:03.045678Z","level":"ERROR","fields":{"message":"a\nb <&> \"q\" \u0000\ufffd","k\n":"v\r\n—"},"target":"operator"}`,
		},
		"attributes of the logger come first": {
			log:  func(l *slog.Logger) { l.With("pod", "p").Debug("m", "n", 1) },
			want: `{"timestamp":"2026-03-01T00:02:03.045678Z","level":"DEBUG","fields":{"message":"m","pod":"p","n":1},"target":"operator"}`,
		},
		"trace": {
			log:  func(l *slog.Logger) { l.Log(t.Context(), logging.LevelTrace, "m", "n", 1) },
			want: `{"timestamp":"2026-03-01T00:02:03.045678Z","level":"TRACE","fields":{"message":"m","n":1},"target":"operator"}`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			logger, out := newLogger(t, "trace")
			test.log(logger)
			if diff := cmp.Diff(test.want+"\n", out.String()); diff != "" {
				t.Errorf("line (-want +got):\n%s", diff)
			}
		})
	}
}

// TestNamespaceIsOnlyInSpans holds however the namespace comes in.
func TestNamespaceIsOnlyInSpans(t *testing.T) {
	type named struct{ Namespace, Name string }
	inSpan := func(l *slog.Logger) *slog.Logger {
		return logging.WithSpan(l, "reconcile", slog.String("namespace", "a"))
	}
	tests := map[string]struct {
		log  func(*slog.Logger)
		want map[string]any // fields and span
	}{
		"in the call": {
			log:  func(l *slog.Logger) { inSpan(l).Info("m", "namespace", "a") },
			want: map[string]any{"fields": map[string]any{"message": "m"}, "span": map[string]any{"name": "reconcile", "namespace": "a"}},
		},
		"another one": {
			log:  func(l *slog.Logger) { inSpan(l).Info("m", "Namespace", "b") },
			want: map[string]any{"fields": map[string]any{"message": "m"}, "span": map[string]any{"name": "reconcile", "namespace": "a", "namespace_2": "b"}},
		},
		"in the logger": {
			log:  func(l *slog.Logger) { inSpan(l.With("namespace", "a")).Info("m") },
			want: map[string]any{"fields": map[string]any{"message": "m"}, "span": map[string]any{"name": "reconcile", "namespace": "a"}},
		},
		"in a group": {
			log:  func(l *slog.Logger) { inSpan(l).WithGroup("g").Info("m", "namespace", "a", "k", 1) },
			want: map[string]any{"fields": map[string]any{"message": "m", "g.k": 1.0}, "span": map[string]any{"name": "reconcile", "namespace": "a"}},
		},
		"outside of a span": {
			log:  func(l *slog.Logger) { l.Info("m", "namespace", "a") },
			want: map[string]any{"fields": map[string]any{"message": "m"}, "span": map[string]any{"name": "object", "namespace": "a"}},
		},
		"in a reference": {
			log:  func(l *slog.Logger) { l.Info("m", "cluster", named{"a", "orders"}) },
			want: map[string]any{"fields": map[string]any{"message": "m", "cluster": "orders"}, "span": map[string]any{"name": "object", "namespace": "a"}},
		},
		"in a reference of a span": {
			log: func(l *slog.Logger) {
				logging.WithSpan(l, "reconcile", slog.Any("cluster", &named{"a", "orders"})).Info("m")
			},
			want: map[string]any{"fields": map[string]any{"message": "m"}, "span": map[string]any{"name": "reconcile", "cluster": "orders", "namespace": "a"}},
		},
		"none": {
			log:  func(l *slog.Logger) { l.Info("m", "image", named{"", "valkey"}) },
			want: map[string]any{"fields": map[string]any{"message": "m", "image": "valkey"}, "span": nil},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			logger, out := newLogger(t, "")
			test.log(logger)
			line := object(t, out)
			got := map[string]any{"fields": line["fields"], "span": line["span"]}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("line (-want +got):\n%s", diff)
			}
		})
	}
}

func TestKeysThatAreTaken(t *testing.T) {
	logger, out := newLogger(t, "")
	logger.With("pod", "a", "node", "n").Info("m", "message", "other", "message", "third", "pod", "b", "node", "n")
	want := map[string]any{"message": "m", "message_2": "other", "message_3": "third", "pod": "a", "pod_2": "b", "node": "n"}
	if diff := cmp.Diff(want, object(t, out)["fields"]); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
	if n := strings.Count(out.String(), `"node"`); n != 1 {
		t.Errorf("the key node stands %d times in %s", n, out.String())
	}
}
