package jsonschema

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/fn/typeschema"
)

func TestStrict(t *testing.T) {
	tests := map[string]struct{ schema, want string }{
		"an object is closed": {
			`{type: object, properties: {a: {type: string}}}`,
			`{type: object, properties: {a: {type: string}}, additionalProperties: false}`},
		"and one without fields": {
			`{type: object}`, `{type: object, additionalProperties: false}`},
		"a map is none": {
			`{type: object, additionalProperties: {type: object}}`,
			`{type: object, additionalProperties: {type: object, additionalProperties: false}}`},
		"unknown fields that are kept": {
			`{type: object, x-kubernetes-preserve-unknown-fields: true, properties: {a: {type: object}}}`,
			`{type: object, properties: {a: {type: object, additionalProperties: false}}}`},
		"items": {
			`{type: array, items: {type: object}, x-kubernetes-list-type: set}`,
			`{type: array, items: {type: object, additionalProperties: false}}`},
		"branches judge values only": {
			`{type: object, properties: {a: {type: string}}, anyOf: [{required: [a]}, {properties: {a: {enum: [x]}}}], not: {type: object}}`,
			`{type: object, properties: {a: {type: string}}, additionalProperties: false, anyOf: [{required: [a]}, {properties: {a: {enum: [x]}}}], not: {type: object}}`},
		"int or string": {
			`{x-kubernetes-int-or-string: true}`, `{anyOf: [{type: integer}, {type: string}]}`},
		"int or string or null": {
			`{x-kubernetes-int-or-string: true, nullable: true}`, `{anyOf: [{type: integer}, {type: string}, {type: "null"}]}`},
		"null": {
			`{type: string, nullable: true, enum: [a]}`, `{type: [string, "null"], enum: [a, null]}`},
		"null where there is a default": {
			`{type: string, default: a}`, `{type: [string, "null"], default: a}`},
		"no null": {
			`{type: string, nullable: false}`, `{type: string}`},
		"int32": {
			`{type: integer, format: int32, minimum: 1}`, `{type: integer, minimum: 1, maximum: 2147483647}`},
		"int64": {
			`{type: integer, format: int64}`, `{type: integer, minimum: -9223372036854775808, maximum: 9223372036854775807}`},
		"a date": {
			`{type: string, format: date-time}`, `{type: string, format: date-time}`},
		"exclusive bounds": {
			`{type: number, minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false}`,
			`{type: number, exclusiveMinimum: 1, maximum: 5}`},
		"rules and extensions go": {
			`{type: string, x-kubernetes-validations: [{rule: "true"}]}`, `{type: string}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var s typeschema.Schema
			if err := yaml.UnmarshalStrict([]byte(test.schema), &s); err != nil {
				t.Fatal(err)
			}
			got, err := strict(s)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(canonical(t, []byte(test.want)), canonical(t, marshal(t, got))); diff != "" {
				t.Errorf("JSON schema (-want +got):\n%s", diff)
			}
		})
	}
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// canonical is JSON or YAML as indented JSON, numbers as they are written.
func canonical(t *testing.T, text []byte) string {
	t.Helper()
	raw, err := yaml.YAMLToJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	indented, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(indented)
}
