package component

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/fn/graph"
	"github.com/valkey-menu/valkey-menu/lib/api/crds"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

func text(t *testing.T, name string) []byte {
	t.Helper()
	content, err := fs.ReadFile(Files(), name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestTheFileIsTheGeneratedOne(t *testing.T) {
	want, err := OpenAPI(crds.All())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(text(t, OpenAPIFile))); diff != "" {
		t.Errorf("%s is not what OpenAPI gives; run make generate (-want +file):\n%s", OpenAPIFile, diff)
	}
}

func TestEveryFileIsEmbeddedAndUsed(t *testing.T) {
	used := string(text(t, "kustomization.yaml"))
	err := fs.WalkDir(Files(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && name != "kustomization.yaml" && !strings.Contains(used, name) {
			t.Errorf("kustomization.yaml does not name %s", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".yaml") || strings.HasSuffix(e.Name(), ".json") {
			text(t, e.Name())
		}
	}
}

// configuration is valkey-kustomizeconfig.yaml.
type configuration struct {
	NameReference []struct {
		Kind, Group, Version string
		FieldSpecs           []field
	}
	Images, Replicas []field
}

type field struct{ Group, Kind, Path string }

func read(t *testing.T) configuration {
	t.Helper()
	var c configuration
	if err := yaml.UnmarshalStrict(text(t, "valkey-kustomizeconfig.yaml"), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// referenceFields lists the fields of specifications whose name says that they
// refer to another object.
func referenceFields(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, document := range crds.All() {
		kind, spec := specOf(t, document)
		walk(spec, "spec", func(path string, _ apiextensionsv1.JSONSchemaProps) {
			if strings.HasSuffix(path, "Ref") {
				all = append(all, kind+" "+path)
			}
		})
	}
	slices.Sort(all)
	return all
}

func specOf(t *testing.T, document string) (kind string, spec apiextensionsv1.JSONSchemaProps) {
	t.Helper()
	crd := &apiextensionsv1.CustomResourceDefinition{}
	if err := yaml.Unmarshal([]byte(document), crd); err != nil {
		t.Fatal(err)
	}
	return crd.Spec.Names.Kind, crd.Spec.Versions[0].Schema.OpenAPIV3Schema.Properties["spec"]
}

func walk(schema apiextensionsv1.JSONSchemaProps, path string, visit func(string, apiextensionsv1.JSONSchemaProps)) {
	visit(path, schema)
	for name, field := range schema.Properties {
		walk(field, path+"/"+name, visit)
	}
	if schema.Items != nil && schema.Items.Schema != nil {
		walk(*schema.Items.Schema, path, visit)
	}
}

func TestEveryReferenceIsCovered(t *testing.T) {
	want := referenceFields(t)
	if len(want) < 6 {
		t.Fatalf("only %q found in the CRDs", want)
	}
	var got []string
	for _, target := range read(t).NameReference {
		for _, f := range target.FieldSpecs {
			if f.Group != v1alpha1.Group {
				t.Errorf("%v: want the group %s", f, v1alpha1.Group)
			}
			got = append(got, f.Kind+" "+f.Path)
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("fields of nameReference (-CRDs +file):\n%s", diff)
	}
}

// The function resolves the same fields, to the same kinds.
func TestTheFunctionKnowsTheSameReferences(t *testing.T) {
	targets := map[string]string{}
	for _, target := range read(t).NameReference {
		for _, f := range target.FieldSpecs {
			targets[f.Kind+" "+f.Path] = target.Kind
		}
	}
	got := map[string]string{}
	for _, kind := range []string{v1alpha1.KindImage, v1alpha1.KindConfig, v1alpha1.KindRole, v1alpha1.KindCluster, v1alpha1.KindNode} {
		for _, ref := range graph.References(kind, everyField(t, kind)) {
			got[kind+" "+strings.NewReplacer("[0]", "", ".", "/").Replace(ref.Path)] = ref.Kind
		}
	}
	if diff := cmp.Diff(targets, got); diff != "" {
		t.Errorf("references (-Component +function):\n%s", diff)
	}
}

// everyField is an object of a kind with a value in every field of its
// specification.
func everyField(t *testing.T, kind string) map[string]any {
	t.Helper()
	for _, document := range crds.All() {
		if k, spec := specOf(t, document); k == kind {
			return map[string]any{"spec": filled(spec)}
		}
	}
	t.Fatalf("no CRD of %s", kind)
	return nil
}

func filled(schema apiextensionsv1.JSONSchemaProps) any {
	switch {
	case len(schema.Properties) > 0:
		object := map[string]any{}
		for name, field := range schema.Properties {
			object[name] = filled(field)
		}
		return object
	case schema.Items != nil && schema.Items.Schema != nil:
		return []any{filled(*schema.Items.Schema)}
	default:
		return "x"
	}
}

func TestOtherFieldsExist(t *testing.T) {
	exists := map[string]bool{}
	for _, document := range crds.All() {
		kind, spec := specOf(t, document)
		walk(spec, "spec", func(path string, _ apiextensionsv1.JSONSchemaProps) { exists[kind+" "+path] = true })
	}
	c := read(t)
	for _, f := range slices.Concat(c.Images, c.Replicas) {
		if !exists[f.Kind+" "+f.Path] {
			t.Errorf("no field %s of %s", f.Path, f.Kind)
		}
	}
}
