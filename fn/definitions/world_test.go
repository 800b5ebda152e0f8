package definitions_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"go.yaml.in/yaml/v3"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/fn/definitions"
)

const root = "../.."

// kinds are made once: the tests ask for them thousands of times.
var kinds = sync.OnceValues(definitions.Kinds)

// schemas are the kinds' schemas by name.
func schemas(t *testing.T) map[string]apiextensionsv1.JSONSchemaProps {
	t.Helper()
	found, err := kinds()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]apiextensionsv1.JSONSchemaProps{}
	for _, kind := range found {
		all[kind.Name] = kind.Schema
	}
	return all
}

// refusal is what the schema of its kind says against a document, "" for
// nothing. That there is no schema for it is a refusal too.
func refusal(t *testing.T, text string) string {
	t.Helper()
	var read map[string]any // by the YAML that the function reads, which takes off for a text
	if err := yaml.Unmarshal([]byte(text), &read); err != nil {
		return err.Error()
	}
	object, _ := plain(t, read).(map[string]any)
	kind, _ := object["kind"].(string)
	s, known := schemas(t)[kind]
	if object["apiVersion"] != config.APIVersion || !known {
		return "no schema"
	}
	var internal apiextensions.JSONSchemaProps
	if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&s, &internal, nil); err != nil {
		t.Fatal(err)
	}
	validator, _, err := validation.NewSchemaValidator(&internal)
	if err != nil {
		t.Fatal(err)
	}
	if errs := validation.ValidateCustomResource(nil, object, validator); len(errs) > 0 {
		return errs.ToAggregate().Error()
	}
	return ""
}

// decodes is what fn/config says to a document.
func decodes(t *testing.T, text string) error {
	t.Helper()
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	_, err := config.Decode(document.Content[0])
	return err
}

// documents are the functionConfigs of our group below a folder, by place.
func documents(t *testing.T, dir string, suffixes ...string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(filepath.Join(root, dir), func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		for _, suffix := range suffixes {
			if strings.HasSuffix(name, suffix) {
				return collect(name, found)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		t.Fatalf("no functionConfig below %s", dir)
	}
	return found
}

// collect reads the YAML documents of a file, which are the fenced blocks of a
// Markdown page.
func collect(name string, found map[string]string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	blocks := []string{string(text)}
	if strings.HasSuffix(name, ".md") {
		blocks = fenced(string(text))
	}
	for _, block := range blocks {
		for document := range strings.SplitSeq(block, "\n---\n") {
			var meta struct{ APIVersion, Kind string }
			if err := sigsyaml.Unmarshal([]byte(document), &meta); err != nil {
				continue // not one document of YAML: a file that is broken on purpose
			}
			if meta.APIVersion == config.APIVersion {
				found[filepath.ToSlash(name)+" "+meta.Kind] = document
			}
		}
	}
	return nil
}

func fenced(page string) []string {
	var blocks []string
	for i, part := range strings.Split(page, "```") {
		if text, isYAML := strings.CutPrefix(part, "yaml\n"); i%2 == 1 && isYAML {
			blocks = append(blocks, text)
		}
	}
	return blocks
}

// plain is a value by way of JSON, to compare types that print alike.
func plain(t *testing.T, v any) any {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var out any
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}
