package change

import (
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/impact"
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

// does is what n clusters do under an effect.
func does(e impact.Effect, n int) string {
	verb := map[impact.Effect][2]string{
		impact.Rejected:     {"is rejected", "are rejected"},
		impact.Unresolvable: {"does not resolve", "do not resolve"},
		impact.Rolling:      {"rolls", "roll"},
		impact.Topology:     {"scales", "scale"},
		impact.InPlace:      {"changes in place", "change in place"},
		impact.FuturePods:   {"changes for future pods only", "change for future pods only"},
		impact.None:         {"runs as before", "run as before"},
	}[e]
	if n == 1 {
		return verb[0]
	}
	return verb[1]
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

// counts of clusters by what happens to them, in the order of the groups.
func counts(all []*group) string {
	tally := map[string]int{}
	var order []string
	for _, g := range all {
		word := verdict(g.first().Change, g.first().Effect)
		if tally[word] == 0 {
			order = append(order, word)
		}
		tally[word] += len(g.members)
	}
	parts := make([]string, len(order))
	for i, word := range order {
		parts[i] = fmt.Sprintf("%d %s", tally[word], word)
	}
	return strings.Join(parts, ", ")
}

// headline counts clusters by what happens to them.
func headline(r Report, all []*group, noun string) string {
	text := counts(all)
	if r.Summary.Unchanged > 0 {
		text = strings.TrimPrefix(fmt.Sprintf("%s, %d unchanged", text, r.Summary.Unchanged), ", ")
	}
	if text == "" {
		return counted(r.Summary.Clusters, noun)
	}
	return counted(r.Summary.Clusters, noun) + ": " + text
}

// costs are the totals in words; empty when nothing is replaced or moved. Of one
// cluster it says which part of its shards that is.
func costs(t Costs, one *Cluster) string {
	var parts []string
	if t.PodsReplaced > 0 || t.ShardsRolled > 0 {
		peak := counted(t.PeakExtraPods, "extra pod") + " at peak"
		if t.PeakExtraPods > 1 {
			peak = "up to " + peak
		}
		parts = append(parts, counted(t.PodsReplaced, "pod")+" replaced in "+shards(t, one), counted(t.Failovers, "failover"), peak)
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
	return strings.Join(parts, ", ")
}

func shards(t Costs, one *Cluster) string {
	if one == nil || one.Before == nil || one.After == nil || one.After.Shards < 2 {
		return counted(t.ShardsRolled, "shard")
	}
	if of := one.After.Shards; of > t.ShardsRolled {
		return fmt.Sprintf("%d of %d shards", t.ShardsRolled, of)
	}
	return fmt.Sprintf("all %d shards", t.ShardsRolled)
}

func (g *group) costsText() string {
	if len(g.members) == 1 {
		return costs(g.costs, &g.members[0])
	}
	return costs(g.costs, nil)
}

// several is a number of clusters and of their namespaces.
func several(clusters, namespaces int) string {
	return fmt.Sprintf("%s in %s", counted(clusters, "cluster"), counted(namespaces, "namespace"))
}

// reach says whom an object of the menu reaches.
func reach(m MenuObject) string {
	if len(m.Reaches) == 0 {
		return "no cluster uses it"
	}
	inNamespaces := map[string]bool{}
	changed := map[impact.Effect]int{}
	kinds := map[impact.Kind]int{}
	for _, t := range m.Reaches {
		inNamespaces[t.Namespace] = true
		if kinds[t.Change]++; t.Change == impact.Changed {
			changed[t.Effect]++
		}
	}
	var parts []string
	add := func(n int, text string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, text))
		}
	}
	changed[impact.None] += kinds[impact.Unchanged]
	for _, e := range impact.Effects() {
		add(changed[e], does(e, changed[e]))
	}
	add(kinds[impact.Created], isAre(kinds[impact.Created])+" created")
	add(kinds[impact.Deleted], isAre(kinds[impact.Deleted])+" deleted")
	if len(parts) == 1 {
		_, verb, _ := strings.Cut(parts[0], " ")
		return several(len(m.Reaches), len(inNamespaces)) + " " + verb
	}
	return several(len(m.Reaches), len(inNamespaces)) + ": " + strings.Join(parts, ", ")
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// clusterName is NAMESPACE/NAME.
func clusterName(c Cluster) string {
	if c.Namespace == "" {
		return c.Name
	}
	return c.Namespace + "/" + c.Name
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
