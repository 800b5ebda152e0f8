package component

import (
	"encoding/json"
	"fmt"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"
)

// document is an OpenAPI 2 document as far as kustomize reads it.
type document struct {
	Swagger     string                `json:"swagger"`
	Info        map[string]string     `json:"info"`
	Definitions map[string]definition `json:"definitions"`
	Paths       map[string]operations `json:"paths"`
}

type definition struct {
	property
	Kinds []kind `json:"x-kubernetes-group-version-kind"`
}

type kind struct {
	Group   string `json:"group"`
	Version string `json:"version"`
	Kind    string `json:"kind"`
}

// operations of a path; kustomize takes the scope of a kind from the path of
// its GET operation, and asks for nothing else.
type operations struct {
	Get struct {
		Kind kind `json:"x-kubernetes-group-version-kind"`
	} `json:"get"`
}

// OpenAPI derives valkey-openapi.json from CRDs, each one YAML document with
// one version. It holds the scope of every kind and those lists of the
// specification whose elements have a key; every other list is replaced by a
// patch, as it is by the API server.
func OpenAPI(crds []string) ([]byte, error) {
	d := document{
		Swagger:     "2.0",
		Info:        map[string]string{"title": "valkey.gomomento.com", "version": "v1alpha1"},
		Definitions: map[string]definition{},
		Paths:       map[string]operations{},
	}
	for _, text := range crds {
		if err := d.add(text); err != nil {
			return nil, err
		}
	}
	out, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("writing the OpenAPI document: %w", err)
	}
	return append(out, '\n'), nil
}

func (d *document) add(text string) error {
	crd := &apiextensionsv1.CustomResourceDefinition{}
	if err := yaml.UnmarshalStrict([]byte(text), crd); err != nil {
		return fmt.Errorf("reading a CRD: %w", err)
	}
	if n := len(crd.Spec.Versions); n != 1 || crd.Spec.Versions[0].Schema == nil {
		return fmt.Errorf("reading the CRD %q: want one version with a schema, got %d versions", crd.Name, n)
	}
	version := crd.Spec.Versions[0]
	id := kind{crd.Spec.Group, version.Name, crd.Spec.Names.Kind}
	spec, err := keyedLists(version.Schema.OpenAPIV3Schema.Properties["spec"])
	if err != nil {
		return fmt.Errorf("reading the CRD %q: spec%w", crd.Name, err)
	}
	root := property{Type: "object"}
	if spec != nil {
		root.Properties = map[string]*property{"spec": spec}
	}
	d.Definitions[definitionName(id)] = definition{property: root, Kinds: []kind{id}}

	path := "/apis/" + id.Group + "/" + id.Version + "/"
	if crd.Spec.Scope == apiextensionsv1.NamespaceScoped {
		path += "namespaces/{namespace}/"
	}
	var get operations
	get.Get.Kind = id
	d.Paths[path+crd.Spec.Names.Plural] = get
	return nil
}

// definitionName writes the group backwards, as Kubernetes names definitions.
func definitionName(k kind) string {
	labels := strings.Split(k.Group, ".")
	var name strings.Builder
	for i := len(labels) - 1; i >= 0; i-- {
		name.WriteString(labels[i] + ".")
	}
	return name.String() + k.Version + "." + k.Kind
}
