package cli

import (
	"slices"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/impact"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// refusals are the clusters of HEAD that the API server refuses one by one, so
// that the old objects stay. Anything else that is wrong blocks, since it leaves no
// true picture: faults of the menu and of the YAML, and those that BASE has too,
// where it is not known what runs.
func refusals(results, known []report.Result) (refused []impact.Refusal, blocked bool) {
	clusters := map[menu.Ref]bool{}
	for _, r := range results {
		if isRefusal(r) && !isKnown(r, known) {
			clusters[clusterOf(r)] = true
		}
	}
	for _, r := range results {
		if !isRefusal(r) || !clusters[clusterOf(r)] {
			return nil, true
		}
		refused = append(refused, impact.Refusal{Cluster: clusterOf(r), Rule: r.Rule, Path: r.Path, Message: r.Message})
	}
	return refused, false
}

// immutable is the rule about fields that cannot be edited.
const immutable = "VK006"

// isRefusal tells the API server's verdict on one cluster.
func isRefusal(r report.Result) bool { return r.Object.Kind == v1alpha1.KindCluster && r.Refused }

func clusterOf(r report.Result) menu.Ref { return menu.ClusterRef(r.Object.Namespace, r.Object.Name) }

// unread are the objects of BASE that some result is about: what is refused of
// them is missing from the state before, and was never applied as it stands.
func unread(results []report.Result) []menu.Ref {
	refs := make([]menu.Ref, len(results))
	for i, r := range results {
		refs[i] = menu.Ref{Kind: r.Object.Kind, Name: r.Object.Name}
		if r.Object.Kind == v1alpha1.KindCluster {
			refs[i] = clusterOf(r)
		}
	}
	return refs
}

// isKnown reports whether the same is wrong in BASE, wherever it stands there.
func isKnown(r report.Result, known []report.Result) bool {
	return slices.ContainsFunc(known, func(k report.Result) bool {
		return k.Rule == r.Rule && k.Object == r.Object && k.Path == r.Path && k.Message == r.Message
	})
}
