package lint

import (
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// Secret is a Secret of the build, so far as rules need it.
type Secret struct {
	Namespace string
	Name      string
	Type      string
	// Data is decoded; StringData already merged over it.
	Data map[string][]byte
}

// Input is what is judged. Nothing in it is changed.
type Input struct {
	// Menu with its clusters; nil is an empty one.
	Menu    *menu.Menu
	Options resolve.Options
	// Before is the state that a change starts from; nil when there is none.
	Before *menu.Menu
	// Secrets of the build, in any order.
	Secrets []Secret
	// External is the severity of references that are found nowhere, Off to
	// ignore them; empty means Error once the menu holds any menu object, else
	// Warning. A configured severity of the rule goes before it.
	External Severity
	// Severities override those of the registry, by rule id. One counts for
	// every finding of the rule, also for those that the rule grades lower.
	Severities map[string]Severity
	// Placeholder reports whether a value is still to be substituted by a later
	// step, for example "${SIZE}": such a value has no verdict. Nil means none is.
	Placeholder func(string) bool
	// Annotations of objects that Menu does not hold, for example because they
	// could not be decoded; they can suppress findings too.
	Annotations map[menu.Ref]map[string]string
}

// annotations of an object that a finding is about.
func (in Input) annotations(object menu.Ref) map[string]string {
	if found := menuAnnotations(in.Menu, object); found != nil {
		return found
	}
	return in.Annotations[object]
}
