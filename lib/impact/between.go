package impact

import (
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// Between says what it does to a cluster to go from one state to another. The
// two states must be of the same namespace and name. Between of a state and
// itself has no change.
func Between(before, after State) Report {
	switch {
	case before.Object == nil && after.Object == nil:
		return Report{}.finish()
	case before.Object == nil:
		return created(after)
	case after.Object == nil:
		return deleted(before)
	}
	if change, is := rejected(before, after); is {
		return refused(before, after, change)
	}
	return edited(before, after)
}

func created(after State) Report {
	r := Report{Cluster: after.ref(), Kind: Created}
	c, errs := after.resolve()
	if errs != nil {
		r.After = errs
		r.Changes = unresolved(errs)
		return r.finish()
	}
	r.Totals = Totals{NodesAdded: nodes(c)}
	r.ShapeAfter = shapeOf(c)
	r.Changes = []Change{{
		Effect: Topology, After: r.ShapeAfter.String(), AfterSource: fromCluster(c, ""), Reason: "a new cluster is formed",
	}}
	return r.finish()
}

func deleted(before State) Report {
	r := Report{Cluster: before.ref(), Kind: Deleted}
	change := Change{Effect: Topology, Reason: "the cluster is removed, and its data with its pods"}
	c, errs := before.resolve()
	if errs != nil {
		r.Before = errs
	} else {
		r.Totals = Totals{NodesRemoved: nodes(c)}
		r.ShapeBefore = shapeOf(c)
		change.Before, change.BeforeSource = r.ShapeBefore.String(), fromCluster(c, "")
	}
	r.Changes = []Change{change}
	return r.finish()
}

// edited compares two states of a cluster that exists in both.
func edited(before, after State) Report {
	r := Report{Cluster: before.ref()}
	b, beforeErrs := before.resolve()
	a, afterErrs := after.resolve()
	r.Before, r.After = beforeErrs, afterErrs
	if beforeErrs == nil {
		r.ShapeBefore = shapeOf(b)
	}
	if afterErrs == nil {
		r.ShapeAfter = shapeOf(a)
	}
	switch {
	case afterErrs != nil:
		r.Changes = newlyUnresolved(beforeErrs, afterErrs)
		r.Notes = append(r.Notes, "the cluster does not resolve: nothing rolls, scales or changes users until it does")
	case beforeErrs != nil:
		r.Changes = healed(beforeErrs, a)
	default:
		p := pair{b, a}
		r.Changes = p.changes()
		r.Totals = p.totals(r.Changes)
		r.Notes = p.notes(r.Changes)
	}
	r.Changes = append(r.Changes, paused(before, after)...)
	if len(r.Changes) > 0 && after.paused() {
		r.Notes = append(r.Notes, "the cluster is paused: only users, certificates and status are kept up until it is resumed")
	}
	return r.finish()
}

func unresolved(errs resolve.Errors) []Change {
	changes := make([]Change, len(errs))
	for i, err := range errs {
		changes[i] = Change{
			Effect: Unresolvable, Path: strings.TrimPrefix(err.Path, "spec."),
			AfterSource: Source{Object: err.Object, Path: err.Path}, Reason: err.Message,
		}
		if err.Missing != (menu.Ref{}) {
			changes[i].Causes = []menu.Ref{err.Object, err.Missing}
		}
	}
	return changes
}

// newlyUnresolved leaves out a state that is as broken as it was.
func newlyUnresolved(before, after resolve.Errors) []Change {
	if before.Error() == after.Error() {
		return nil
	}
	return unresolved(after)
}

// healed cannot tell what runs: the nodes were made from a state before the
// one that is compared with.
func healed(before resolve.Errors, a *resolve.Cluster) []Change {
	return []Change{{
		Effect: Unresolvable, Path: "configRef", Before: before.Error(),
		After:  fmt.Sprintf("resolves to config revision %s", a.Revision()),
		Reason: "the state before does not resolve, so it does not tell what runs; nodes that were made from other values roll",

		AfterSource: fromConfig(a.Config.Name, ""),
	}}
}

// counted writes a number and its noun, "1 shard" or "3 shards".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
