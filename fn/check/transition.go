package check

import (
	"maps"
	"slices"

	"github.com/valkey-menu/valkey-menu/fn/schema"
	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// transitions lists what the API server would refuse about the change of an
// object alone. What it would refuse about the new object as such is among the
// violations already.
func (w *World) transitions(before *World, v *schema.Validator, placeholder func(string) bool) []violation {
	var refused []violation
	for ref, now := range w.objects {
		old := before.objects[ref]
		if len(old) == 0 || !now[0].ours() {
			continue
		}
		data := settled(now[0].Data, old[0].Data, v, placeholder)
		for _, change := range v.ValidateUpdate(data, old[0].Data) {
			if change.Kind == schema.KindImmutable {
				refused = append(refused, violation{change, now[0]})
			}
		}
	}
	return refused
}

// settled returns an object in which each placeholder that its field's type
// does not allow counts as no change: it has the old value. Otherwise the rules
// about changes would be left out, as the server leaves them out for an object
// that its schema refuses.
func settled(data, old map[string]any, v *schema.Validator, placeholder func(string) bool) map[string]any {
	for _, found := range v.Validate(data) {
		if !isPlaceholder(data, found.Path, placeholder) {
			continue
		}
		before, had := value(old, found.Path)
		steps, err := yamlnode.ParsePath(found.Path)
		if err != nil || !had {
			data = without(data, found.Path)
			continue
		}
		if replaced, ok := replace(data, steps, before).(map[string]any); ok {
			data = replaced
		}
	}
	return data
}

// replace returns a copy with another value at a place that is there.
func replace(data any, steps yamlnode.Path, value any) any {
	if len(steps) == 0 {
		return value
	}
	next, ok := child(data, steps[0])
	if !ok {
		return data
	}
	switch in := data.(type) {
	case map[string]any:
		out := maps.Clone(in)
		out[steps[0].Key] = replace(next, steps[1:], value)
		return out
	case []any:
		out := slices.Clone(in)
		out[steps[0].Index] = replace(next, steps[1:], value)
		return out
	}
	return data
}
