package kubeconform_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/fn/schema"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// tree reads the objects of an API version below folders, by place. Files that
// are no YAML, and documents that are none, are left out.
func tree(t *testing.T, apiVersion string, dirs ...string) map[string]map[string]any {
	t.Helper()
	found := map[string]map[string]any{}
	for _, dir := range dirs {
		err := filepath.WalkDir(filepath.Join("..", "..", dir), func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".yaml") {
				return err
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			for i, document := range strings.Split(string(text), "\n---\n") {
				var object map[string]any
				if yaml.UnmarshalStrict([]byte(document), &object) == nil && object["apiVersion"] == apiVersion {
					found[fmt.Sprintf("%s document %d", filepath.ToSlash(name), i+1)] = object
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// TestObjectsOfTheTree: the examples, and the good and bad cases of the rules,
// are refused exactly where something structural is wrong. Of the bad cases most
// are wrong in ways that no schema sees.
func TestObjectsOfTheTree(t *testing.T) {
	validator, err := schema.New()
	if err != nil {
		t.Fatal(err)
	}
	objects := tree(t, v1alpha1.APIVersion, "examples", "lib/lint/testdata", "fn/cli/testdata", "fn/schema/testdata")
	refused := 0
	for place, got := range conform(t, objects) {
		want := slices.ContainsFunc(validator.Validate(objects[place]), func(v schema.Violation) bool {
			return v.Kind == schema.KindSchema || v.Kind == schema.KindUnknownField
		})
		if want {
			refused++
		}
		if got.refused != want {
			t.Errorf("%s: refused is %t, want %t: %s", place, got.refused, want, got.why)
		}
	}
	if len(objects) < 150 || refused < 3 {
		t.Errorf("only %d objects were found, %d of them refused", len(objects), refused)
	}
}

func TestFunctionConfigsOfTheTree(t *testing.T) {
	objects := tree(t, config.APIVersion, "examples", "fn/generate/testdata")
	for place, got := range conform(t, objects) {
		if got.refused {
			t.Errorf("%s: %s", place, got.why)
		}
	}
	if len(objects) < 8 {
		t.Errorf("only %d functionConfigs were found", len(objects))
	}
}

func TestBadFunctionConfigs(t *testing.T) {
	of := func(kind string, spec map[string]any) map[string]any {
		return map[string]any{"apiVersion": config.APIVersion, "kind": kind, "metadata": map[string]any{"name": "x"}, "spec": spec}
	}
	bad := map[string]map[string]any{
		"an unknown field":   of(config.KindMenu, map[string]any{"imagess": []any{}}),
		"a wrong type":       of(config.KindRender, map[string]any{"sources": "menu"}),
		"a missing field":    of(config.KindTenant, map[string]any{}),
		"a word":             of(config.KindValidate, map[string]any{"failLevel": "info"}),
		"off without quotes": of(config.KindValidate, map[string]any{"rules": map[string]any{"VK031": false}}),
		"a kind without one": of("ValkeyMneu", nil),
		"no metadata":        {"apiVersion": config.APIVersion, "kind": config.KindRender},
	}
	for name, got := range conform(t, bad) {
		if !got.refused {
			t.Errorf("%s: kubeconform takes it", name)
		}
	}
}
