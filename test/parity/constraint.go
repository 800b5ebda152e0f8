package parity

import (
	"fmt"
	"reflect"
	"strconv"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// Constraint is one thing that a CRD, or the API server for every object,
// demands.
type Constraint struct {
	Kind string
	// Path is the place in the schema, such as spec.acl[].username; empty for
	// the root.
	Path string
	// Keyword of the schema, such as maxLength, or the name of a rule about
	// metadata.
	Keyword string
	// Text is what the keyword demands: a bound, a pattern, a field, a message.
	Text string
	// Dropped says that the place is below a status that is a subresource: the
	// server drops it from what users create or update, so that it accepts what
	// breaks the constraint. Only a write of the status meets it.
	Dropped bool
}

// String is unique within a corpus.
func (c Constraint) String() string {
	path := c.Path
	if path == "" {
		path = "."
	}
	if c.Text == "" {
		return fmt.Sprintf("%s %s %s", c.Kind, path, c.Keyword)
	}
	return fmt.Sprintf("%s %s %s %s", c.Kind, path, c.Keyword, c.Text)
}

// CannotBreak says that no object can break the constraint: a default fills in.
func (c Constraint) CannotBreak() bool { return c.Keyword == "default" }

// demand is a constraint with the node of the schema that it stands on.
type demand struct {
	Constraint
	node node
	rule apiextensionsv1.ValidationRule // for a CEL rule
}

// demands lists what a node demands. It fails on a keyword that it does not
// know: that would be a constraint without objects.
func (n node) demands() ([]demand, error) {
	c := collector{node: n, left: *n.schema}
	c.text("type", c.left.Type)
	c.text("format", c.left.Format)
	c.text("pattern", c.left.Pattern)
	c.number("minimum", c.left.Minimum)
	c.number("maximum", c.left.Maximum)
	c.bound("minLength", c.left.MinLength)
	c.bound("maxLength", c.left.MaxLength)
	c.bound("minItems", c.left.MinItems)
	c.bound("maxItems", c.left.MaxItems)
	c.bound("minProperties", c.left.MinProperties)
	c.bound("maxProperties", c.left.MaxProperties)
	c.lists()
	c.extensions()
	if n.closed() {
		c.add("closed", "")
	}
	return c.found, c.rest()
}

// collector takes a node's keywords one after another.
type collector struct {
	node  node
	left  apiextensionsv1.JSONSchemaProps // what was not yet taken
	found []demand
}

func (c *collector) add(keyword, text string) {
	c.found = append(c.found, demand{node: c.node, Constraint: Constraint{
		Kind: c.node.kind, Path: c.node.path, Keyword: keyword, Text: text, Dropped: c.node.dropped,
	}})
}

func (c *collector) text(keyword, value string) {
	if value != "" {
		c.add(keyword, value)
	}
}

func (c *collector) bound(keyword string, value *int64) {
	if value != nil {
		c.add(keyword, strconv.FormatInt(*value, 10))
	}
}

func (c *collector) number(keyword string, value *float64) {
	if value != nil {
		c.add(keyword, strconv.FormatFloat(*value, 'f', -1, 64))
	}
}

func (c *collector) lists() {
	if len(c.left.Enum) > 0 {
		c.add("enum", "")
	}
	for _, name := range c.left.Required {
		c.add("required", name)
	}
}

func (c *collector) extensions() {
	if c.left.Default != nil {
		c.add("default", "")
	}
	if c.left.XListType != nil && *c.left.XListType != "atomic" {
		c.add("list-type", *c.left.XListType)
	}
	for _, rule := range c.left.XValidations {
		c.add("rule", rule.Message)
		c.found[len(c.found)-1].rule = rule
	}
}

// rest returns an error if the schema says more than was taken.
func (c *collector) rest() error {
	s := c.left
	s.Description = ""
	s.Type, s.Format, s.Pattern = "", "", ""
	s.Minimum, s.Maximum, s.MinLength, s.MaxLength = nil, nil, nil, nil
	s.MinItems, s.MaxItems, s.MinProperties, s.MaxProperties = nil, nil, nil, nil
	s.Enum, s.Required, s.Default = nil, nil, nil
	s.XListType, s.XListMapKeys, s.XValidations = nil, nil, nil
	s.Properties, s.Items, s.AdditionalProperties = nil, nil, nil // nodes of their own
	if !reflect.ValueOf(s).IsZero() {
		return fmt.Errorf("deriving objects for %s %s: the schema has a keyword that the corpus does not know: %+v", c.node.kind, c.node.path, s)
	}
	return nil
}
