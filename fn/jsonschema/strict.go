package jsonschema

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/typeschema"
)

// Extensions of Kubernetes that decide what a schema takes.
const (
	extension       = "x-kubernetes-"
	intOrString     = extension + "int-or-string"
	preserveUnknown = extension + "preserve-unknown-fields"
)

// strict turns an OpenAPI schema into a JSON schema that refuses what the API
// server refuses when it decodes and checks an object strictly.
func strict(s typeschema.Schema) (map[string]any, error) {
	m, err := generic(s)
	if err != nil {
		return nil, err
	}
	convert(m, true)
	return m, nil
}

// convert rewrites a schema in place. The branches of allOf, anyOf, oneOf and
// not only judge values: what fields there are is said around them, so they are
// not closed.
func convert(m map[string]any, closing bool) {
	if closing {
		closeObject(m)
	}
	bounds(m)
	if m[intOrString] == true {
		delete(m, "type")
		m["anyOf"] = []any{map[string]any{"type": "integer"}, map[string]any{"type": "string"}}
	}
	allowNull(m)
	for key := range m {
		if strings.HasPrefix(key, extension) {
			delete(m, key)
		}
	}
	descend(m, closing)
}

func descend(m map[string]any, closing bool) {
	if properties, ok := m["properties"].(map[string]any); ok {
		for _, property := range properties {
			convertAny(property, closing)
		}
	}
	convertAny(m["items"], closing)
	convertAny(m["additionalProperties"], closing)
	convertAny(m["not"], false)
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		branches, _ := m[key].([]any)
		for _, branch := range branches {
			convertAny(branch, false)
		}
	}
}

func convertAny(v any, closing bool) {
	if m, ok := v.(map[string]any); ok {
		convert(m, closing)
	}
}

// closeObject refuses unknown fields, unless the schema keeps them.
func closeObject(m map[string]any) {
	if _, said := m["additionalProperties"]; m["type"] == "object" && !said && m[preserveUnknown] != true {
		m["additionalProperties"] = false
	}
}

// bounds says what the API server takes from the format of a number, and writes
// exclusive bounds as numbers, as JSON Schema has them since draft 6.
func bounds(m map[string]any) {
	switch m["format"] {
	case "int32":
		delete(m, "format")
		within(m, math.MinInt32, math.MaxInt32)
	case "int64":
		delete(m, "format")
		within(m, math.MinInt64, math.MaxInt64)
	}
	exclusive(m, "minimum", "exclusiveMinimum")
	exclusive(m, "maximum", "exclusiveMaximum")
}

func exclusive(m map[string]any, bound, flag string) {
	if m[flag] == true {
		m[flag] = m[bound]
		delete(m, bound)
		return
	}
	delete(m, flag)
}

// within adds the bounds that a schema does not narrow itself.
func within(m map[string]any, lowest, highest int64) {
	for key, bound := range map[string]int64{"minimum": lowest, "maximum": highest} {
		if _, said := m[key]; !said {
			m[key] = json.Number(strconv.FormatInt(bound, 10))
		}
	}
}

// allowNull takes null where the schema does, and where there is a default: the
// server drops such a null and fills in the default.
func allowNull(m map[string]any) {
	_, hasDefault := m["default"]
	nullable := m["nullable"] == true
	delete(m, "nullable")
	if !nullable && !hasDefault {
		return
	}
	if one, ok := m["type"].(string); ok {
		m["type"] = []any{one, "null"}
	}
	if enum, ok := m["enum"].([]any); ok {
		m["enum"] = append(enum, nil)
	}
	if m[intOrString] == true {
		branches, _ := m["anyOf"].([]any)
		m["anyOf"] = append(branches, map[string]any{"type": "null"})
	}
}
