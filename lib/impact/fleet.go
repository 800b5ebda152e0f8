package impact

import (
	"maps"
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// FleetReport is what a change does to every cluster.
type FleetReport struct {
	// Clusters of either state by namespace and name, unchanged ones too.
	Clusters []Report
	// Menu objects that differ, by kind and name.
	Menu []MenuChange
	// Totals over all clusters. Clusters roll side by side, so PeakExtraPods
	// is an upper bound.
	Totals Totals
	// Waiting is the part of Totals that happens only once paused clusters are
	// resumed.
	Waiting Totals
}

// Comparison is two states of menu, clusters and options, and what the API server
// says of them.
type Comparison struct {
	Before, After *resolve.Resolver
	// Refused says which clusters of the state after the API server does not
	// take; without it only what [Between] knows is rejected.
	Refused []Refusal
	// Unread are the objects of the state before that the API server refuses, so
	// that it is not known what runs of the clusters that they concern.
	Unread []menu.Ref
}

// MenuChange is one object of the menu that differs and whom it reaches.
type MenuChange struct {
	Object menu.Ref
	Kind   Kind
	// Clusters whose references lead to the object in either state, with what
	// those of their changes do that the object has a part in: unchanged are those
	// for which another config of the chain overrides it. For clusters that are
	// created, deleted or resolve again it is the whole change.
	Clusters []Touched
}

// Touched is a cluster that an object of the menu reaches.
type Touched struct {
	Cluster menu.Ref
	Kind    Kind
	Effect  Effect
}

// Count is the number of clusters whose gravest change has the effect;
// unchanged ones count for none of them.
func (f FleetReport) Count(e Effect) int {
	n := 0
	for _, r := range f.Clusters {
		if r.Effect == e && r.Kind != Unchanged {
			n++
		}
	}
	return n
}

// Fleet compares all clusters of two states that the API server takes.
func Fleet(before, after *resolve.Resolver) FleetReport {
	return Comparison{Before: before, After: after}.Fleet()
}

// Fleet compares all clusters.
func (x Comparison) Fleet() FleetReport {
	var f FleetReport
	reached := map[menu.Ref][]Touched{}
	before, after, by := x.Before, x.After, refusals(x.Refused)
	for _, c := range clusters(before.Menu(), after.Menu(), by) {
		b, a := StateOf(before, c.Namespace, c.Name), StateOf(after, c.Namespace, c.Name)
		b.Unread = x.unread(c, b)
		r := Between(b, a)
		if changes := by[c]; len(changes) > 0 {
			if own, is := rejected(b, a); is {
				changes = withValues(changes, own)
			}
			r = refused(b, a, changes...)
			r.Cluster = c
		}
		f.Clusters = append(f.Clusters, r)
		f.Totals = f.Totals.Add(r.Totals)
		if r.Paused {
			f.Waiting = f.Waiting.Add(r.Totals)
		}
		for object := range reaches(b, a) {
			reached[object] = append(reached[object], r.touchedBy(object))
		}
	}
	f.Menu = menuChanges(before.Menu(), after.Menu())
	for i, change := range f.Menu {
		f.Menu[i].Clusters = reached[change.Object]
	}
	f.noteRenames(before.Menu(), after.Menu())
	return f
}

// unread reports whether a cluster or something of its chain is refused in the
// state before.
func (x Comparison) unread(cluster menu.Ref, before State) bool {
	if len(x.Unread) == 0 {
		return false
	}
	from := reaches(before)
	return slices.ContainsFunc(x.Unread, func(ref menu.Ref) bool { return ref == cluster || from[ref] })
}

// touchedBy is what an object of the menu has to do with a cluster's change.
func (r Report) touchedBy(object menu.Ref) Touched {
	t := Touched{Cluster: r.Cluster, Kind: r.Kind, Effect: r.Effect}
	if r.Kind == Created || r.Kind == Deleted || r.Has(MayRoll) {
		return t // the whole of it counts: what heals a cluster is not told apart
	}
	var its []Change
	for _, c := range r.Changes {
		if c.involves(object) {
			its = append(its, c)
		}
	}
	t.Kind, t.Effect = Changed, worst(its)
	if len(its) == 0 {
		t.Kind = Unchanged
	}
	return t
}

// involves reports whether an object has a part in a change. A config that still
// chooses the same image has none in what the image holds.
func (c Change) involves(object menu.Ref) bool {
	if c.Causes != nil {
		return slices.Contains(c.Causes, object)
	}
	b, a := c.BeforeSource, c.AfterSource
	if b.Object == object || a.Object == object {
		return true
	}
	return (b.Object != a.Object || b.Via != a.Via) && (b.Via == object || a.Via == object)
}

// clusters lists the clusters of both menus, and those that are refused, in
// order.
func clusters(before, after *menu.Menu, refused map[menu.Ref][]Change) []menu.Ref {
	refs := slices.Collect(maps.Keys(refused))
	for _, m := range []*menu.Menu{before, after} {
		for _, c := range m.Clusters() {
			refs = append(refs, menu.ClusterRef(c.Namespace, c.Name))
		}
	}
	slices.SortFunc(refs, menu.Ref.Compare)
	return slices.Compact(refs)
}
