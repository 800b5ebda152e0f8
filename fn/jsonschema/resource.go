package jsonschema

import (
	"encoding/json"
	"fmt"
	"reflect"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/fn/typeschema"
)

// resource adds to the schema of a CRD what the API server knows by itself: the
// names of the kind, and metadata.
func resource(apiVersion, kind string, s typeschema.Schema) (typeschema.Schema, error) {
	metadata, err := objectMeta()
	if err != nil {
		return s, err
	}
	properties := map[string]typeschema.Schema{}
	for name, property := range s.Properties {
		properties[name] = property
	}
	properties["apiVersion"], properties["kind"] = only(apiVersion), only(kind)
	properties["metadata"] = metadata
	s.Properties = properties
	s.Required = append([]string{"apiVersion", "kind", "metadata"}, s.Required...)
	return s, nil
}

func only(text string) typeschema.Schema {
	return typeschema.Schema{
		Type: "string", Description: "Always " + text + ".",
		Enum: []apiextensionsv1.JSON{{Raw: fmt.Appendf(nil, "%q", text)}},
	}
}

// objectMeta is the schema of metadata. The server reads it with encoding/json,
// which takes null for a field that is not set.
func objectMeta() (typeschema.Schema, error) {
	open := true
	s, err := typeschema.Of(reflect.TypeFor[metav1.ObjectMeta](), typeschema.Options{
		Known: map[reflect.Type]typeschema.Schema{
			reflect.TypeFor[metav1.Time]():     {Type: "string", Format: "date-time"},
			reflect.TypeFor[metav1.FieldsV1](): {Type: "object", XPreserveUnknownFields: &open},
		},
		Field: func(_ reflect.Type, _ string, s *typeschema.Schema) {
			s.Nullable = true
			if values := s.AdditionalProperties; values != nil && values.Schema != nil {
				values.Schema.Nullable = true
			}
		},
	})
	if err != nil {
		return s, fmt.Errorf("describing metadata: %w", err)
	}
	s.AnyOf = []typeschema.Schema{{Required: []string{"name"}}, {Required: []string{"generateName"}}}
	return s, nil
}

// generic is a schema as its JSON.
func generic(s typeschema.Schema) (map[string]any, error) {
	raw, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	var m map[string]any
	err = json.Unmarshal(raw, &m)
	return m, err
}
