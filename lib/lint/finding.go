package lint

import (
	"cmp"
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// Severity of a finding.
type Severity string

// Severities, and Off, which turns a rule off.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
	Off     Severity = "off"
)

// Rank orders severities, the worst first; Off and unknown ones come last.
func (s Severity) Rank() int {
	return cmp.Or(slices.Index([]Severity{Error, Warning, Info}, s)+1, 4)
}

// Finding is one thing to know about one field of one object.
type Finding struct {
	// Rule is the id, for example VK031, and Slug its name.
	Rule string
	Slug string
	// Severity after the configured severities were applied. A rule may grade a
	// single finding lower than its own severity.
	Severity Severity
	// Object that the finding is about.
	Object menu.Ref
	// Path of the field in it, for example spec.acl[0].username; keys of maps
	// stand in quotes: spec.valkey["maxmemory"]. Empty means the whole object.
	Path string
	// Message says what is wrong and what to do. It holds no secret.
	Message string
	// Suppressed says that the object itself asks to ignore the rule, and
	// Justification the reason that it gives. Without a reason nothing is
	// suppressed.
	Suppressed    bool
	Justification string
}

// Compare orders findings by object, path, rule and message.
func (f Finding) Compare(o Finding) int {
	return cmp.Or(
		f.Object.Compare(o.Object),
		cmp.Compare(f.Path, o.Path),
		cmp.Compare(f.Rule, o.Rule),
		cmp.Compare(f.Message, o.Message),
	)
}
