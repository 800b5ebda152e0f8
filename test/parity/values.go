package parity

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// types adds values of every other type. A list or map at the root is no
// request at all, and the server decodes the places of its own.
func (c *cases) types() {
	c.keep("as it is", nil, cloneObject(c.object()))
	wrong := map[string][]any{
		"object":  {"text", []any{}, int64(1), true},
		"array":   {"text", map[string]any{}, int64(1), true},
		"string":  {int64(1), 1.5, true, map[string]any{}, []any{}},
		"integer": {"1", 1.5, true, []any{}, map[string]any{}},
	}
	if c.node.schema.Format == "date-time" {
		wrong["string"] = wrong["string"][:4] // the server takes an empty list for a time
	}
	for _, value := range wrong[c.Text] {
		name := fmt.Sprintf("%T %v", value, value)
		switch {
		case c.node.path == "":
			c.add(name, []any{"spec"}, value, true, Fault{Reason: string(metav1.CauseTypeTypeInvalid), Field: "spec"})
			return
		case c.node.path == "apiVersion":
			// What has none belongs to no group, and is nothing to us.
			c.add("another version", c.node.steps, "valkey.gomomento.com/v2", true, Fault{Reason: Undecodable})
			return
		case c.node.own:
			c.add(name, c.node.steps, value, true, Fault{Reason: Undecodable})
		default:
			c.breakIt(name, metav1.CauseTypeTypeInvalid, value, c.implied(value)...)
		}
	}
}

// implied are the faults that a value of another type has besides: it is not in
// the enum, in no format of integers, and has no keys for a list that is a map.
func (c *cases) implied(value any) []Fault {
	var all []Fault
	if _, fraction := value.(float64); fraction && c.node.schema.Type == "integer" {
		all = append(all, c.unplaced())
	}
	if len(c.node.schema.Enum) > 0 {
		all = append(all, Fault{string(metav1.CauseTypeFieldValueNotSupported), c.node.field})
	}
	if c.node.inMap {
		all = append(all, Fault{string(metav1.CauseTypeFieldValueInvalid), c.node.field})
	}
	return all
}

// unplaced is the server's one fault without a field, about formats of
// integers.
func (c *cases) unplaced() Fault {
	if c.Dropped {
		return Fault{string(metav1.CauseTypeFieldValueInvalid), "status"}
	}
	return Fault{string(metav1.CauseTypeFieldValueInvalid), noField}
}

func (c *cases) enum() {
	for _, raw := range c.node.schema.Enum {
		var value any
		c.fail(json.Unmarshal(raw.Raw, &value))
		c.keep(string(raw.Raw), c.node.steps, value)
		if text, ok := value.(string); ok {
			c.breakIt("capitals "+text, metav1.CauseTypeFieldValueNotSupported, strings.ToUpper(text))
		}
	}
	c.breakIt("empty", metav1.CauseTypeFieldValueNotSupported, "")
}

func (c *cases) format() {
	steps, wrong := c.node.steps, Fault{string(metav1.CauseTypeTypeInvalid), c.node.field}
	switch c.Text {
	case "int32":
		c.keep("the largest", steps, int64(math.MaxInt32))
		c.breakAt("one beyond", steps, int64(math.MaxInt32)+1, c.unplaced())
	case "int64":
		c.keep("the largest", steps, int64(math.MaxInt64))
		c.breakAt("beyond", steps, 1e19, c.unplaced(), wrong)
	case "date-time":
		c.keep("the last", steps, "9999-12-31T23:59:59.999999Z")
		c.breakAt("words", steps, "31 December 2026", wrong)
	}
}

func (c *cases) bounds() {
	bound, err := strconv.ParseInt(c.Text, 10, 64)
	c.fail(err)
	steps := c.node.steps
	short, long := metav1.CauseTypeFieldValueInvalid, metav1.CauseTypeTooMany
	switch c.Keyword {
	case "minimum":
		c.keep("at the bound", steps, bound)
		c.breakIt("one below", short, bound-1)
	case "maximum":
		c.keep("at the bound", steps, bound)
		c.breakIt("one above", short, bound+1)
	case "minLength":
		c.keep("at the bound", steps, c.textOf(bound))
		c.breakIt("one below", short, strings.Repeat("a", int(bound-1)))
	case "maxLength":
		c.keep("at the bound", steps, c.textOf(bound))
		c.breakIt("one above", metav1.CauseTypeTooLong, strings.Repeat("a", int(bound+1)))
		if c.node.schema.Pattern == "" {
			c.keep("at the bound in wide characters", steps, strings.Repeat("é", int(bound)))
		}
	case "minItems":
		c.keep("at the bound", steps, c.items(bound))
		c.breakIt("one below", short, c.items(bound-1))
	case "maxItems":
		c.keep("at the bound", steps, c.items(bound))
		c.breakIt("one above", long, c.items(bound+1))
	case "minProperties":
		c.keep("at the bound", steps, c.keys(bound))
		c.breakIt("one below", short, c.keys(bound-1))
	case "maxProperties":
		c.keep("at the bound", steps, c.keys(bound))
		c.breakIt("one above", long, c.keys(bound+1))
	}
}

func (c *cases) textOf(length int64) string {
	text, err := textOf(c.node.schema, length)
	c.fail(err)
	return text
}

func (c *cases) items(n int64) any {
	item, err := c.sample(c.node.schema.Items.Schema)
	c.fail(err)
	return itemsOf(c.node.schema.Items.Schema, item, n)
}

func (c *cases) keys(n int64) any {
	value, err := c.sample(c.node.schema.AdditionalProperties.Schema)
	c.fail(err)
	return keysOf(value, n)
}

func (c *cases) listType() {
	item, err := c.sample(c.node.schema.Items.Schema)
	c.fail(err)
	c.keep("two items", c.node.steps, itemsOf(c.node.schema.Items.Schema, item, 2))
	twice := Fault{string(metav1.CauseTypeFieldValueDuplicate), c.node.field + "[1]"}
	c.breakAt("an item twice", c.node.steps, []any{item, clone(item)}, twice)
}
