package apply

import (
	"reflect"
)

// match reports whether the fields of desired are exactly those in owned and have
// the same values in live.
func match(owned fieldSet, desired, live any) bool {
	if len(owned) == 0 {
		return matchLeaf(desired, live)
	}
	switch want := desired.(type) {
	case map[string]any:
		got, ok := live.(map[string]any)
		return ok && matchFields(owned, want, got)
	case []any:
		got, ok := live.([]any)
		return ok && matchItems(owned, want, got)
	}
	return false
}

// matchLeaf compares a whole value. An empty map owns nothing inside it, so
// others may have filled it.
func matchLeaf(desired, live any) bool {
	if want, ok := desired.(map[string]any); ok && len(want) == 0 {
		_, ok := live.(map[string]any)
		return ok
	}
	return reflect.DeepEqual(desired, live)
}

func matchFields(owned fieldSet, desired, live map[string]any) bool {
	if elements(owned) != len(desired) {
		return false
	}
	for name, want := range desired {
		sub, ok := below(owned, fieldPart+name)
		if !ok {
			return false
		}
		if got, ok := live[name]; !ok || !match(sub, want, got) {
			return false
		}
	}
	return true
}

// matchItems goes by what is owned, since the keys of an item may be defaults
// that the desired one leaves out.
func matchItems(owned fieldSet, desired, live []any) bool {
	if elements(owned) != len(desired) {
		return false
	}
	for element := range owned {
		if element == self {
			continue
		}
		sub, ok := below(owned, element)
		if !ok || !matchItem(element, sub, desired, live) {
			return false
		}
	}
	return true
}

func matchItem(element string, owned fieldSet, desired, live []any) bool {
	if value, ok := valueOf(element); ok {
		return holds(desired, value) && holds(live, value)
	}
	keys, ok := keysOf(element)
	if !ok {
		return false
	}
	want, found := find(desired, keys, true)
	got, there := find(live, keys, false)
	return found && there && match(owned, want, got)
}

func holds(list []any, value any) bool {
	for _, item := range list {
		if reflect.DeepEqual(item, value) {
			return true
		}
	}
	return false
}

// find returns the item with these keys. Lenient takes an item for it that lacks
// some of them, as the server defaults those.
func find(list []any, keys map[string]any, lenient bool) (any, bool) {
	for _, item := range list {
		if fields, ok := item.(map[string]any); ok && hasKeys(fields, keys, lenient) {
			return item, true
		}
	}
	return nil, false
}

func hasKeys(item, keys map[string]any, lenient bool) bool {
	for name, want := range keys {
		got, ok := item[name]
		if !ok && lenient {
			continue
		}
		if !reflect.DeepEqual(got, want) {
			return false
		}
	}
	return true
}
