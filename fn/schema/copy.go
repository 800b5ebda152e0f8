package schema

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// copyObject returns a deep copy with numbers as the server has them, or
// violations for what JSON cannot express.
func copyObject(obj map[string]any) (map[string]any, []Violation) {
	var c copier
	object, _ := c.value(obj).(map[string]any)
	sortViolations(c.bad)
	return object, c.bad
}

type copier struct {
	at  yamlnode.Path
	bad []Violation
}

func (c *copier) value(value any) any {
	depth := len(c.at)
	defer func() { c.at = c.at[:depth] }()
	switch value := value.(type) {
	case nil, string, bool, int64:
		return value
	case map[string]any:
		out := make(map[string]any, len(value))
		for k, v := range value {
			c.at = append(c.at[:depth], yamlnode.Step{Key: k})
			out[k] = c.value(v)
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, v := range value {
			c.at = append(c.at[:depth], yamlnode.Step{Index: i, IsIndex: true})
			out[i] = c.value(v)
		}
		return out
	}
	n, ok := number(value)
	if !ok {
		c.bad = append(c.bad, Violation{
			Kind: KindSchema, Rule: "VK001", Path: c.at.String(), Blocking: true,
			Message: fmt.Sprintf("must be something that JSON can express, got %T", value),
		})
	}
	return n
}

// number turns the forms in which decoders give numbers into int64 or float64.
// A whole float becomes int64: clients encode 3.0 as 3 before the server sees
// it.
func number(value any) (any, bool) {
	switch value := value.(type) {
	case int:
		return int64(value), true
	case int32:
		return int64(value), true
	case int64:
		return value, true
	case uint64:
		if value > math.MaxInt64 {
			return float64(value), true
		}
		return int64(value), true
	case float64:
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return nil, false
		}
		if value == math.Trunc(value) && math.Abs(value) < 1<<53 {
			return int64(value), true
		}
		return value, true
	case json.Number:
		if n, err := value.Int64(); err == nil {
			return n, true
		}
		f, err := value.Float64()
		if err != nil {
			return nil, false
		}
		return number(f)
	}
	return nil, false
}
