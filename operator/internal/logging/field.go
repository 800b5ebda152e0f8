package logging

import "log/slog"

// field is an attribute without groups: its key holds their names. That of a
// reference to an object has the object's name as its value.
type field struct {
	key       string
	value     slog.Value
	reference bool
	namespace string // of a reference
}

// flatten appends an attribute, or those of a group with dotted keys.
func flatten(fields []field, prefix string, attr slog.Attr) []field {
	if attr.Equal(slog.Attr{}) {
		return fields // the contract of slog.Handler
	}
	// Before Resolve: klog's references resolve to a group.
	if name, namespace, ok := objectReference(attr.Value); ok {
		return append(fields, field{key: fieldKey(prefix, attr.Key), value: slog.StringValue(name), reference: true, namespace: namespace})
	}
	value := attr.Value.Resolve()
	if value.Kind() != slog.KindGroup {
		return append(fields, field{key: fieldKey(prefix, attr.Key), value: value})
	}
	if attr.Key != "" {
		prefix += attr.Key + "."
	}
	for _, member := range value.Group() {
		fields = flatten(fields, prefix, member)
	}
	return fields
}

func flattenAll(fields []field, prefix string, attrs []slog.Attr) []field {
	for _, attr := range attrs {
		fields = flatten(fields, prefix, attr)
	}
	return fields
}

// fieldKey gives an attribute without a key one that can be searched for.
func fieldKey(prefix, key string) string {
	if key == "" {
		key = "field"
	}
	return prefix + key
}
