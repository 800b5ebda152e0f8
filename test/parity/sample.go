package parity

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// Namespace in which the objects of the corpus stand.
const Namespace = "parity"

// base returns an object of a kind with every field of its schema but status.
func (b *builder) base(d definition) (map[string]any, error) {
	root := d.nodes[0]
	spec := root.schema.Properties["spec"]
	value, err := b.sample(&spec)
	if err != nil {
		return nil, fmt.Errorf("making a sample %s: %w", d.kind(), err)
	}
	meta := map[string]any{"name": "sample"}
	if d.namespaced() {
		meta["namespace"] = Namespace
	}
	return map[string]any{
		"apiVersion": d.crd.Spec.Group + "/" + d.crd.Spec.Versions[0].Name, "kind": d.kind(),
		"metadata": meta, "spec": value,
	}, nil
}

// sample returns a value that a schema accepts, with every property, one item
// in each list and one key in each map.
func (b *builder) sample(s *apiextensionsv1.JSONSchemaProps) (any, error) {
	switch s.Type {
	case "object":
		return b.sampleObject(s)
	case "array":
		item, err := b.sample(s.Items.Schema)
		return []any{item}, err
	case "integer":
		if s.Minimum != nil {
			return int64(*s.Minimum), nil
		}
		return int64(0), nil
	case "string":
		return b.sampleText(s)
	}
	return nil, fmt.Errorf("the corpus has no sample for type %q", s.Type)
}

func (b *builder) sampleObject(s *apiextensionsv1.JSONSchemaProps) (any, error) {
	out := map[string]any{}
	for name, property := range s.Properties {
		value, err := b.sample(&property)
		if err != nil {
			return nil, err
		}
		out[name] = value
	}
	if s.AdditionalProperties != nil {
		value, err := b.sample(s.AdditionalProperties.Schema)
		if err != nil {
			return nil, err
		}
		out[mapKey] = value
	}
	return out, nil
}

func (b *builder) sampleText(s *apiextensionsv1.JSONSchemaProps) (any, error) {
	switch {
	case len(s.Enum) > 0:
		var value any
		err := json.Unmarshal(s.Enum[0].Raw, &value)
		return value, err
	case s.Format == "date-time":
		return "2026-01-02T03:04:05Z", nil
	case s.Pattern != "":
		p, err := b.patternOf(s.Pattern)
		if err != nil {
			return nil, err
		}
		return p.Accepted[0], nil
	}
	return "sample", nil
}

// textOf returns a text of a length in characters that a schema's pattern
// accepts.
func textOf(s *apiextensionsv1.JSONSchemaProps, length int64) (string, error) {
	text := strings.Repeat("a", int(length))
	if s.Pattern == "" {
		return text, nil
	}
	pattern, err := regexp.Compile(s.Pattern)
	if err != nil {
		return "", fmt.Errorf("reading a pattern: %w", err)
	}
	if length > 0 && !pattern.MatchString(text) {
		return "", fmt.Errorf("the pattern %s accepts no text of %d letters a", s.Pattern, length)
	}
	return text, nil
}

// itemsOf returns n copies of an item, which differ in their texts as far as
// their patterns allow.
func itemsOf(s *apiextensionsv1.JSONSchemaProps, item any, n int64) []any {
	out := make([]any, n)
	for i := range out {
		copied := clone(item)
		if fields, ok := copied.(map[string]any); ok {
			number(s, fields, i)
		}
		out[i] = copied
	}
	return out
}

// number appends i to the texts among the fields of an item.
func number(s *apiextensionsv1.JSONSchemaProps, fields map[string]any, i int) {
	for name, property := range s.Properties {
		text, ok := fields[name].(string)
		if !ok || len(property.Enum) > 0 || property.Format != "" {
			continue
		}
		numbered := fmt.Sprintf("%s%d", text, i)
		if pattern, err := regexp.Compile(property.Pattern); err == nil && pattern.MatchString(numbered) {
			fields[name] = numbered
		}
	}
}

func keysOf(value any, n int64) map[string]any {
	out := make(map[string]any, n)
	for i := range n {
		out[fmt.Sprintf("%s%d", mapKey, i)] = clone(value)
	}
	return out
}
