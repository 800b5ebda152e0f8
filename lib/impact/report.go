package impact

import (
	"fmt"
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
	// Causes are the objects whose edit brings the change, where these are not
	// just the sources: roles of a user that differ, objects that a reference
	// misses. Nil means the sources.
	Causes []menu.Ref
	// Reason is one sentence without a full stop.
	Reason string
	// Rule that rejects, such as VK006; empty for other effects, and where no
	// rule was asked.
	Rule string
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
	// Shapes before and after; zero where there is no cluster or it does not
	// resolve.
	ShapeBefore, ShapeAfter Shape
	// Notes are sentences on the whole change, for people.
	Notes []string
	// Paused says that the operator holds what rolls, scales or is formed until
	// the cluster is resumed: Totals are what happens then.
	Paused bool
	// Before and After are why a state does not resolve; nil when it does.
	Before, After resolve.Errors
}

// Shape is the size of a cluster.
type Shape struct{ Shards, ReplicasPerShard int }

func shapeOf(c *resolve.Cluster) Shape { return Shape{int(c.Shards), int(c.ReplicasPerShard)} }

// String is for people: 3 shards of 2 nodes.
func (s Shape) String() string {
	return fmt.Sprintf("%s of %s", counted(s.Shards, "shard"), counted(1+s.ReplicasPerShard, "node"))
}

// StillUnresolved reports a cluster of which nothing differs and that does not
// resolve in either state.
func (r Report) StillUnresolved() bool { return r.Kind == Unchanged && r.After != nil }

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
