package impact

import (
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
}

// MenuChange is one object of the menu that differs and whom it reaches.
type MenuChange struct {
	Object menu.Ref
	Kind   Kind
	// Clusters whose references lead to the object in either state, with what
	// the whole change does to them: several objects may have a part in it.
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

// Fleet compares all clusters of two states of menu, clusters and options.
func Fleet(before, after *resolve.Resolver) FleetReport {
	var f FleetReport
	reached := map[menu.Ref][]Touched{}
	for _, c := range clusters(before.Menu(), after.Menu()) {
		b, a := StateOf(before, c.Namespace, c.Name), StateOf(after, c.Namespace, c.Name)
		r := Between(b, a)
		f.Clusters = append(f.Clusters, r)
		f.Totals = f.Totals.Add(r.Totals)
		for object := range reaches(b, a) {
			reached[object] = append(reached[object], Touched{Cluster: c, Kind: r.Kind, Effect: r.Effect})
		}
	}
	f.Menu = menuChanges(before.Menu(), after.Menu())
	for i, change := range f.Menu {
		f.Menu[i].Clusters = reached[change.Object]
	}
	return f
}

// clusters lists the clusters of both menus in order.
func clusters(before, after *menu.Menu) []menu.Ref {
	var refs []menu.Ref
	for _, m := range []*menu.Menu{before, after} {
		for _, c := range m.Clusters() {
			refs = append(refs, menu.ClusterRef(c.Namespace, c.Name))
		}
	}
	slices.SortFunc(refs, menu.Ref.Compare)
	return slices.Compact(refs)
}
