package schema

import (
	"fmt"
	"sync"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"sigs.k8s.io/yaml"
)

// compiled is one kind, ready to validate.
type compiled struct {
	kind       string
	namespaced bool
	// statusApart says that status is a subresource: the server drops it from
	// what users create or update.
	statusApart bool
	structural  *structuralschema.Structural
	schema      validation.SchemaValidator
	hasRules    bool // CEL rules, anywhere in the schema
	rules       func() *cel.Validator
	plain       *plainNode // nil: the shortcut does not understand the schema
	// sameHolds says that every transition rule holds when nothing changed.
	sameHolds bool
}

// compile reads one CRD document. Every CRD here has a single version.
func compile(document string) (*compiled, error) {
	crd := &apiextensionsv1.CustomResourceDefinition{}
	if err := yaml.UnmarshalStrict([]byte(document), crd); err != nil {
		return nil, fmt.Errorf("reading a CRD: %w", err)
	}
	if n := len(crd.Spec.Versions); n != 1 || crd.Spec.Versions[0].Schema == nil {
		return nil, fmt.Errorf("reading the CRD %q: want one version with a schema, got %d versions", crd.Name, n)
	}
	version := crd.Spec.Versions[0]
	props := &apiextensions.JSONSchemaProps{}
	err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(version.Schema.OpenAPIV3Schema, props, nil)
	if err != nil {
		return nil, fmt.Errorf("converting the schema of %q: %w", crd.Name, err)
	}
	structural, err := structuralschema.NewStructural(props)
	if err != nil {
		return nil, fmt.Errorf("reading the structural schema of %q: %w", crd.Name, err)
	}
	validator, _, err := validation.NewSchemaValidator(props)
	if err != nil {
		return nil, fmt.Errorf("compiling the schema of %q: %w", crd.Name, err)
	}
	statusApart := version.Subresources != nil && version.Subresources.Status != nil
	return &compiled{
		kind:        crd.Spec.Names.Kind,
		namespaced:  crd.Spec.Scope == apiextensionsv1.NamespaceScoped,
		statusApart: statusApart,
		structural:  structural,
		schema:      validator,
		hasRules:    hasRules(structural),
		rules: sync.OnceValue(func() *cel.Validator {
			return cel.NewValidator(structural, true, celconfig.PerCallLimit)
		}),
		plain:     plainRoot(structural, statusApart),
		sameHolds: transitionsHoldWhenSame(structural),
	}, nil
}
