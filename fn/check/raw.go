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

// RawOf takes over the findings of files.
func RawOf(findings []source.RawFinding) []Raw {
	raw := make([]Raw, len(findings))
	for i, f := range findings {
		raw[i] = NewRaw(f, f.Object.Kind, f.Object.Namespace, f.Object.Name)
		raw[i].Place = f.Place
	}
	return raw
}
