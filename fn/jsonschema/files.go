package jsonschema

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/fn/definitions"
	"github.com/valkey-menu/valkey-menu/fn/typeschema"
	"github.com/valkey-menu/valkey-menu/lib/api/crds"
)

// Location is the template by which kubeconform finds the schemas below a
// folder: kubeconform -schema-location FOLDER/Location.
const Location = "{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json"

// draft is the newest that kubeconform and editors both know well.
const draft = "http://json-schema.org/draft-07/schema#"

// File is the schema of one kind.
type File struct {
	// Name is a path with slashes, as Location says.
	Name    string
	Content []byte
}

// Files returns the schema of every kind, sorted by name.
func Files() ([]File, error) {
	var files []File
	for _, document := range crds.All() {
		var crd apiextensionsv1.CustomResourceDefinition
		if err := yaml.Unmarshal([]byte(document), &crd); err != nil {
			return nil, fmt.Errorf("reading an embedded CRD: %w", err)
		}
		for _, version := range crd.Spec.Versions {
			s, err := resource(crd.Spec.Group+"/"+version.Name, crd.Spec.Names.Kind, *version.Schema.OpenAPIV3Schema)
			if err != nil {
				return nil, err
			}
			file, err := newFile(crd.Spec.Group, version.Name, crd.Spec.Names.Kind, s)
			if err != nil {
				return nil, err
			}
			files = append(files, file)
		}
	}
	kinds, err := definitions.Kinds()
	if err != nil {
		return nil, err
	}
	group, version, _ := strings.Cut(config.APIVersion, "/")
	for _, kind := range kinds {
		file, err := newFile(group, version, kind.Name, kind.Schema)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	slices.SortFunc(files, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	return files, nil
}

func newFile(group, version, kind string, s typeschema.Schema) (File, error) {
	name := fmt.Sprintf("%s/%s_%s.json", group, strings.ToLower(kind), version)
	converted, err := strict(s)
	if err != nil {
		return File{}, fmt.Errorf("converting the schema of %q: %w", kind, err)
	}
	converted["$schema"], converted["title"] = draft, kind
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(converted); err != nil {
		return File{}, fmt.Errorf("writing the schema of %q: %w", kind, err)
	}
	return File{name, b.Bytes()}, nil
}
