package explain

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/lib/api/crds"
	"github.com/valkey-menu/valkey-menu/lib/suggest"
)

// Kinds lists the kinds that Field knows, in the order of the documentation.
func Kinds() ([]string, error) {
	all, err := definitions()
	if err != nil {
		return nil, err
	}
	kinds := make([]string, len(all))
	for i, d := range all {
		kinds[i] = d.Spec.Names.Kind
	}
	return kinds, nil
}

// definitions are the embedded CRDs, read once.
var definitions = sync.OnceValues(func() ([]*apiextensionsv1.CustomResourceDefinition, error) {
	documents := crds.All()
	all := make([]*apiextensionsv1.CustomResourceDefinition, len(documents))
	for i, document := range documents {
		all[i] = &apiextensionsv1.CustomResourceDefinition{}
		if err := yaml.Unmarshal([]byte(document), all[i]); err != nil {
			return nil, fmt.Errorf("reading an embedded CRD: %w", err)
		}
	}
	return all, nil
})

// schema is the schema of a kind, in any case; nil if there is no such kind.
func schema(kind string) (string, *apiextensionsv1.JSONSchemaProps, error) {
	all, err := definitions()
	if err != nil {
		return "", nil, err
	}
	for _, d := range all {
		if strings.EqualFold(kind, d.Spec.Names.Kind) {
			return d.Spec.Names.Kind, d.Spec.Versions[0].Schema.OpenAPIV3Schema, nil
		}
	}
	return "", nil, nil
}

// UnknownFieldError says which step of a path leads nowhere.
type UnknownFieldError struct {
	// Parent is the path up to the step, empty when there is no such kind, and
	// Name the step.
	Parent, Name string
	// Known are the fields of the parent, or the kinds.
	Known []string
}

func (e *UnknownFieldError) Error() string {
	text := fmt.Sprintf("%s has no field %q", e.Parent, e.Name)
	if e.Parent == "" {
		text = fmt.Sprintf("unknown kind %q", e.Name)
	}
	if near, ok := suggest.Nearest(e.Name, e.Known); ok {
		return fmt.Sprintf("%s (did you mean %q?)", text, near)
	}
	if len(e.Known) == 0 {
		return text
	}
	return text + ": there is " + strings.Join(e.Known, ", ")
}

// Field is the page of a kind or of one of its fields, for a path such as
// ValkeyCluster.spec.tls. Lists are looked through: spec.acl.username and
// spec.acl[0].username are the same. A path that leads nowhere is an
// *UnknownFieldError, also when the kind does not exist; any other error is one
// of the embedded CRDs.
func Field(path string) (string, error) {
	steps := strings.Split(path, ".")
	kind, at, err := schema(steps[0])
	if err != nil {
		return "", err
	}
	if at == nil {
		known, err := Kinds()
		if err != nil {
			return "", err
		}
		return "", &UnknownFieldError{Name: steps[0], Known: known}
	}
	name, required := kind, false
	for _, step := range steps[1:] {
		step, _, _ = strings.Cut(step, "[")
		next, ok := below(at, step)
		if !ok {
			return "", &UnknownFieldError{Parent: name, Name: step, Known: fieldNames(at)}
		}
		required = slices.Contains(element(at).Required, step)
		at, name = next, name+"."+step
	}
	var p page
	p.field(name, at, required, len(steps) > 1)
	return p.String(), nil
}

// element is what a list or map holds, so that its fields can be named.
func element(s *apiextensionsv1.JSONSchemaProps) *apiextensionsv1.JSONSchemaProps {
	if s.Items != nil && s.Items.Schema != nil {
		return element(s.Items.Schema)
	}
	return s
}

func below(s *apiextensionsv1.JSONSchemaProps, name string) (*apiextensionsv1.JSONSchemaProps, bool) {
	s = element(s)
	if next, ok := s.Properties[name]; ok {
		return &next, true
	}
	if s.AdditionalProperties != nil && s.AdditionalProperties.Schema != nil && name != "" {
		return s.AdditionalProperties.Schema, true
	}
	return nil, false
}

func fieldNames(s *apiextensionsv1.JSONSchemaProps) []string {
	return slices.Sorted(maps.Keys(element(s).Properties))
}
