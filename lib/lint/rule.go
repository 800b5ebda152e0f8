package lint

// Family groups rules for people; the pages of docs/rules.md follow it.
type Family string

// The families, in the order in which they are documented.
const (
	Structure  Family = "Structure"
	References Family = "References"
	Settings   Family = "Settings"
	ACL        Family = "ACL"
	Image      Family = "Image"
	Topology   Family = "Topology"
	YAML       Family = "YAML"
)

// Families lists the families in the order in which they are documented.
func Families() []Family {
	return []Family{Structure, References, Settings, ACL, Image, Topology, YAML}
}

// Rule is one entry of the registry.
type Rule struct {
	// ID is stable for ever; Slug is its name, which the operator uses as a
	// condition reason where a live cluster can show it.
	ID     string
	Slug   string
	Family Family
	// Severity unless configured otherwise.
	Severity Severity
	// Summary is one line; Why says what goes wrong; Fix says what to do.
	Summary string
	Why     string
	Fix     string
	// check raises the findings, with Rule and Slug left empty; nil for rules
	// that fn raises alone.
	check func(*run) []Finding
}

// Checked reports whether this package raises the rule; fn raises the others.
// Two are raised by both: of DuplicateKey lint sees spellings and fn repeated
// keys, of MetadataInvalid lint sees annotations of this project and fn the rest.
func (r Rule) Checked() bool { return r.check != nil }
