package impact

import "fmt"

// Between says what it does to a cluster to go from one state to another. The
// two states must be of the same namespace and name. Between of a state and
// itself has no change.
func Between(before, after State) Report {
	switch {
	case before.Object == nil && after.Object == nil:
		return Report{}.finish()
	case before.Object == nil && !before.Unread:
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
	r := Report{Cluster: after.ref(), Kind: Created, Paused: after.paused()}
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
	if r.Paused {
		r.Notes = append(r.Notes, notePaused)
	}
	return r.finish()
}

func deleted(before State) Report {
	r := Report{Cluster: before.ref(), Kind: Deleted}
	change := Change{Effect: Topology, Reason: "the cluster is removed, and its data with its pods"}
	c, errs := before.resolve()
	r.Before = errs
	if c != nil {
		r.Totals = Totals{NodesRemoved: nodes(c)}
		r.ShapeBefore = shapeOf(c)
		change.Before, change.BeforeSource = r.ShapeBefore.String(), fromCluster(c, "")
	}
	r.Changes = []Change{change}
	return r.finish()
}

// notePaused is said of every paused cluster that something happens to.
const notePaused = "the cluster is paused: only users, certificates and status are kept up until it is resumed"

// edited compares two states of a cluster that exists in both.
func edited(before, after State) Report {
	r := Report{Cluster: after.ref()}
	b, beforeErrs := before.resolve()
	a, afterErrs := after.resolve()
	r.Before, r.After = beforeErrs, afterErrs
	if b != nil {
		r.ShapeBefore = shapeOf(b)
	}
	if a != nil {
		r.ShapeAfter = shapeOf(a)
	}
	switch {
	case beforeErrs != nil && afterErrs != nil:
		r.Changes = stillUnresolved(before, after, beforeErrs, afterErrs)
	case afterErrs != nil:
		r.Changes = unresolved(afterErrs)
	case beforeErrs != nil:
		r.Changes = healed(before, after, beforeErrs)
	case b == nil:
		r.Changes = []Change{unread()}
	default:
		p := pair{b, a}
		r.Changes = p.changes()
		r.Totals = p.totals(r.Changes)
		r.Notes = p.notes(r.Changes)
	}
	r.Changes = append(r.Changes, paused(before, after)...)
	if len(r.Changes) > 0 && afterErrs != nil {
		r.Notes = append(r.Notes, "the cluster does not resolve: nothing rolls, scales or changes users until it does")
	}
	if len(r.Changes) > 0 && after.paused() {
		r.Paused = true
		r.Notes = append(r.Notes, notePaused)
	}
	return r.finish()
}

// counted writes a number and its noun, "1 shard" or "3 shards".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
