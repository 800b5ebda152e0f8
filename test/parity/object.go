package parity

import (
	"fmt"
	"maps"
)

// clone deep-copies a value of JSON.
func clone(value any) any {
	switch value := value.(type) {
	case map[string]any:
		return cloneObject(value)
	case []any:
		out := make([]any, len(value))
		for i, v := range value {
			out[i] = clone(v)
		}
		return out
	}
	return value
}

func cloneObject(object map[string]any) map[string]any {
	out := make(map[string]any, len(object))
	for k, v := range object {
		out[k] = clone(v)
	}
	return out
}

// get follows steps: string for a key, int for an index.
func get(value any, steps []any) (any, error) {
	for i, step := range steps {
		ok := false
		switch at := value.(type) {
		case map[string]any:
			if key, isKey := step.(string); isKey {
				value, ok = at[key]
			}
		case []any:
			if index, isIndex := step.(int); isIndex && index < len(at) {
				value, ok = at[index], true
			}
		}
		if !ok {
			return nil, fmt.Errorf("the object has nothing at %v", steps[:i+1])
		}
	}
	return value, nil
}

// absent in place of a value means that the field goes.
type absent struct{}

// with returns a copy of an object with a value at the end of steps.
func with(object map[string]any, steps []any, value any) (map[string]any, error) {
	object = cloneObject(object)
	if len(steps) == 0 {
		whole, ok := value.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("an object cannot be %T", value)
		}
		return whole, nil
	}
	last := len(steps) - 1
	parent, err := get(object, steps[:last])
	if err != nil {
		return nil, err
	}
	switch parent := parent.(type) {
	case map[string]any:
		key, ok := steps[last].(string)
		if !ok {
			return nil, fmt.Errorf("a map has no index %v", steps[last])
		}
		if value == (absent{}) {
			delete(parent, key)
		} else {
			parent[key] = value
		}
	case []any:
		index, ok := steps[last].(int)
		if !ok || index >= len(parent) {
			return nil, fmt.Errorf("a list has no key or index %v", steps[last])
		}
		parent[index] = value
	}
	return object, nil
}

// merge returns a value after a JSON merge patch: maps are merged, null
// removes, anything else replaces.
func merge(value, patch any) any {
	change, ok := patch.(map[string]any)
	if !ok {
		return clone(patch)
	}
	out := map[string]any{}
	if before, ok := value.(map[string]any); ok {
		maps.Copy(out, before)
	}
	for key, below := range change {
		if below == nil {
			delete(out, key)
		} else {
			out[key] = merge(out[key], below)
		}
	}
	return out
}
