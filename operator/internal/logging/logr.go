package logging

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/go-logr/logr"
)

// Logr returns the logger for libraries that want a logr.Logger. V(0) is info,
// V(1) debug, and V(2) and above trace. Its target is the logger's, or
// TargetRuntime if that is TargetRoot; names of loggers are put below it. For
// klog: klog.SetLogger(Logr(WithTarget(logger, TargetClient))).
//
// What controller-runtime attaches to a reconcile (controller, kind, id, object)
// goes to a span called reconcile. A logger that New did not make keeps all of
// that in attributes.
func Logr(logger *slog.Logger) logr.Logger {
	h, ok := logger.Handler().(*handler)
	if !ok {
		return logr.FromSlogHandler(logger.Handler())
	}
	base := h.target
	if base == TargetRoot {
		base = TargetRuntime
	}
	changed := *h
	changed.target = base
	return logr.New(&logrSink{handler: &changed, base: base})
}

// reconcileSpan is the name of the span of controller-runtime's values.
const reconcileSpan = "reconcile"

// logrSink is a logr.LogSink. logr's own bridge cannot filter by name and has
// other levels.
type logrSink struct {
	handler *handler
	base    string // target of a logger without a name
	name    string
}

// Init implements logr.LogSink.
func (s *logrSink) Init(logr.RuntimeInfo) {}

// Enabled implements logr.LogSink.
func (s *logrSink) Enabled(level int) bool {
	return s.handler.Enabled(context.Background(), verbosity(level))
}

func verbosity(level int) slog.Level {
	switch {
	case level <= 0:
		return slog.LevelInfo
	case level == 1:
		return slog.LevelDebug
	default:
		return LevelTrace
	}
}

// Info implements logr.LogSink.
func (s *logrSink) Info(level int, message string, keysAndValues ...any) {
	s.log(verbosity(level), message, attrsOf(keysAndValues))
}

// Error implements logr.LogSink. Filters may switch errors off, which logr does
// not ask about.
func (s *logrSink) Error(err error, message string, keysAndValues ...any) {
	if !s.handler.Enabled(context.Background(), slog.LevelError) {
		return
	}
	attrs := attrsOf(keysAndValues)
	if err != nil {
		attrs = slices.Insert(attrs, 0, slog.Any("error", err))
	}
	s.log(slog.LevelError, message, attrs)
}

func (s *logrSink) log(level slog.Level, message string, attrs []slog.Attr) {
	record := slog.NewRecord(time.Time{}, level, strings.TrimRight(message, "\n"), 0)
	record.AddAttrs(attrs...)
	// A line that cannot be written leaves nothing else to do.
	_ = s.handler.Handle(context.Background(), record)
}

// WithName implements logr.LogSink.
func (s *logrSink) WithName(name string) logr.LogSink {
	changed := *s
	if s.name != "" {
		name = s.name + "/" + name
	}
	changed.name = name
	handler := *s.handler
	handler.target = libraryTarget(s.base, name)
	changed.handler = &handler
	return &changed
}

// WithValues implements logr.LogSink.
func (s *logrSink) WithValues(keysAndValues ...any) logr.LogSink {
	inSpan, rest := divide(flattenAll(nil, s.handler.group, attrsOf(keysAndValues)))
	handler := *s.handler
	handler.spans = intoReconcile(handler.spans, inSpan)
	handler.fields = slices.Concat(handler.fields, rest)
	changed := *s
	changed.handler = &handler
	return &changed
}

// divide tells what a span is about from what else was attached: the keys that
// controller-runtime uses, the name that comes with a namespace, and references
// to objects.
func divide(all []field) (inSpan, rest []field) {
	hasNamespace := slices.ContainsFunc(all, func(f field) bool { return f.key == keyNamespace })
	for _, f := range all {
		switch {
		case f.reference, f.key == keyName && hasNamespace,
			slices.Contains([]string{"controller", "controllerGroup", "controllerKind", "reconcileID", keyNamespace}, f.key):
			inSpan = append(inSpan, f)
		default:
			rest = append(rest, f)
		}
	}
	return inSpan, rest
}

// intoReconcile adds to the reconcile span if it is the innermost, else opens it.
func intoReconcile(spans []span, fields []field) []span {
	n := len(spans)
	switch {
	case len(fields) == 0:
		return spans
	case n > 0 && spans[n-1].name == reconcileSpan:
		return moveInto(spans, fields)
	}
	return append(slices.Clip(spans), span{name: reconcileSpan, fields: fields})
}

// attrsOf pairs keys and values as slog does, so that a missing value or a key
// that is no string is shown and does not panic.
func attrsOf(keysAndValues []any) []slog.Attr {
	var record slog.Record
	record.Add(keysAndValues...)
	attrs := make([]slog.Attr, 0, record.NumAttrs())
	record.Attrs(func(attr slog.Attr) bool {
		attrs = append(attrs, attr)
		return true
	})
	return attrs
}
