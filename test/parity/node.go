package parity

import (
	"fmt"
	"maps"
	"slices"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/lib/api/crds"
)

// node is a place in the schema of a kind, with the place that stands for it in
// the base object.
type node struct {
	kind    string
	path    string // in the schema: spec.acl[].username
	field   string // in the object, as the server prints it: spec.acl[0].username
	steps   []any  // in the object: string for a key, int for an index
	dropped bool
	// own says that the API server itself decodes the place, before any schema:
	// apiVersion, kind and metadata.
	own bool
	// inMap says that the place is an item of a list that is a map.
	inMap  bool
	schema *apiextensionsv1.JSONSchemaProps
}

// closed says that the server refuses keys that the schema does not name.
func (n node) closed() bool {
	return n.schema.Type == "object" && n.schema.AdditionalProperties == nil && !n.own
}

// mapKey is the key of the one value of each map of a base object.
const mapKey = "key"

func (n node) property(name string, schema apiextensionsv1.JSONSchemaProps) node {
	below := n.below(name, schema)
	below.path, below.field = joined(n.path, name), joined(n.field, name)
	if n.path == "" {
		below.own = name == "apiVersion" || name == "kind" || name == "metadata"
	}
	return below
}

func (n node) item() node {
	below := n.below(0, *n.schema.Items.Schema)
	below.path, below.field = n.path+"[]", n.field+"[0]"
	below.inMap = n.schema.XListType != nil && *n.schema.XListType == "map"
	return below
}

func (n node) value() node {
	below := n.below(mapKey, *n.schema.AdditionalProperties.Schema)
	below.path, below.field = n.path+"{}", joined(n.field, mapKey)
	return below
}

func (n node) below(step any, schema apiextensionsv1.JSONSchemaProps) node {
	n.steps = append(slices.Clone(n.steps), step)
	n.schema, n.inMap = &schema, false
	return n
}

// nodes lists a node and all below it.
func (n node) nodes() []node {
	all := []node{n}
	for _, name := range slices.Sorted(maps.Keys(n.schema.Properties)) {
		all = append(all, n.property(name, n.schema.Properties[name]).nodes()...)
	}
	if n.schema.Items != nil {
		all = append(all, n.item().nodes()...)
	}
	if n.schema.AdditionalProperties != nil {
		all = append(all, n.value().nodes()...)
	}
	return all
}

// definition is a kind's CRD with the nodes of its schema.
type definition struct {
	crd   *apiextensionsv1.CustomResourceDefinition
	nodes []node
}

func (d definition) kind() string { return d.crd.Spec.Names.Kind }

func (d definition) namespaced() bool { return d.crd.Spec.Scope == apiextensionsv1.NamespaceScoped }

// definitions reads the embedded CRDs.
func definitions() ([]definition, error) {
	var all []definition
	for _, document := range crds.All() {
		crd := &apiextensionsv1.CustomResourceDefinition{}
		if err := yaml.UnmarshalStrict([]byte(document), crd); err != nil {
			return nil, fmt.Errorf("reading a CRD: %w", err)
		}
		d, err := newDefinition(crd)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

func newDefinition(crd *apiextensionsv1.CustomResourceDefinition) (definition, error) {
	if n := len(crd.Spec.Versions); n != 1 || crd.Spec.Versions[0].Schema == nil {
		return definition{}, fmt.Errorf("reading the CRD %q: want one version with a schema, got %d versions", crd.Name, n)
	}
	version := crd.Spec.Versions[0]
	root := node{kind: crd.Spec.Names.Kind, schema: version.Schema.OpenAPIV3Schema}
	d := definition{crd: crd, nodes: root.nodes()}
	if version.Subresources != nil && version.Subresources.Status != nil {
		for i, n := range d.nodes {
			d.nodes[i].dropped = len(n.steps) > 0 && n.steps[0] == "status"
		}
	}
	return d, nil
}

func joined(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
