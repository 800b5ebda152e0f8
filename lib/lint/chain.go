package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// perChain judges what comes together in the chain of each config. The findings
// stand at the config of the chain that is to be mended, so several chains can
// raise the same one: it is kept once, and says in which chain it shows where
// that is not plain from the config alone.
func perChain(configs []*resolve.Config, check func(*resolve.Config) []Finding) []Finding {
	var order []Finding
	raisedBy := map[Finding][]*resolve.Config{}
	for _, config := range configs {
		for _, f := range check(config) {
			if len(raisedBy[f]) == 0 {
				order = append(order, f)
			}
			raisedBy[f] = append(raisedBy[f], config)
		}
	}
	for i, f := range order {
		order[i].Message += chainSuffix(f.Object, raisedBy[f])
	}
	return order
}

// chainSuffix names the chain of the first config, unless the config that the
// finding is about raises it by itself.
func chainSuffix(object menu.Ref, raisedBy []*resolve.Config) string {
	itself := func(config *resolve.Config) bool { return object == menu.ConfigRef(config.Name) }
	if slices.ContainsFunc(raisedBy, itself) {
		return ""
	}
	suffix := ` (in the config chain ` + strings.Join(raisedBy[0].Chain, " -> ")
	if more := len(raisedBy) - 1; more > 0 {
		suffix += fmt.Sprintf(" and %d more", more)
	}
	return suffix + ")"
}

// nearest returns which of two configs of a chain comes first: the one whose
// value completes the combination.
func nearest(config *resolve.Config, a, b string) string {
	if slices.Index(config.Chain, b) < slices.Index(config.Chain, a) {
		return b
	}
	return a
}

// root is the config at the end of the chain, where a value that no config sets
// is best set once.
func root(config *resolve.Config) menu.Ref {
	return menu.ConfigRef(config.Chain[len(config.Chain)-1])
}
