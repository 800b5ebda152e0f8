package impact

import (
	"fmt"

	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// noteRenames tells the author of a rename what it is: a cluster that goes and
// an empty one that comes. The two have the same spec, and the name or the
// namespace in common; where several fit, none is named.
func (f *FleetReport) noteRenames(before, after *menu.Menu) {
	type pair struct{ gone, come []*Report }
	pairs := map[string]*pair{}
	var order []string
	add := func(r *Report, m *menu.Menu, list func(*pair) *[]*Report) {
		c := m.Cluster(r.Cluster.Namespace, r.Cluster.Name)
		if c == nil {
			return // refused, so that its spec is not known
		}
		spec := string(encode(c.Spec))
		for _, key := range []string{"namespace " + c.Namespace + " " + spec, "name " + c.Name + " " + spec} {
			if pairs[key] == nil {
				pairs[key] = &pair{}
				order = append(order, key)
			}
			*list(pairs[key]) = append(*list(pairs[key]), r)
		}
	}
	for i := range f.Clusters {
		switch r := &f.Clusters[i]; {
		case r.Kind == Deleted:
			add(r, before, func(p *pair) *[]*Report { return &p.gone })
		case r.Kind == Created && r.Effect != Rejected:
			add(r, after, func(p *pair) *[]*Report { return &p.come })
		}
	}
	for _, key := range order {
		if p := pairs[key]; len(p.gone) == 1 && len(p.come) == 1 {
			noteRename(p.gone[0], p.come[0])
		}
	}
}

func noteRename(gone, come *Report) {
	gone.Notes = append(gone.Notes, fmt.Sprintf(
		"%s has the same spec and is created: a cluster cannot be renamed or moved, and its data goes with it", come.Cluster))
	come.Notes = append(come.Notes, fmt.Sprintf("%s has the same spec and is deleted: the new cluster starts empty", gone.Cluster))
}
