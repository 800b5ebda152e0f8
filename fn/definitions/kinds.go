package definitions

import (
	"encoding/json"
	"fmt"
	"reflect"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/fn/typeschema"
)

// Kind is one functionConfig kind.
type Kind struct {
	Name string
	// Description is one sentence; Tags are the roles that KRM functions have.
	Description string
	Tags        []string
	// Example is a folder of examples/ that uses the kind.
	Example string
	// Schema of the whole object, closed except for its metadata.
	Schema typeschema.Schema
}

// Kinds returns the functionConfig kinds, in the order of the documentation.
func Kinds() ([]Kind, error) {
	kinds := []Kind{
		{Name: config.KindMenu, Tags: []string{"generator"}, Example: "dev-and-prod",
			Description: "Writes the menu, ValkeyImages, ValkeyConfigs and ValkeyRoles, from a short description."},
		{Name: config.KindTenant, Tags: []string{"generator"}, Example: "tenant-onboarding",
			Description: "Writes what each product team needs: a namespace, roles and their bindings, a network policy."},
		{Name: config.KindRender, Tags: []string{"transformer", "mutator"}, Example: "overlay-prefix-namespace",
			Description: "Mends names and references that kustomize has changed, fills in defaults, and renders what the operator would create."},
		{Name: config.KindValidate, Tags: []string{"validator"}, Example: "overlay-prefix-namespace",
			Description: "Checks the build with all rules and fails it on errors. List it last."},
	}
	specs := map[string]reflect.Type{
		config.KindMenu: reflect.TypeFor[config.Menu](), config.KindTenant: reflect.TypeFor[config.Tenant](),
		config.KindRender: reflect.TypeFor[config.Render](), config.KindValidate: reflect.TypeFor[config.Validate](),
	}
	known, err := knownTypes()
	if err != nil {
		return nil, err
	}
	options := typeschema.Options{Known: known, Field: describe, Object: notEmpty}
	for i, kind := range kinds {
		spec, err := typeschema.Of(specs[kind.Name], options)
		if err != nil {
			return nil, fmt.Errorf("describing kind %q: %w", kind.Name, err)
		}
		kinds[i].Schema = object(kind, spec)
	}
	return kinds, nil
}

// object is the schema around a spec. Orchestrators put annotations of their own
// on a functionConfig, so its metadata stays open.
func object(kind Kind, spec typeschema.Schema) typeschema.Schema {
	const one = 1
	text := func(description string) typeschema.Schema {
		return typeschema.Schema{Type: "string", Description: description}
	}
	name := text("Name of the functionConfig; kustomize asks for one.")
	name.MinLength = ptr[int64](one)
	values := typeschema.Schema{Type: "string"}
	metadata := typeschema.Schema{
		Type: "object", Description: "Metadata of the functionConfig.", Required: []string{"name"}, XPreserveUnknownFields: ptr(true),
		Properties: map[string]typeschema.Schema{
			"name": name,
			"annotations": {Type: "object", Description: "config.kubernetes.io/function says how kustomize runs the function.",
				AdditionalProperties: &apiextensionsv1.JSONSchemaPropsOrBool{Allows: true, Schema: &values}},
		},
	}
	apiVersion, kindName := text("Always "+config.APIVersion+"."), text("Always "+kind.Name+".")
	apiVersion.Enum, kindName.Enum = words(config.APIVersion), words(kind.Name)
	spec.Description = "What the function is to do."
	required := []string{"apiVersion", "kind", "metadata"}
	if len(spec.Required) > 0 {
		required = append(required, "spec")
	}
	return typeschema.Schema{
		Type: "object", Description: kind.Description, Required: required,
		AdditionalProperties: &apiextensionsv1.JSONSchemaPropsOrBool{},
		Properties: map[string]typeschema.Schema{
			"apiVersion": apiVersion, "kind": kindName, "metadata": metadata, "spec": spec,
		},
	}
}

func ptr[T any](value T) *T { return &value }

// words are texts as the values of an enum.
func words(texts ...string) []apiextensionsv1.JSON {
	values := make([]apiextensionsv1.JSON, len(texts))
	for i, text := range texts {
		values[i] = value(text)
	}
	return values
}

// value is a text, a number or a truth value in JSON, which cannot fail.
func value(v any) apiextensionsv1.JSON {
	raw, _ := json.Marshal(v)
	return apiextensionsv1.JSON{Raw: raw}
}
