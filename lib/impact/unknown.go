package impact

import (
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

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

// stillUnresolved keeps quiet only about a state of which nothing differs: where
// references lead nowhere on both sides, the menu may just not be in the input,
// and an edit of the cluster is one all the same.
func stillUnresolved(before, after State, was, is resolve.Errors) []Change {
	edits := edits(before, after, Change{
		Effect: Unresolvable, Reason: "what it does is not known: the cluster resolves in neither state",
	})
	if len(edits) == 0 && was.Error() == is.Error() {
		return nil
	}
	return append(unresolved(is), edits...)
}

// healed cannot tell what runs: the nodes were made from a state before the
// one that is compared with.
func healed(before, after State, was resolve.Errors) []Change {
	c := Change{Effect: MayRoll, Reason: fmt.Sprintf(
		"it resolves again; the state before does not (%s), so it does not tell what runs: nodes that were made from other values roll", was)}
	return append([]Change{c}, edits(before, after, Change{
		Effect: MayRoll, Reason: "edited since; what runs is not known",
	})...)
}

// unread has no values of the state before: those that are refused are missing
// from it.
func unread() Change {
	return Change{
		Effect: MayRoll,
		Reason: "the API server refuses the state before, in the cluster or in its menu, so it does not tell what runs: " +
			"nodes that were made from other values roll",
	}
}
