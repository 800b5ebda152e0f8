package impact

import (
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// Refusal is one reason why the API server does not take a cluster of the state
// after.
type Refusal struct {
	Cluster menu.Ref
	// Rule that says so, such as VK005, and the path of the field in the object.
	Rule, Path string
	Message    string
}

// change is the refusal as a change of the cluster.
func (r Refusal) change() Change {
	return Change{
		Effect: Rejected, Path: strings.TrimPrefix(r.Path, "spec."), Rule: r.Rule, Reason: r.Message,
		AfterSource: Source{Origin: FromCluster, Object: r.Cluster, Path: r.Path},
	}
}

// withValues adds what the cluster holds where the refusal is one that this
// package knows of itself.
func withValues(changes []Change, own Change) []Change {
	for i, c := range changes {
		if c.Path == own.Path {
			own.Rule, own.Reason = c.Rule, c.Reason
			changes[i] = own
		}
	}
	return changes
}

// refused is what remains when the API server refuses the new object as a
// whole: the old one, if there is one, stays and meets the new menu.
func refused(before, after State, changes ...Change) Report {
	r := Report{Kind: Created}
	switch {
	case before.Unread: // what stays is not known
		r.Kind = Changed
	case before.Object != nil:
		r = edited(before, State{Resolver: after.Resolver, Object: before.Object})
		r.Kind = ""
		r.Notes = append(r.Notes, "the API server refuses the new object as a whole: its other edits do not apply either")
	}
	r.Changes = append(r.Changes, changes...)
	return r.finish()
}

// refusals by cluster. The API server's own words replace ours.
func refusals(all []Refusal) map[menu.Ref][]Change {
	by := map[menu.Ref][]Change{}
	for _, one := range all {
		by[one.Cluster] = append(by[one.Cluster], one.change())
	}
	return by
}
