package schema

import (
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// identity is what apiVersion and kind say about an object.
type identity struct {
	kind    *compiled // nil when the object cannot be validated
	ours    bool
	refused []Violation
}

func (v *Validator) identify(obj map[string]any) identity {
	apiVersion, _ := obj["apiVersion"].(string)
	kind, _ := obj["kind"].(string)
	c := v.kinds[kind]
	group, _, _ := strings.Cut(apiVersion, "/")
	switch {
	case apiVersion == v1alpha1.APIVersion && c != nil:
		return identity{kind: c, ours: true}
	case apiVersion == v1alpha1.APIVersion:
		return refuse("kind", fmt.Sprintf("unknown kind %q%s", kind, didYouMean(kind, v.kindNames())))
	case group == v1alpha1.Group, c != nil && misspells(group, v1alpha1.Group):
		return refuse("apiVersion", fmt.Sprintf("unknown apiVersion %q (did you mean %q?)", apiVersion, v1alpha1.APIVersion))
	}
	return identity{}
}

func refuse(path, message string) identity {
	return identity{ours: true, refused: []Violation{{
		Kind: KindAPIVersion, Rule: "VK009", Path: path, Message: message, Blocking: true,
	}}}
}
