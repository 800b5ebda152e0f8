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
	case impact.MayRoll:
		return "may roll"
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
		impact.MayRoll:      {"may roll", "may roll"},
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

// verdict is one word or two on a cluster, and without a comma, so that verdicts
// can be listed.
func verdict(c Cluster) string { return tallied(c, 1) }

// tallied is the verdict on n clusters.
func tallied(c Cluster, n int) string {
	word := effectName(c.Effect)
	if c.Effect == impact.Unresolvable {
		word = does(c.Effect, n)
	}
	switch {
	case c.Change == impact.Deleted:
		return "deleted"
	case c.Change == impact.Created && c.Effect != impact.Topology:
		return word + " (new)"
	case c.Change == impact.Created && c.Paused:
		return "created (paused)"
	case c.Change == impact.Created:
		return "created"
	case c.Paused && (c.Effect == impact.Rolling || c.Effect == impact.MayRoll || c.Effect == impact.Topology):
		return word + " (once resumed)"
	}
	return word
}

// counts of clusters by what happens to them, in the order of the groups.
func counts(all []*group) string {
	type tally struct {
		of Cluster
		n  int
	}
	var tallies []*tally
	known := map[string]*tally{}
	for _, g := range all {
		word := verdict(g.first())
		if known[word] == nil {
			known[word] = &tally{of: g.first()}
			tallies = append(tallies, known[word])
		}
		known[word].n += len(g.members)
	}
	parts := make([]string, len(tallies))
	for i, t := range tallies {
		parts[i] = fmt.Sprintf("%d %s", t.n, tallied(t.of, t.n))
	}
	return strings.Join(parts, ", ")
}

// headline counts clusters by what happens to them.
func headline(r Report, all []*group, noun string) string {
	var parts []string
	if text := counts(all); text != "" {
		parts = append(parts, text)
	}
	if n := r.Summary.Unresolved; n > 0 {
		parts = append(parts, fmt.Sprintf("%d unresolved as before", n))
	}
	if n := r.Summary.Unchanged; n > 0 {
		parts = append(parts, fmt.Sprintf("%d unchanged", n))
	}
	if len(parts) == 0 {
		return counted(r.Summary.Clusters, noun)
	}
	return counted(r.Summary.Clusters, noun) + ": " + strings.Join(parts, ", ")
}

// several is a number of clusters and of their namespaces.
func several(clusters, namespaces int) string {
	return fmt.Sprintf("%s in %s", counted(clusters, "cluster"), counted(namespaces, "namespace"))
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
