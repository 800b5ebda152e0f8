package status_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/lib/api/crds"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// TestCorpusFitsTheCRD asks the schema that the API server asks.
func TestCorpusFitsTheCRD(t *testing.T) {
	validator := clusterSchema(t)
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var object map[string]any
		if err := yaml.Unmarshal(text, &object); err != nil {
			t.Fatal(err)
		}
		for _, wrong := range validation.ValidateCustomResource(nil, object, validator) {
			t.Errorf("%s: %v", file, wrong)
		}
	}
	bad := map[string]any{"status": map[string]any{"conditions": []any{map[string]any{
		"type": "Ready", "status": "True", "reason": "two words", "message": "", "lastTransitionTime": "2026-03-01T12:00:00Z",
	}}}, "spec": map[string]any{"configRef": "a", "shards": int64(1), "replicasPerShard": int64(0)}}
	if wrong := validation.ValidateCustomResource(nil, bad, validator); len(wrong) != 1 {
		t.Errorf("a bad reason gave %v, want one error", wrong)
	}
}

func clusterSchema(t *testing.T) validation.SchemaValidator {
	t.Helper()
	for _, document := range crds.All() {
		if !strings.Contains(document, "kind: "+v1alpha1.KindCluster+"\n") {
			continue
		}
		var crd apiextensionsv1.CustomResourceDefinition
		if err := yaml.UnmarshalStrict([]byte(document), &crd); err != nil {
			t.Fatal(err)
		}
		var props apiextensions.JSONSchemaProps
		if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(
			crd.Spec.Versions[0].Schema.OpenAPIV3Schema, &props, nil); err != nil {
			t.Fatal(err)
		}
		validator, _, err := validation.NewSchemaValidator(&props)
		if err != nil {
			t.Fatal(err)
		}
		return validator
	}
	t.Fatal("no CRD of the cluster")
	return nil
}
