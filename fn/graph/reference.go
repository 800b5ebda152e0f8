package graph

import (
	"fmt"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// KindSecret is the kind that spec.tls.secretRef refers to.
const KindSecret = "Secret"

// Reference is one field that names another object.
type Reference struct {
	// Path of the field.
	Path string
	// Kind and Name of what it names.
	Kind string
	Name string
	// set changes the field in the decoded object.
	set func(name string)
}

// References lists the references of an object in the order of their paths in
// the specification. Fields of a wrong type are passed over: the schema tells.
func References(kind string, object map[string]any) []Reference {
	spec, _ := object["spec"].(map[string]any)
	var refs []Reference
	switch kind {
	case v1alpha1.KindConfig:
		refs = scalar(refs, spec, "imageRef", "spec.imageRef", v1alpha1.KindImage)
		refs = scalar(refs, spec, "baseRef", "spec.baseRef", v1alpha1.KindConfig)
	case v1alpha1.KindCluster:
		refs = scalar(refs, spec, "configRef", "spec.configRef", v1alpha1.KindConfig)
		tls, _ := spec["tls"].(map[string]any)
		refs = scalar(refs, tls, "secretRef", "spec.tls.secretRef", KindSecret)
	default:
		return nil
	}
	return append(refs, roleReferences(spec)...)
}

func scalar(refs []Reference, in map[string]any, key, path, kind string) []Reference {
	if name, ok := in[key].(string); ok && name != "" {
		set := func(name string) { in[key] = name }
		return append(refs, Reference{Path: path, Kind: kind, Name: name, set: set})
	}
	return refs
}

func roleReferences(spec map[string]any) []Reference {
	var refs []Reference
	bindings, _ := spec["acl"].([]any)
	for i, b := range bindings {
		binding, _ := b.(map[string]any)
		permissions, _ := binding["permissions"].([]any)
		for j, p := range permissions {
			permission, _ := p.(map[string]any)
			path := fmt.Sprintf("spec.acl[%d].permissions[%d].roleRef", i, j)
			refs = scalar(refs, permission, "roleRef", path, v1alpha1.KindRole)
		}
	}
	return refs
}

// Rewrite gives every reference of a decoded object the current name of what
// it names. References that do not resolve stay.
func Rewrite(x *Index, from Object, object map[string]any) {
	for _, ref := range References(from.Kind, object) {
		if name, ok := x.Resolve(from, ref); ok && name != ref.Name {
			ref.set(name)
		}
	}
}
