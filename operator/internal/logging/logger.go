package logging

import (
	"context"
	"log/slog"
	"slices"
)

// WithTarget returns a logger with another target. A logger that New did not
// make is returned as it is.
func WithTarget(logger *slog.Logger, target string) *slog.Logger {
	return change(logger, func(h *handler) { h.target = target })
}

// WithSpan returns a logger within one more span. Its attributes are those of
// what is worked on, the namespace among them; one called name is shown as
// object. A logger that New did not make is returned as it is.
func WithSpan(logger *slog.Logger, name string, attrs ...slog.Attr) *slog.Logger {
	fields := flattenAll(nil, "", attrs)
	return change(logger, func(h *handler) { h.spans = append(slices.Clip(h.spans), span{name: name, fields: fields}) })
}

func change(logger *slog.Logger, how func(*handler)) *slog.Logger {
	ours, ok := logger.Handler().(*handler)
	if !ok {
		return logger
	}
	changed := *ours
	how(&changed)
	return slog.New(&changed)
}

// contextKey is the key of the logger in a context.
type contextKey struct{}

// IntoContext returns a context that carries the logger.
func IntoContext(ctx context.Context, logger *slog.Logger) context.Context {
	return context.WithValue(ctx, contextKey{}, logger)
}

// FromContext returns the logger of the context, or slog.Default if it has none,
// so that a line is never lost.
func FromContext(ctx context.Context) *slog.Logger {
	if logger, ok := ctx.Value(contextKey{}).(*slog.Logger); ok && logger != nil {
		return logger
	}
	return slog.Default()
}
