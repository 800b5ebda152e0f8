package schema

import (
	"reflect"
	"slices"
	"unicode/utf8"
)

// shortcut says whether the spec of obj certainly has nothing that the server
// would refuse, so that the server's own libraries need not be asked: they take
// a hundred times as long. False means that they must be. Metadata is not its
// concern, but for what CEL rules read from it.
func (c *compiled) shortcut(obj map[string]any) bool {
	if _, has := obj["status"]; c.plain == nil || has {
		return false
	}
	return c.plain.accepts(obj)
}

// unchanged says whether an update certainly breaks no transition rule.
func (c *compiled) unchanged(newObj, old map[string]any) bool {
	return c.sameHolds && reflect.DeepEqual(newObj["spec"], old["spec"])
}

// accepts says whether value is certainly valid: no unknown field, no null, and
// within each bound and rule.
func (n *plainNode) accepts(value any) bool {
	ok := false
	switch n.kind {
	case "object":
		ok = n.acceptsObject(value)
	case "array":
		ok = n.acceptsList(value)
	case "string":
		ok = n.acceptsString(value)
	case "integer":
		var whole int64
		if whole, ok = wholeNumber(value); ok {
			ok = n.min <= whole && whole <= n.max
		}
	}
	return ok && !slices.ContainsFunc(n.rules, func(holds func(any) bool) bool { return !holds(value) })
}

func (n *plainNode) acceptsObject(value any) bool {
	m, ok := value.(map[string]any)
	if !ok || int64(len(m)) < n.min || int64(len(m)) > n.max {
		return false
	}
	for _, name := range n.required {
		if _, has := m[name]; !has {
			return false
		}
	}
	for key, v := range m {
		below := n.values
		if below == nil {
			if below = n.properties[key]; below == nil {
				return false
			}
		}
		if below != skipped && !below.accepts(v) {
			return false
		}
	}
	return true
}

func (n *plainNode) acceptsList(value any) bool {
	list, ok := value.([]any)
	if !ok || int64(len(list)) < n.min || int64(len(list)) > n.max {
		return false
	}
	for _, item := range list {
		if !n.items.accepts(item) {
			return false
		}
	}
	return true
}

func (n *plainNode) acceptsString(value any) bool {
	text, ok := value.(string)
	if !ok || n.enum != nil && !n.enum[text] {
		return false
	}
	if length := int64(utf8.RuneCountInString(text)); length < n.min || length > n.max {
		return false
	}
	return n.pattern == nil || n.pattern.MatchString(text)
}

func wholeNumber(value any) (int64, bool) {
	n, ok := number(value)
	whole, isWhole := n.(int64)
	return whole, ok && isWhole
}
