package change

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/impact"
)

// totals are the costs of all clusters: what happens now, and what waits for
// paused ones. Either is empty when nothing is replaced or moved.
func totals(s Summary) (now, waiting string) {
	if waiting = costs(s.Waiting, nil); waiting != "" {
		waiting = "once paused clusters are resumed: " + waiting
	}
	return costs(s.Costs.less(s.Waiting), nil), waiting
}

func (c Costs) add(o Costs) Costs { return Costs(impact.Totals(c).Add(impact.Totals(o))) }

func (c Costs) less(o Costs) Costs {
	return Costs{
		ShardsRolled:  c.ShardsRolled - o.ShardsRolled,
		PodsReplaced:  c.PodsReplaced - o.PodsReplaced,
		Failovers:     c.Failovers - o.Failovers,
		PeakExtraPods: c.PeakExtraPods - o.PeakExtraPods,
		NodesAdded:    c.NodesAdded - o.NodesAdded,
		NodesRemoved:  c.NodesRemoved - o.NodesRemoved,
		SlotsMoved:    c.SlotsMoved - o.SlotsMoved,
	}
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
	var one *Cluster
	if len(g.members) == 1 {
		one = &g.members[0]
	}
	text := costs(g.costs, one)
	if text != "" && g.first().Paused {
		text = "once resumed: " + text
	}
	return text
}

// sentence is what happens to clusters that are formed or removed; empty for
// others, of which changes are listed.
func (g *group) sentence() string {
	first := g.first()
	if first.Effect != impact.Topology || first.Change != impact.Created && first.Change != impact.Deleted {
		return ""
	}
	subject, verb, its := "cluster", "is", "its data with its pods"
	if n := len(g.members); n > 1 {
		subject, verb, its = "clusters", "are", "their data with their pods"
	}
	size := ""
	if s := cmp.Or(first.After, first.Before); s != nil {
		size = " of " + impact.Shape(*s).String()
		if len(g.members) > 1 {
			size += " each"
		}
	}
	text := fmt.Sprintf("the %s%s %s removed, and %s", subject, size, verb, its)
	if first.Change == impact.Created {
		text = fmt.Sprintf("the new %s%s %s formed", subject, size, verb)
	}
	if parts := costs(g.costs, nil); parts != "" {
		text += ": " + parts
	}
	if first.Paused {
		return "once resumed, " + text
	}
	return text
}

// place is where a single cluster that is formed or removed stands.
func (g *group) place() Place {
	if len(g.members) > 1 || len(g.changes) == 0 {
		return Place{}
	}
	if v := cmp.Or(g.changes[0].After, g.changes[0].Before); v != nil {
		return v.Place
	}
	return Place{}
}
