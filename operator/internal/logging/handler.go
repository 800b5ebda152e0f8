package logging

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"time"
)

// timeLayout has no time zone but the Z: what is formatted is in UTC.
const timeLayout = "2006-01-02T15:04:05.000000Z"

// New returns a logger whose lines go to out, each in one Write, with the target
// operator. now gives the time of a line. filter is what FilterFrom returns; its
// malformed directives are named on stderr, once each, and ignored. The logger
// and all that derive from it may be used at once from many goroutines.
func New(out, stderr io.Writer, now func() time.Time, filter string) *slog.Logger {
	parsed, problems := parseFilter(filter)
	for _, problem := range problems {
		// A warning that cannot be written leaves nothing else to do.
		_, _ = fmt.Fprintf(stderr, "valkey-operator: %v\n", problem)
	}
	return slog.New(&handler{sink: &sink{out: out, now: now}, filter: parsed, target: TargetRoot})
}

// sink is what all handlers of one New share.
type sink struct {
	mutex sync.Mutex
	out   io.Writer
	now   func() time.Time
}

// handler is immutable: whatever changes one returns another.
type handler struct {
	sink   *sink
	filter filter
	target string
	spans  []span // the innermost is the last
	fields []field
	group  string // prefix of keys, with its dot
}

// Enabled implements slog.Handler.
func (h *handler) Enabled(_ context.Context, level slog.Level) bool {
	return h.filter.enabled(h.target, level)
}

// WithGroup implements slog.Handler.
func (h *handler) WithGroup(name string) slog.Handler {
	if name == "" {
		return h
	}
	changed := *h
	changed.group += name + "."
	return &changed
}

// WithAttrs implements slog.Handler.
func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	if len(attrs) == 0 {
		return h
	}
	changed := *h
	changed.fields = flattenAll(slices.Clip(h.fields), h.group, attrs)
	return &changed
}

// Handle implements slog.Handler. The time is that of New's clock, not that of
// the record.
func (h *handler) Handle(_ context.Context, record slog.Record) error {
	logged := slices.Clip(h.fields)
	record.Attrs(func(attr slog.Attr) bool {
		logged = flatten(logged, h.group, attr)
		return true
	})
	fields, moved := shownFields(record.Message, logged)
	// Values may have methods that log, so all are asked before the lock.
	spans := shownSpans(moveInto(h.spans, moved))

	h.sink.mutex.Lock()
	defer h.sink.mutex.Unlock()
	line := newObject()
	line.add("timestamp", h.sink.now().UTC().Format(timeLayout))
	line.add("level", levelName(record.Level))
	line.add("fields", fields)
	line.add("target", h.target)
	if len(spans) > 0 {
		line.add("span", spans[len(spans)-1])
		line.add("spans", spans)
	}
	return line.writeLine(h.sink.out)
}

// shownFields is the fields of a line, and what of them belongs in a span: the
// namespaces.
func shownFields(message string, logged []field) (shown *object, moved []field) {
	shown = newObject()
	shown.add("message", message)
	for _, f := range logged {
		if isNamespaceKey(f.key) {
			moved = append(moved, field{key: keyNamespace, value: f.value})
			continue
		}
		shown.add(f.key, encodable(f.value))
		if f.reference {
			moved = append(moved, field{key: keyNamespace, value: slog.StringValue(f.namespace)})
		}
	}
	return shown, moved
}
