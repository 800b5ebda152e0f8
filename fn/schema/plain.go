package schema

import (
	"math"
	"reflect"
	"regexp"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
)

// plainNode is a schema of the few features that the shortcut understands.
type plainNode struct {
	kind       string // object, array, string or integer
	min, max   int64  // of the value, its characters, items or keys
	required   []string
	properties map[string]*plainNode
	values     *plainNode // of a map
	items      *plainNode
	pattern    *regexp.Regexp
	enum       map[string]bool
	rules      []func(any) bool
}

// skipped stands for a property that is checked elsewhere.
var skipped = &plainNode{}

// plainRoot returns nil if any part of the schema is beyond the shortcut.
func plainRoot(s *structuralschema.Structural, statusApart bool) *plainNode {
	root := *s
	root.Properties = map[string]structuralschema.Structural{}
	for name, property := range s.Properties {
		if name != "metadata" && (name != "status" || !statusApart) {
			root.Properties[name] = property
		}
	}
	n := newPlain(&root, twins())
	if n != nil {
		n.properties["metadata"] = skipped
	}
	return n
}

func newPlain(s *structuralschema.Structural, known map[string]func(any) bool) *plainNode {
	n := &plainNode{kind: s.Type, max: math.MaxInt64, properties: map[string]*plainNode{}}
	extensions := s.ValidationExtensions
	extensions.XValidations = nil
	if s.Nullable || !reflect.ValueOf(s.Extensions).IsZero() || !reflect.ValueOf(extensions).IsZero() ||
		!n.addRules(s, known) || !n.addBounds(s.ValueValidation) || !n.addBelow(s, known) {
		return nil
	}
	return n
}

func (n *plainNode) addRules(s *structuralschema.Structural, known map[string]func(any) bool) bool {
	for _, r := range s.XValidations {
		if usesOldSelf(r.Rule) {
			continue // creation does not look at it, and updates not at the shortcut unless nothing changed
		}
		holds, ok := known[r.Rule]
		if !ok {
			return false
		}
		n.rules = append(n.rules, holds)
	}
	return true
}

// addBounds takes over value validations and returns false if any is left.
func (n *plainNode) addBounds(v *structuralschema.ValueValidation) bool {
	if v == nil {
		return n.kind != "integer"
	}
	left := *v
	n.required, left.Required = v.Required, nil
	switch n.kind {
	case "object":
		n.bound(v.MinProperties, v.MaxProperties)
		left.MinProperties, left.MaxProperties = nil, nil
	case "array":
		n.bound(v.MinItems, v.MaxItems)
		left.MinItems, left.MaxItems = nil, nil
	case "string":
		n.bound(v.MinLength, v.MaxLength)
		left.MinLength, left.MaxLength = nil, nil
		if !n.addText(v) {
			return false
		}
		left.Pattern, left.Enum = "", nil
	case "integer":
		if !n.addRange(v) {
			return false
		}
		left.Minimum, left.Maximum, left.Format = nil, nil, ""
	}
	return reflect.ValueOf(left).IsZero()
}

func (n *plainNode) bound(lowest, highest *int64) {
	if lowest != nil {
		n.min = *lowest
	}
	if highest != nil {
		n.max = *highest
	}
}

func (n *plainNode) addText(v *structuralschema.ValueValidation) bool {
	if v.Pattern != "" {
		pattern, err := regexp.Compile(v.Pattern)
		if err != nil {
			return false
		}
		n.pattern = pattern
	}
	for _, allowed := range v.Enum {
		text, ok := allowed.Object.(string)
		if !ok {
			return false
		}
		if n.enum == nil {
			n.enum = map[string]bool{}
		}
		n.enum[text] = true
	}
	return true
}

func (n *plainNode) addRange(v *structuralschema.ValueValidation) bool {
	switch v.Format {
	case "int32":
		n.min, n.max = math.MinInt32, math.MaxInt32
	case "int64":
		n.min, n.max = math.MinInt64, math.MaxInt64
	default:
		return false
	}
	if v.Minimum != nil {
		n.min = max(n.min, int64(math.Ceil(*v.Minimum)))
	}
	if v.Maximum != nil {
		n.max = min(n.max, int64(math.Floor(*v.Maximum)))
	}
	return true
}

// addBelow compiles what lies below. A map has values, an object properties.
func (n *plainNode) addBelow(s *structuralschema.Structural, known map[string]func(any) bool) bool {
	ok := true
	compileBelow := func(below *structuralschema.Structural) *plainNode {
		compiled := newPlain(below, known)
		ok = ok && compiled != nil
		return compiled
	}
	for name, property := range s.Properties {
		n.properties[name] = compileBelow(&property)
	}
	if s.AdditionalProperties != nil {
		if s.AdditionalProperties.Structural == nil || len(s.Properties) > 0 {
			return false
		}
		n.values = compileBelow(s.AdditionalProperties.Structural)
	}
	if s.Items != nil {
		n.items = compileBelow(s.Items)
	}
	switch n.kind {
	case "object":
		return ok && (n.values != nil || len(s.Properties) > 0)
	case "array":
		return ok && n.items != nil
	case "string", "integer":
		return ok
	}
	return false
}
