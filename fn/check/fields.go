package check

import (
	"maps"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// value returns what stands at a field path of a decoded object.
func value(data any, path string) (any, bool) {
	steps, err := yamlnode.ParsePath(path)
	if err != nil {
		return nil, false
	}
	for _, step := range steps {
		next, ok := child(data, step)
		if !ok {
			return nil, false
		}
		data = next
	}
	return data, true
}

func child(data any, step yamlnode.Step) (any, bool) {
	switch in := data.(type) {
	case map[string]any:
		v, ok := in[step.Key]
		return v, ok
	case []any:
		if step.IsIndex && step.Index < len(in) {
			return in[step.Index], true
		}
	}
	return nil, false
}

func isPlaceholder(data map[string]any, path string, placeholder func(string) bool) bool {
	v, _ := value(data, path)
	text, ok := v.(string)
	return ok && placeholder != nil && placeholder(text)
}

// without returns a copy of the object that lacks the field at path, or an
// equal one if there is none. Elements of lists become null, so that the
// places of the others do not change.
func without(data map[string]any, path string) map[string]any {
	steps, err := yamlnode.ParsePath(path)
	if err != nil || len(steps) == 0 {
		return data
	}
	copied, _ := cut(data, steps).(map[string]any)
	return copied
}

// with returns a copy of the object with one of its fields set.
func with(data map[string]any, key string, value any) map[string]any {
	copied := maps.Clone(data)
	copied[key] = value
	return copied
}

func cut(data any, steps yamlnode.Path) any {
	next, ok := child(data, steps[0])
	if !ok {
		return data
	}
	switch in := data.(type) {
	case map[string]any:
		out := maps.Clone(in)
		if len(steps) == 1 {
			delete(out, steps[0].Key)
			return out
		}
		out[steps[0].Key] = cut(next, steps[1:])
		return out
	case []any:
		out := slices.Clone(in)
		out[steps[0].Index] = nil
		if len(steps) > 1 {
			out[steps[0].Index] = cut(next, steps[1:])
		}
		return out
	}
	return data
}

// related reports whether one path is the other or stands above it.
func related(a, b string) bool {
	return within(a, b) || within(b, a)
}

func within(inner, outer string) bool {
	rest, ok := strings.CutPrefix(inner, outer)
	return ok && (rest == "" || outer == "" || rest[0] == '.' || rest[0] == '[')
}
