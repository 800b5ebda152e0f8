package schema

import (
	"fmt"
	"maps"
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/api/crds"
)

// Validator holds the compiled CRDs. It is safe for concurrent use.
type Validator struct {
	kinds map[string]*compiled
}

// New reads the embedded CRDs. It compiles their CEL rules when an object first
// needs them.
func New() (*Validator, error) {
	v := &Validator{kinds: map[string]*compiled{}}
	for _, document := range crds.All() {
		c, err := compile(document)
		if err != nil {
			return nil, fmt.Errorf("compiling the embedded CRDs: %w", err)
		}
		v.kinds[c.kind] = c
	}
	return v, nil
}

// Handles says whether Validate has an opinion about obj: it is of the group
// valkey.gomomento.com, whatever its version and kind, or its apiVersion is a
// misspelling of that group's on one of the group's kinds.
func (v *Validator) Handles(obj map[string]any) bool {
	return v.identify(obj).ours
}

// Validate returns what the API server would refuse if obj were created with
// strict field validation, in a stable order, and nil for objects that Handles
// does not know. Numbers may be int, int64, float64 or json.Number. An object
// without namespace is checked as if it were in "default". The status of a kind
// that has it as a subresource is checked for unknown fields only, as the
// server drops it.
func (v *Validator) Validate(obj map[string]any) []Violation {
	id := v.identify(obj)
	if id.kind == nil {
		return id.refused
	}
	c := id.kind
	meta := c.readMetadata(obj)
	meta.checkCreate(c)
	if !meta.broken && c.shortcut(obj) {
		return meta.finish(obj)
	}
	p, bad := c.prepare(obj)
	if len(bad) > 0 {
		return bad
	}
	p.nameIfGenerated(meta)
	return c.violations(c.create(p, meta))
}

// ValidateUpdate returns what the API server would refuse if it held old and
// newObj replaced it with strict field validation. Transition rules are
// checked, and an error in a part that did not change is tolerated, as servers
// from Kubernetes 1.30 on do; whoever does not know that old is live should
// call Validate as well. It equals Validate when old is no earlier state of
// newObj, being of another kind or without a name of its own. Metadata that
// only a server sets is taken from old where newObj lacks it.
func (v *Validator) ValidateUpdate(newObj, old map[string]any) []Violation {
	id, was := v.identify(newObj), v.identify(old)
	if id.kind == nil || was.kind != id.kind {
		return v.Validate(newObj)
	}
	c := id.kind
	meta, oldMeta := c.readMetadata(newObj), c.readMetadata(old)
	if meta.Name == "" || oldMeta.Name == "" {
		return v.Validate(newObj)
	}
	meta.checkUpdate(c, oldMeta)
	if c.unchanged(newObj, old) && c.shortcut(newObj) {
		return meta.finish(newObj)
	}
	p, bad := c.prepare(newObj)
	if len(bad) > 0 {
		return bad
	}
	before, bad := c.prepare(old)
	if len(bad) > 0 {
		return v.Validate(newObj)
	}
	return c.violations(c.update(p, before, meta))
}

// Default returns a copy of obj with the defaults of its CRD and without the
// nulls that the API server drops; it keeps unknown fields and never adds a
// status. Whole numbers become int64. Objects of other groups, and what cannot
// be JSON, come back unchanged.
func (v *Validator) Default(obj map[string]any) map[string]any {
	c := v.identify(obj).kind
	if c == nil {
		return obj
	}
	return c.defaulted(obj)
}

// kindNames returns the kinds in alphabetical order.
func (v *Validator) kindNames() []string {
	return slices.Sorted(maps.Keys(v.kinds))
}
