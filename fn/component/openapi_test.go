package component

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

func array(keys []string, rules ...string) apiextensionsv1.JSONSchemaProps {
	s := apiextensionsv1.JSONSchemaProps{Type: "array", XListMapKeys: keys, Items: &apiextensionsv1.JSONSchemaPropsOrArray{
		Schema: &apiextensionsv1.JSONSchemaProps{Type: "object", Properties: map[string]apiextensionsv1.JSONSchemaProps{"a": {Type: "string"}}},
	}}
	for _, rule := range rules {
		s.XValidations = append(s.XValidations, apiextensionsv1.ValidationRule{Rule: rule})
	}
	return s
}

func TestListKey(t *testing.T) {
	tests := map[string]struct {
		schema  apiextensionsv1.JSONSchemaProps
		want    string
		wantErr bool
	}{
		"no key":                  {schema: array(nil)},
		"a key of the list":       {schema: array([]string{"type"}), want: "type"},
		"two keys":                {schema: array([]string{"a", "b"}), wantErr: true},
		"a rule of uniqueness":    {schema: array(nil, "size(self) > 0", "self.all(x, self.exists_one(y, y.name == x.name))"), want: "name"},
		"turned round":            {schema: array(nil, "self.all(x, self.exists_one(y, x.name == y.name))"), want: "name"},
		"of two different fields": {schema: array(nil, "self.all(x, self.exists_one(y, y.name == x.other))")},
		"that compares nothing":   {schema: array(nil, "self.all(x, self.exists_one(y, y.name == y.name))")},
		"under a condition":       {schema: array(nil, "self.all(x, self.exists_one(y, y.name == x.name) || true)")},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := listKey(test.schema)
			if got != test.want || (err != nil) != test.wantErr {
				t.Errorf("got %q, %v, want %q, error %v", got, err, test.want, test.wantErr)
			}
		})
	}
}

func TestKeyedLists(t *testing.T) {
	inner := array([]string{"name"})
	outer := array(nil)
	outer.Items.Schema.Properties["inner"] = inner
	schema := apiextensionsv1.JSONSchemaProps{Type: "object", Properties: map[string]apiextensionsv1.JSONSchemaProps{
		"outer": outer, "plain": array(nil), "text": {Type: "string"},
	}}
	got, err := keyedLists(schema)
	if err != nil {
		t.Fatal(err)
	}
	want := &property{Type: "object", Properties: map[string]*property{"outer": {Type: "array", Items: &property{
		Type: "object", Properties: map[string]*property{"inner": {Type: "array", Items: &property{Type: "object"}, PatchKey: "name", PatchStrategy: "merge"}},
	}}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("properties differ (-want +got):\n%s", diff)
	}
}

func TestOpenAPIErrors(t *testing.T) {
	crd := func(schema string) string {
		return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: things.example.com}\n" +
			"spec:\n  group: example.com\n  names: {kind: Thing, plural: things}\n  scope: Cluster\n  versions:\n  - name: v1\n    served: true\n    storage: true\n" + schema
	}
	tests := map[string]struct{ crd, want string }{
		"no YAML":   {"a: [", "reading a CRD: "},
		"no schema": {crd(""), `reading the CRD "things.example.com": want one version with a schema, got 1 versions`},
		"two keys": {
			crd("    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {outer: {type: array, items: {type: object, " +
				"properties: {inner: {type: array, x-kubernetes-list-map-keys: [a, b], items: {type: object}}}}}}}}}}\n"),
			`reading the CRD "things.example.com": spec.outer.[].inner: a list with several keys cannot be merged by kustomize`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := OpenAPI([]string{test.crd})
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}
