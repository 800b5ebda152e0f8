package definitions

import (
	"fmt"
	"reflect"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/fn/typeschema"
	"github.com/valkey-menu/valkey-menu/lib/api/crds"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// each is the step of a path from a list to its items, or from a map to its
// values.
const each = "*"

// knownTypes are the schemas of types that functionConfigs share with the CRDs,
// and of the one that decodes itself.
func knownTypes() (map[reflect.Type]typeschema.Schema, error) {
	specs, err := specSchemas()
	if err != nil {
		return nil, err
	}
	known := map[reflect.Type]typeschema.Schema{reflect.TypeFor[config.PodUser](): podUser()}
	for t, at := range map[reflect.Type][]string{
		reflect.TypeFor[v1alpha1.Resources]():    {v1alpha1.KindConfig, "resources"},
		reflect.TypeFor[v1alpha1.SettingValue](): {v1alpha1.KindConfig, "valkey", each},
		reflect.TypeFor[v1alpha1.ACLBinding]():   {v1alpha1.KindConfig, "acl", each},
		reflect.TypeFor[v1alpha1.CategoryRule](): {v1alpha1.KindRole, "categories", each},
		reflect.TypeFor[v1alpha1.CommandRule]():  {v1alpha1.KindRole, "commands", each},
		reflect.TypeFor[v1alpha1.ZoneSpread]():   {v1alpha1.KindCluster, "placement", "zoneSpread"},
	} {
		s, ok := follow(specs[at[0]], at[1:])
		if !ok {
			return nil, fmt.Errorf("describing type %s: the CRD of %s has no field %v", t, at[0], at[1:])
		}
		known[t] = closed(s)
	}
	return known, nil
}

// podUser is a number, or its digits, or "" for none.
func podUser() typeschema.Schema {
	return typeschema.Schema{AnyOf: []typeschema.Schema{
		{Type: "integer", Format: "int64", Minimum: ptr(1.0)},
		{Type: "string", Pattern: "^(0*[1-9][0-9]*)?$"},
	}}
}

// specSchemas are the schemas of spec in the CRDs, by kind.
func specSchemas() (map[string]typeschema.Schema, error) {
	specs := map[string]typeschema.Schema{}
	for _, document := range crds.All() {
		var crd apiextensionsv1.CustomResourceDefinition
		if err := yaml.Unmarshal([]byte(document), &crd); err != nil {
			return nil, fmt.Errorf("reading an embedded CRD: %w", err)
		}
		for _, version := range crd.Spec.Versions {
			specs[crd.Spec.Names.Kind] = version.Schema.OpenAPIV3Schema.Properties["spec"]
		}
	}
	return specs, nil
}

func follow(s typeschema.Schema, path []string) (typeschema.Schema, bool) {
	for _, step := range path {
		switch {
		case step != each:
			next, ok := s.Properties[step]
			if !ok {
				return s, false
			}
			s = next
		case s.Items != nil && s.Items.Schema != nil:
			s = *s.Items.Schema
		case s.AdditionalProperties != nil && s.AdditionalProperties.Schema != nil:
			s = *s.AdditionalProperties.Schema
		default:
			return s, false
		}
	}
	return s, true
}

// closed turns a schema of a CRD into one of a functionConfig: every object is
// closed, and CEL rules, which nobody would run, are left out.
func closed(s typeschema.Schema) typeschema.Schema {
	s.XValidations = nil
	if s.Items != nil && s.Items.Schema != nil {
		items := closed(*s.Items.Schema)
		s.Items = &apiextensionsv1.JSONSchemaPropsOrArray{Schema: &items}
	}
	if len(s.Properties) > 0 {
		properties := map[string]typeschema.Schema{}
		for name, property := range s.Properties {
			properties[name] = closed(property)
		}
		s.Properties, s.AdditionalProperties = properties, &apiextensionsv1.JSONSchemaPropsOrBool{}
	}
	return s
}
