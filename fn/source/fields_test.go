package source

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/lib/api/crds"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// stringsOfCRD are the paths below a schema where it wants a string, with * for any key or index.
func stringsOfCRD(s apiextensionsv1.JSONSchemaProps, path string) []string {
	switch {
	case s.Type == "string":
		return []string{path}
	case s.Items != nil:
		return stringsOfCRD(*s.Items.Schema, path+".*")
	case s.AdditionalProperties != nil:
		return stringsOfCRD(*s.AdditionalProperties.Schema, path+".*")
	}
	var paths []string
	for name, p := range s.Properties {
		paths = append(paths, stringsOfCRD(p, path+"."+name)...)
	}
	return paths
}

func stringsOfField(f *field, path string) []string {
	switch {
	case f.isString:
		return []string{path}
	case f.elem != nil:
		return stringsOfField(f.elem, path+".*")
	}
	var paths []string
	for name, p := range f.props {
		paths = append(paths, stringsOfField(p, path+"."+name)...)
	}
	return paths
}

// TestFieldsMatchCRDs holds what is derived from the Go types against the CRDs.
func TestFieldsMatchCRDs(t *testing.T) {
	seen := map[string]bool{}
	for _, text := range crds.All() {
		var crd apiextensionsv1.CustomResourceDefinition
		if err := yaml.Unmarshal([]byte(text), &crd); err != nil {
			t.Fatal(err)
		}
		kind := crd.Spec.Names.Kind
		seen[kind] = true
		want := stringsOfCRD(crd.Spec.Versions[0].Schema.OpenAPIV3Schema.Properties["spec"], "spec")
		got := stringsOfField(specOf(kind), "spec")
		if len(want) < 2 {
			t.Fatalf("%s has the strings %v only", kind, want)
		}
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("strings of %s (-CRD +fields):\n%s", kind, diff)
		}
	}
	want := []string{v1alpha1.KindCluster, v1alpha1.KindConfig, v1alpha1.KindImage, v1alpha1.KindNode, v1alpha1.KindRole}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(seen))); diff != "" {
		t.Errorf("kinds (-want +got):\n%s", diff)
	}
}
