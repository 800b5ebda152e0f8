package definitions_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/kustomize/kyaml/fn/framework"
	"sigs.k8s.io/kustomize/kyaml/resid"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/fn/definitions"
)

func TestFileIsWhatTheTypesGive(t *testing.T) {
	want, err := definitions.Generate()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(definitions.File())); diff != "" {
		t.Errorf("%s is stale, run make generate (-want +got):\n%s", definitions.FileName, diff)
	}
}

// stream is the documents of the file.
func stream(t *testing.T) []string {
	t.Helper()
	parts := strings.Split(string(definitions.File()), "---\n")
	if len(parts) < 2 {
		t.Fatal("the file holds no document")
	}
	return parts[1:] // a comment stands before the first
}

func TestKyamlReadsEachDocument(t *testing.T) {
	var defined []string
	for _, document := range stream(t) {
		var definition framework.KRMFunctionDefinition
		if err := sigsyaml.Unmarshal([]byte(document), &definition); err != nil {
			t.Fatal(err)
		}
		if definition.Kind != framework.FunctionDefinitionKind || definition.APIVersion != framework.FunctionDefinitionGroupVersion {
			t.Errorf("a %s of %s, want a %s of %s", definition.Kind, definition.APIVersion,
				framework.FunctionDefinitionKind, framework.FunctionDefinitionGroupVersion)
		}
		kind := definition.Spec.Names.Kind
		defined = append(defined, kind)
		got, err := framework.SchemaFromFunctionDefinition(resid.NewGvk(config.Group, "v1alpha1", kind), document)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(plain(t, schemas(t)[kind]), plain(t, got)); diff != "" {
			t.Errorf("kyaml reads another schema of %s than was written (-want +got):\n%s", kind, diff)
		}
	}
	want := []string{config.KindMenu, config.KindTenant, config.KindRender, config.KindValidate}
	if diff := cmp.Diff(want, defined); diff != "" {
		t.Errorf("kinds defined (-want +got):\n%s", diff)
	}
}

// TestTheRegistrysFields names what the schema of KEP-2906 requires, as the
// registry of KRM functions tests it; kyaml asks for less.
func TestTheRegistrysFields(t *testing.T) {
	required := []string{
		"apiVersion", "kind", "spec.group", "spec.names.kind", "spec.description", "spec.publisher",
		"spec.versions.0.name", "spec.versions.0.schema.openAPIV3Schema", "spec.versions.0.idempotent",
		"spec.versions.0.runtime", "spec.versions.0.usage", "spec.versions.0.examples.0", "spec.versions.0.license",
	}
	for _, document := range stream(t) {
		var object any
		if err := sigsyaml.Unmarshal([]byte(document), &object); err != nil {
			t.Fatal(err)
		}
		for _, path := range required {
			if lookup(object, path) == nil {
				t.Errorf("%v: %s is missing", lookup(object, "metadata.name"), path)
			}
		}
		if got := lookup(object, "spec.versions.0.license"); got != "Apache 2.0" {
			t.Errorf("license %v, want the one spelling of the registry", got)
		}
		if got, ok := lookup(object, "spec.versions.0.runtime").(map[string]any); !ok || len(got) > 0 {
			t.Errorf("runtime %v, want an empty one: there is no image, and the registry's exec has no valid form", got)
		}
	}
}

// lookup follows a path of keys and the index 0.
func lookup(v any, path string) any {
	for step := range strings.SplitSeq(path, ".") {
		switch at := v.(type) {
		case map[string]any:
			v = at[step]
		case []any:
			if len(at) == 0 {
				return nil
			}
			v = at[0]
		default:
			return nil
		}
	}
	return v
}

func TestLicenceIsThatOfTheRepository(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "Apache License") || !strings.Contains(string(text), "Version 2.0") {
		t.Error("LICENSE is not the Apache License 2.0, which the definitions name")
	}
}

func TestLinksLeadIntoTheTree(t *testing.T) {
	for _, document := range stream(t) {
		var definition framework.KRMFunctionDefinition
		if err := sigsyaml.Unmarshal([]byte(document), &definition); err != nil {
			t.Fatal(err)
		}
		version := definition.Spec.Versions[0]
		for _, link := range append(version.Examples, version.Usage) {
			_, place, ok := strings.Cut(link, "/main/")
			if _, err := os.Stat(filepath.Join(root, place)); !ok || err != nil {
				t.Errorf("%s leads nowhere: %v", link, err)
			}
		}
		if page, err := os.ReadFile(filepath.Join(root, "docs", "functions.md")); err != nil || !strings.Contains(string(page), "## "+definition.Spec.Names.Kind+"\n") {
			t.Errorf("the usage page has no section %s: %v", definition.Spec.Names.Kind, err)
		}
		for _, example := range version.Examples {
			_, folder, _ := strings.Cut(example, "/main/")
			if !uses(t, folder, definition.Spec.Names.Kind) {
				t.Errorf("%s does not use %s", folder, definition.Spec.Names.Kind)
			}
		}
	}
}

func uses(t *testing.T, folder, kind string) bool {
	t.Helper()
	for place := range documents(t, folder, ".yaml") {
		if strings.HasSuffix(place, " "+kind) {
			return true
		}
	}
	return false
}
