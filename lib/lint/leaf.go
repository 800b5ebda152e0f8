package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// perLeaf judges what comes together in each leaf. The findings stand at the
// config of the chain that is to be mended, so several leaves can raise the
// same one: it is kept once, and says in which chain it shows where that is
// not plain from the config alone.
func (r *run) perLeaf(check func(*resolve.Config) []Finding) []Finding {
	var order []Finding
	leaves := map[Finding][]*resolve.Config{}
	for _, leaf := range r.leaves {
		for _, f := range check(leaf) {
			if len(leaves[f]) == 0 {
				order = append(order, f)
			}
			leaves[f] = append(leaves[f], leaf)
		}
	}
	for i, f := range order {
		order[i].Message += chainSuffix(f.Object, leaves[f])
	}
	return order
}

// chainSuffix names the chain of the first leaf, unless the config that the
// finding is about is a leaf itself.
func chainSuffix(object menu.Ref, leaves []*resolve.Config) string {
	itself := func(leaf *resolve.Config) bool { return object == menu.ConfigRef(leaf.Name) }
	if slices.ContainsFunc(leaves, itself) {
		return ""
	}
	suffix := ` (in the config chain ` + strings.Join(leaves[0].Chain, " -> ")
	if more := len(leaves) - 1; more > 0 {
		suffix += fmt.Sprintf(" and %d more", more)
	}
	return suffix + ")"
}

// nearest returns which of two configs of a chain comes first: the one whose
// value completes the combination.
func nearest(leaf *resolve.Config, a, b string) string {
	if slices.Index(leaf.Chain, b) < slices.Index(leaf.Chain, a) {
		return b
	}
	return a
}

// root is the config at the end of the chain, where a value that no config sets
// is best set once.
func root(leaf *resolve.Config) menu.Ref { return menu.ConfigRef(leaf.Chain[len(leaf.Chain)-1]) }
