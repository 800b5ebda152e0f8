package change

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/impact"
)

// group is clusters to which the same happens: the same changes from the same
// objects, whatever the sizes of the clusters. Where a value comes from the
// cluster itself, its place is not told for several.
type group struct {
	changes []Change
	members []Cluster
	costs   Costs
}

func (g *group) first() Cluster { return g.members[0] }

// groups are the clusters of a report, the gravest first: refused and
// unresolved, then what loses data, then by effect; then the largest group.
func groups(r Report) []*group {
	byKey := map[string]*group{}
	var all []*group
	for _, c := range r.Clusters {
		key := alike(c)
		g := byKey[key]
		if g == nil {
			g = &group{}
			byKey[key] = g
			all = append(all, g)
		}
		g.members = append(g.members, c)
		g.costs = g.costs.add(c.Costs)
	}
	for _, g := range all {
		g.changes = g.first().Changes
		if len(g.members) > 1 {
			g.changes = anonymous(g.changes)
		}
	}
	slices.SortStableFunc(all, func(a, b *group) int {
		return cmp.Or(rank(a.first())-rank(b.first()), len(b.members)-len(a.members))
	})
	return all
}

// alike is a text that is the same for clusters to which the same happens.
func alike(c Cluster) string {
	text, err := json.Marshal([]any{c.Change, c.Effect, c.Paused, anonymous(c.Changes)})
	if err != nil {
		return c.Namespace + "/" + c.Name // a cluster by itself is never wrong
	}
	return string(text)
}

// anonymous leaves out which cluster it is.
func anonymous(changes []Change) []Change {
	out := slices.Clone(changes)
	for i := range out {
		out[i].Before, out[i].After = withoutCluster(out[i].Before), withoutCluster(out[i].After)
	}
	return out
}

func withoutCluster(v *Value) *Value {
	if v == nil || v.Object == nil || v.Object.Namespace == "" {
		return v
	}
	return &Value{Value: v.Value, Origin: v.Origin, Object: &Object{Kind: v.Object.Kind}}
}

func rank(c Cluster) int {
	if c.Change == impact.Deleted {
		return 10*impact.Rolling.Rank() - 5
	}
	return 10 * c.Effect.Rank()
}

// namespace is the clusters of one namespace.
type namespace struct {
	name  string
	names []string
}

// namespaces lists clusters that are sorted by namespace.
func namespaces(members []Cluster) []namespace {
	var all []namespace
	for _, c := range members {
		if len(all) == 0 || all[len(all)-1].name != c.Namespace {
			all = append(all, namespace{name: c.Namespace})
		}
		last := &all[len(all)-1]
		last.names = append(last.names, c.Name)
	}
	return all
}

// note is a sentence and how many clusters of a group it is about.
type note struct {
	text  string
	count int
}

func (g *group) notes() []note {
	var all []note
	for _, c := range g.members {
		for _, text := range c.Notes {
			i := slices.IndexFunc(all, func(n note) bool { return n.text == text })
			if i < 0 {
				i = len(all)
				all = append(all, note{text: text})
			}
			all[i].count++
		}
	}
	return all
}
