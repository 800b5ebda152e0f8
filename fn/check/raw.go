package check

import (
	"github.com/valkey-menu/valkey-menu/fn/source"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// Raw is a finding that only the bytes of a file can show.
type Raw struct {
	Rule    string
	Object  menu.Ref
	Path    string
	Message string
	Place   source.Place
}

// NewRaw takes over a finding about an object that did not come from a file of
// ours.
func NewRaw(f source.RawFinding, kind, namespace, name string) Raw {
	o := Object{APIVersion: "v1", Kind: kind, Namespace: namespace, Name: name}
	return Raw{Rule: f.Rule, Object: o.ref(), Path: f.Path, Message: f.Message, Place: f.Place}
}

// RawOf takes over the findings of files, but those about objects that are never
// applied.
func RawOf(findings []source.RawFinding) []Raw {
	var raw []Raw
	for _, f := range findings {
		if f.Object.Annotations[LocalConfig] != "true" {
			raw = append(raw, NewRaw(f, f.Object.Kind, f.Object.Namespace, f.Object.Name))
		}
	}
	return raw
}
