package typeschema

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// Schema is an OpenAPI v3 schema.
type Schema = apiextensionsv1.JSONSchemaProps

// Options say what a Go type does not.
type Options struct {
	// Known are the schemas of types that are not looked into.
	Known map[reflect.Type]Schema
	// Object completes the schema of a struct once all its fields stand in it;
	// nil for nothing.
	Object func(*Schema)
	// Field is told the struct that declares a field, the field's JSON name and
	// the schema made so far, to describe and to bound it; nil for nothing.
	Field func(owner reflect.Type, name string, s *Schema)
}

// Of returns the schema of t. A type that JSON cannot hold, or that holds
// itself, is an error.
func Of(t reflect.Type, o Options) (Schema, error) {
	w := &walker{Options: o}
	return w.of(t)
}

type walker struct {
	Options
	// inside are the structs around the type that is looked at.
	inside []reflect.Type
}

func (w *walker) of(t reflect.Type) (Schema, error) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if known, ok := w.Known[t]; ok {
		return *known.DeepCopy(), nil
	}
	switch t.Kind() {
	case reflect.String:
		return Schema{Type: "string"}, nil
	case reflect.Bool:
		return Schema{Type: "boolean"}, nil
	case reflect.Int32, reflect.Int64:
		return Schema{Type: "integer", Format: t.Kind().String()}, nil
	case reflect.Slice:
		items, err := w.of(t.Elem())
		return Schema{Type: "array", Items: &apiextensionsv1.JSONSchemaPropsOrArray{Schema: &items}}, err
	case reflect.Map:
		values, err := w.of(t.Elem())
		return Schema{Type: "object", AdditionalProperties: &apiextensionsv1.JSONSchemaPropsOrBool{Allows: true, Schema: &values}}, err
	case reflect.Struct:
		return w.object(t)
	default:
		return Schema{}, fmt.Errorf("making a schema of type %s: its kind %s has none", t, t.Kind())
	}
}

// object is closed: a field that the struct lacks is none.
func (w *walker) object(t reflect.Type) (Schema, error) {
	s := Schema{
		Type: "object", Properties: map[string]Schema{},
		AdditionalProperties: &apiextensionsv1.JSONSchemaPropsOrBool{},
	}
	if slices.Contains(w.inside, t) {
		return s, fmt.Errorf("making a schema of type %s: it holds itself", t)
	}
	w.inside = append(w.inside, t)
	defer func() { w.inside = w.inside[:len(w.inside)-1] }()
	err := w.fields(t, &s)
	slices.Sort(s.Required)
	if w.Object != nil {
		w.Object(&s)
	}
	return s, err
}

func (w *walker) fields(t reflect.Type, s *Schema) error {
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" && field.Anonymous {
			if err := w.fields(field.Type, s); err != nil {
				return err
			}
			continue
		}
		if name == "" || name == "-" {
			continue
		}
		of, err := w.of(field.Type)
		if err != nil {
			return fmt.Errorf("field %q: %w", name, err)
		}
		if w.Field != nil {
			w.Field(t, name, &of)
		}
		s.Properties[name] = of
		if !strings.Contains(options, "omitempty") && !strings.Contains(options, "omitzero") {
			s.Required = append(s.Required, name)
		}
	}
	return nil
}
