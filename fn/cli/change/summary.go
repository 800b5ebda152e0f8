package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/impact"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// effectName is an effect as people read it.
func effectName(e impact.Effect) string {
	switch e {
	case impact.Rejected:
		return "rejected"
	case impact.Unresolvable:
		return "does not resolve"
	case impact.Rolling:
		return "rolling"
	case impact.Topology:
		return "topology"
	case impact.InPlace:
		return "in place"
	case impact.FuturePods:
		return "future pods only"
	case impact.None:
		return "no effect"
	}
	return string(e)
}

// verdict is one word or two on a cluster.
func verdict(k impact.Kind, e impact.Effect) string {
	if k == impact.Created || k == impact.Deleted {
		if e == impact.Topology {
			return string(k)
		}
		return string(k) + ", " + effectName(e)
	}
	return effectName(e)
}

// headline counts clusters by what happens to them.
func headline(f impact.FleetReport) string {
	counts := map[string]int{}
	var order []string
	for _, r := range sorted(f.Clusters) {
		word := verdict(r.Kind, r.Effect)
		if r.Kind == impact.Unchanged {
			word = "unchanged"
		}
		if counts[word]++; counts[word] == 1 {
			order = append(order, word)
		}
	}
	parts := make([]string, len(order))
	for i, word := range order {
		parts[i] = fmt.Sprintf("%d %s", counts[word], word)
	}
	text := counted(len(f.Clusters), "cluster")
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	return text
}

// costs are the totals in words; empty when nothing is replaced or moved.
func costs(t impact.Totals) []string {
	var parts []string
	if t.PodsReplaced > 0 || t.ShardsRolled > 0 {
		parts = append(parts,
			counted(t.PodsReplaced, "pod")+" replaced in "+counted(t.ShardsRolled, "shard"),
			counted(t.Failovers, "failover"),
			counted(t.PeakExtraPods, "extra pod")+" at peak")
	}
	if t.NodesAdded > 0 {
		parts = append(parts, counted(t.NodesAdded, "node")+" added")
	}
	if t.NodesRemoved > 0 {
		parts = append(parts, counted(t.NodesRemoved, "node")+" removed")
	}
	if t.SlotsMoved > 0 {
		parts = append(parts, fmt.Sprintf("about %s moved", counted(t.SlotsMoved, "slot")))
	}
	return parts
}

// sorted puts the gravest first: refused and unresolved, then what loses data,
// then by effect; unchanged clusters come last.
func sorted(reports []impact.Report) []impact.Report {
	all := slices.Clone(reports)
	slices.SortStableFunc(all, func(a, b impact.Report) int { return rank(a) - rank(b) })
	return all
}

func rank(r impact.Report) int {
	switch {
	case r.Kind == impact.Unchanged:
		return 1000
	case r.Kind == impact.Deleted && r.Effect == impact.Topology:
		return 10*impact.Rolling.Rank() - 5
	}
	return 10 * r.Effect.Rank()
}

// name is a reference without its kind.
func name(r menu.Ref) string {
	if r.Namespace == "" {
		return r.Name
	}
	return r.Namespace + "/" + r.Name
}

// from names the source of a value, or both where they differ.
func from(c impact.Change) string {
	before, after := c.BeforeSource.String(), c.AfterSource.String()
	switch {
	case before == after || before == "":
		return after
	case after == "":
		return before
	}
	return before + " -> " + after
}

// values are before and after, with a word for what is missing.
func values(c impact.Change) (before, after string) {
	return orNone(c.Before), orNone(c.After)
}

func orNone(text string) string {
	if text == "" {
		return "(none)"
	}
	return text
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
