package crds_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// Unbounded text, lists and maps make CEL too dear and objects too large.
func TestEverythingIsBounded(t *testing.T) {
	for kind, crd := range byKind(t) {
		root := rootSchema(t, crd)
		for _, part := range slices.Sorted(maps.Keys(root.Properties)) {
			if part == "apiVersion" || part == "kind" || part == "metadata" {
				continue // the server's own
			}
			property := root.Properties[part]
			walk(part, &property, func(path string, s *apiextensionsv1.JSONSchemaProps) {
				if lack := unbounded(s); lack != "" {
					t.Errorf("%s %s: %s", kind, path, lack)
				}
			})
		}
	}
}

func unbounded(s *apiextensionsv1.JSONSchemaProps) string {
	switch s.Type {
	case "string":
		if s.MaxLength == nil && len(s.Enum) == 0 && s.Format != "date-time" {
			return "a string without maxLength or enum"
		}
	case "integer":
		if s.Format != "int32" && s.Format != "int64" {
			return "an integer without a format"
		}
	case "array":
		if s.MaxItems == nil {
			return "a list without maxItems"
		}
	case "object":
		switch {
		case s.AdditionalProperties == nil && len(s.Properties) == 0:
			return "an object without properties"
		case s.AdditionalProperties != nil && s.MaxProperties == nil:
			return "a map without maxProperties"
		}
	default:
		return "type " + s.Type
	}
	if s.XPreserveUnknownFields != nil || s.XIntOrString || s.Nullable {
		return "an open end: unknown fields, int-or-string or null"
	}
	return ""
}

func TestUnboundedFindsWhatLacksABound(t *testing.T) {
	tests := map[string]apiextensionsv1.JSONSchemaProps{
		"string": {Type: "string"},
		"list":   {Type: "array"},
		"number": {Type: "number"},
		"map":    {Type: "object", AdditionalProperties: &apiextensionsv1.JSONSchemaPropsOrBool{Allows: true}},
		"object": {Type: "object"},
	}
	for name, s := range tests {
		if unbounded(&s) == "" {
			t.Errorf("%s passes as bounded", name)
		}
	}
}

func TestSpecOfEachKind(t *testing.T) {
	got := map[string]map[string]string{}
	for kind, crd := range byKind(t) {
		got[kind] = map[string]string{}
		spec := rootSchema(t, crd).Properties["spec"]
		walk("", &spec, func(path string, s *apiextensionsv1.JSONSchemaProps) {
			if path != "" {
				got[kind][path] = facts(s)
			}
			for _, name := range s.Required {
				got[kind][joined(path, name)+" required"] = ""
			}
		})
	}
	if diff := cmp.Diff(wantSpecs(), got); diff != "" {
		t.Errorf("specs (-want +got):\n%s", diff)
	}
}

func TestSpecItselfIsRequired(t *testing.T) {
	for kind, crd := range byKind(t) {
		if got := rootSchema(t, crd).Required; !slices.Equal(got, []string{"spec"}) {
			t.Errorf("%s requires %v, want spec", kind, got)
		}
	}
}

func joined(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
