package logging

import (
	"log/slog"
	"slices"
	"strings"
)

// Keys of a span.
const (
	keyName      = "name"
	keyNamespace = "namespace"
	keyObject    = "object"
)

// objectSpan is the name of the span that is made for a namespace that was
// logged outside of any.
const objectSpan = "object"

// span is a named piece of work with the attributes of what is worked on.
type span struct {
	name   string
	fields []field
}

// object is the span as a line shows it. An attribute called name is shown as
// object, since name is the span's own.
func (s span) object() *object {
	shown := newObject()
	for _, f := range s.fields {
		switch {
		case isNamespaceKey(f.key):
			shown.addUnlessEmpty(keyNamespace, encodable(f.value))
		case f.key == keyName:
			shown.add(keyObject, encodable(f.value))
		default:
			shown.add(f.key, encodable(f.value))
		}
		shown.addUnlessEmpty(keyNamespace, f.namespace)
	}
	shown.add(keyName, s.name)
	return shown
}

func shownSpans(spans []span) []*object {
	shown := make([]*object, 0, len(spans))
	for _, s := range spans {
		shown = append(shown, s.object())
	}
	return shown
}

// isNamespaceKey recognises the key whatever its case, and in a group.
func isNamespaceKey(key string) bool {
	return strings.EqualFold(key[strings.LastIndexByte(key, '.')+1:], keyNamespace)
}

// moveInto returns the spans with the fields added to the innermost, or to a new
// one where there is none.
func moveInto(spans []span, moved []field) []span {
	moved = slices.DeleteFunc(moved, func(f field) bool { return f.value.Equal(slog.StringValue("")) })
	if len(moved) == 0 {
		return spans
	}
	if len(spans) == 0 {
		return []span{{name: objectSpan, fields: moved}}
	}
	changed := slices.Clone(spans)
	last := &changed[len(changed)-1]
	last.fields = slices.Concat(last.fields, moved)
	return changed
}
