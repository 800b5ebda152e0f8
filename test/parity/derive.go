package parity

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// noField is how the server spells the place of the root, and of a fault that
// names none.
const noField = "<nil>"

// cases of one demand, which are about one place of one object.
type cases struct {
	*builder
	demand
	err error
}

// derive adds the cases of a demand. A demand that it does not know has none,
// which the check of the corpus finds.
func (b *builder) derive(d demand) error {
	c := &cases{builder: b, demand: d}
	switch d.Keyword {
	case "type":
		c.types()
	case "required":
		required := Fault{string(metav1.CauseTypeFieldValueRequired), joined(d.node.field, d.Text)}
		c.keep("present", d.node.steps, c.current())
		c.breakAt("absent", c.below(d.Text), absent{}, required)
		c.breakAt("null", c.below(d.Text), nil, required)
	case "enum":
		c.enum()
	case "format":
		c.format()
	case "pattern":
		c.pattern()
	case "rule":
		c.celRule()
	case "default":
		c.keep("absent", d.node.steps, absent{})
		c.keep("null", d.node.steps, nil)
	case "closed":
		c.keep("known keys", d.node.steps, c.current())
		c.unknown("unknownKey")
		c.unknown("a.b[0]")
	case "list-type":
		c.listType()
	default:
		c.bounds()
	}
	return c.err
}

// current is the value at the place in the base object.
func (c *cases) current() any {
	value, err := get(c.object(), c.node.steps)
	c.fail(err)
	return value
}

func (c *cases) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// object that the cases change: one with a status only where they are about it.
func (c *cases) object() map[string]any {
	if len(c.node.steps) > 0 && c.node.steps[0] == "status" {
		return c.full
	}
	return c.builder.object
}

func (c *cases) below(step any) []any {
	return append(append([]any{}, c.node.steps...), step)
}

// keep adds a case that keeps to the demand.
func (c *cases) keep(name string, steps []any, value any) {
	c.add(name, steps, value, false)
}

// breakIt adds a case that breaks the demand, with the reason that the server
// gives at the place, and what it says besides.
func (c *cases) breakIt(name string, reason metav1.CauseType, value any, besides ...Fault) {
	c.breakAt(name, c.node.steps, value, append(besides, Fault{string(reason), c.place()})...)
}

// place as the server spells it.
func (c *cases) place() string {
	if c.node.field == "" {
		return noField
	}
	return c.node.field
}

// breakAt is breakIt for a place of its own.
func (c *cases) breakAt(name string, steps []any, value any, faults ...Fault) {
	if !c.Dropped {
		c.add(name, steps, value, true, faults...)
		return
	}
	c.add(name, steps, value, true)
	c.corpus.Cases[len(c.corpus.Cases)-1].StatusFaults = faults
}

func (c *cases) add(name string, steps []any, value any, breaks bool, faults ...Fault) {
	object, err := with(c.object(), steps, value)
	c.fail(err)
	c.corpus.Cases = append(c.corpus.Cases, Case{
		Constraint: c.Constraint, Name: name, Object: object, Breaks: breaks, Faults: faults,
	})
}

// unknown adds a key that the schema does not name. The server finds it in a
// status too, since it decodes before it drops.
func (c *cases) unknown(key string) {
	c.add(key, c.below(key), "x", true, Fault{Reason: UnknownField, Field: joined(c.node.field, key)})
}
