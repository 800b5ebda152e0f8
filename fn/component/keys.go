package component

import (
	"errors"
	"regexp"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// property is one field of a definition. Only fields on the way to a list whose
// elements have a key are written: without a schema kustomize merges maps and
// replaces lists, which is right for all others.
type property struct {
	Type          string               `json:"type"`
	Properties    map[string]*property `json:"properties,omitempty"`
	Items         *property            `json:"items,omitempty"`
	PatchKey      string               `json:"x-kubernetes-patch-merge-key,omitempty"`
	PatchStrategy string               `json:"x-kubernetes-patch-strategy,omitempty"`
}

// keyedLists returns what of a schema leads to keyed lists; nil if nothing does.
func keyedLists(schema apiextensionsv1.JSONSchemaProps) (*property, error) {
	out := &property{Type: schema.Type}
	for name, field := range schema.Properties {
		p, err := keyedLists(field)
		if err != nil {
			return nil, &placedError{name, err}
		}
		if p != nil {
			if out.Properties == nil {
				out.Properties = map[string]*property{}
			}
			out.Properties[name] = p
		}
	}
	if schema.Items != nil && schema.Items.Schema != nil {
		if err := out.list(schema); err != nil {
			return nil, err
		}
	}
	if out.Properties == nil && out.Items == nil {
		return nil, nil //nolint:nilnil // a schema without keyed lists is no error, and there is nothing to write
	}
	return out, nil
}

// list adds the key of a list, and what of its elements leads to keyed lists.
func (p *property) list(schema apiextensionsv1.JSONSchemaProps) error {
	items, err := keyedLists(*schema.Items.Schema)
	if err != nil {
		return &placedError{"[]", err}
	}
	key, err := listKey(schema)
	if err != nil {
		return err
	}
	p.Items = items
	if key == "" {
		return nil
	}
	p.PatchKey, p.PatchStrategy = key, "merge"
	if p.Items == nil {
		p.Items = &property{Type: schema.Items.Schema.Type}
	}
	return nil
}

// unique is the CEL rule by which the CRDs say that a field tells the elements
// of a list apart.
var unique = regexp.MustCompile(`^self\.all\((\w+), self\.exists_one\((\w+), (\w+)\.(\w+) == (\w+)\.(\w+)\)\)$`)

// listKey is the field that tells the elements of a list apart: the key of a
// list of type map, or the one that a CEL rule demands to be unique. A list of
// type map is refused if it has several keys: kustomize merges by one.
func listKey(schema apiextensionsv1.JSONSchemaProps) (string, error) {
	switch keys := schema.XListMapKeys; len(keys) {
	case 0:
	case 1:
		return keys[0], nil
	default:
		return "", errors.New(": a list with several keys cannot be merged by kustomize")
	}
	for _, rule := range schema.XValidations {
		m := unique.FindStringSubmatch(rule.Rule)
		if m == nil {
			continue
		}
		outer, inner, left, field, right, other := m[1], m[2], m[3], m[4], m[5], m[6]
		both := left == inner && right == outer || left == outer && right == inner
		if both && field == other && outer != inner {
			return field, nil
		}
	}
	return "", nil
}

// placedError is an error below a field.
type placedError struct {
	field string
	cause error
}

func (e *placedError) Error() string { return "." + e.field + e.cause.Error() }

func (e *placedError) Unwrap() error { return e.cause }
