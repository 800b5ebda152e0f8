package crds_test

import (
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/lib/api/crds"
)

// byKind decodes the five CRDs strictly.
func byKind(t *testing.T) map[string]*apiextensionsv1.CustomResourceDefinition {
	t.Helper()
	found := map[string]*apiextensionsv1.CustomResourceDefinition{}
	for _, document := range crds.All() {
		crd := &apiextensionsv1.CustomResourceDefinition{}
		if err := yaml.UnmarshalStrict([]byte(document), crd); err != nil {
			t.Fatal(err)
		}
		found[crd.Spec.Names.Kind] = crd
	}
	if len(found) != 5 {
		t.Fatalf("got %d kinds, want 5", len(found))
	}
	return found
}

func rootSchema(t *testing.T, crd *apiextensionsv1.CustomResourceDefinition) *apiextensionsv1.JSONSchemaProps {
	t.Helper()
	if len(crd.Spec.Versions) != 1 {
		t.Fatalf("%s has %d versions, want 1", crd.Name, len(crd.Spec.Versions))
	}
	return crd.Spec.Versions[0].Schema.OpenAPIV3Schema
}

// asServerHasIt returns a CRD as the server holds it when it validates: with
// defaults, and internal.
func asServerHasIt(t *testing.T, crd *apiextensionsv1.CustomResourceDefinition) *apiextensions.CustomResourceDefinition {
	t.Helper()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{apiextensions.AddToScheme, apiextensionsv1.AddToScheme} {
		if err := add(scheme); err != nil {
			t.Fatal(err)
		}
	}
	defaulted := crd.DeepCopy()
	scheme.Default(defaulted)
	internal := &apiextensions.CustomResourceDefinition{}
	if err := scheme.Convert(defaulted, internal, nil); err != nil {
		t.Fatal(err)
	}
	// The registry does this before it validates.
	internal.Status.StoredVersions = []string{"v1alpha1"}
	return internal
}

// walk visits each node of a schema with its path: dots for properties, [] for
// items, {} for the values of a map.
func walk(path string, s *apiextensionsv1.JSONSchemaProps, visit func(string, *apiextensionsv1.JSONSchemaProps)) {
	visit(path, s)
	for name, property := range s.Properties {
		below := name
		if path != "" {
			below = path + "." + name
		}
		walk(below, &property, visit)
	}
	if s.Items != nil {
		walk(path+"[]", s.Items.Schema, visit)
	}
	if s.AdditionalProperties != nil && s.AdditionalProperties.Schema != nil {
		walk(path+"{}", s.AdditionalProperties.Schema, visit)
	}
}
