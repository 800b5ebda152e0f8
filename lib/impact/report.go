package impact

import (
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// Kind says what becomes of an object between two states.
type Kind string

// The kinds. A cluster is unchanged when nothing about it differs that a
// report could name.
const (
	Unchanged Kind = "unchanged"
	Created   Kind = "created"
	Deleted   Kind = "deleted"
	Changed   Kind = "changed"
)

// Change is one difference and what it does.
type Change struct {
	Effect Effect
	// Path of what differs, below the spec of the cluster and what it resolves
	// to: image, image.version, resources.memory, valkey.maxmemory,
	// placement.zones, shards, acl.app, podAnnotations["a/b"], tls.secretRef.
	Path string
	// Before and After are the values as text, empty when there is none. A
	// setting is written as in valkey.conf, so that an empty value is "" in
	// quotes; secrets are redacted; a user is written without password hashes.
	Before, After string
	// BeforeSource and AfterSource are what supplied the values.
	BeforeSource, AfterSource Source
	// Reason is one sentence without a full stop.
	Reason string
}

// Report is what a change does to one cluster.
type Report struct {
	Cluster menu.Ref
	Kind    Kind
	// Effect is the gravest of the changes.
	Effect Effect
	// Changes, the gravest first.
	Changes []Change
	Totals  Totals
	// Notes are sentences on the whole change, for people.
	Notes []string
	// Before and After are why a state does not resolve; nil when it does.
	Before, After resolve.Errors
}

// Has reports whether some change has the effect.
func (r Report) Has(e Effect) bool {
	return slices.ContainsFunc(r.Changes, func(c Change) bool { return c.Effect == e })
}

// finish derives what follows from the changes.
func (r Report) finish() Report {
	slices.SortStableFunc(r.Changes, func(a, b Change) int { return a.Effect.Rank() - b.Effect.Rank() })
	r.Effect = worst(r.Changes)
	if r.Kind == "" {
		r.Kind = Changed
		if len(r.Changes) == 0 {
			r.Kind = Unchanged
		}
	}
	return r
}
