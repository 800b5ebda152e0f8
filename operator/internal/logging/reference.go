package logging

import (
	"log/slog"
	"reflect"
)

// objectReference recognises a value that names an object of Kubernetes: an
// object itself, a NamespacedName, a Request, a reference of klog (which is a
// LogValuer) or of the core API. Its namespace belongs in the span.
func objectReference(value slog.Value) (name, namespace string, ok bool) {
	if value.Kind() != slog.KindAny && value.Kind() != slog.KindLogValuer {
		return "", "", false
	}
	return reference(value.Any())
}

// reference looks at the fields Name and Namespace, also of embedded structs,
// since no interface covers all of these types.
func reference(value any) (name, namespace string, ok bool) {
	defer func() {
		if recover() != nil { // an embedded pointer is nil
			name, namespace, ok = "", "", false
		}
	}()
	if _, isError := value.(error); isError {
		return "", "", false // its text says more
	}
	v := reflect.ValueOf(value)
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return "", "", false
	}
	nameField, namespaceField := v.FieldByName("Name"), v.FieldByName("Namespace")
	if !isString(nameField) || !isString(namespaceField) {
		return "", "", false
	}
	return nameField.String(), namespaceField.String(), true
}

func isString(v reflect.Value) bool { return v.IsValid() && v.Kind() == reflect.String }
