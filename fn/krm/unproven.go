package krm

import (
	"fmt"
	"slices"

	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/fn/graph"
	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/fn/resourcelist"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// withUnproven adds warnings about references that resolve here and may be stale
// in the finished output. They carry the rule that such a reference breaks then.
func (r *run) withUnproven(rep report.Report, v *config.Validate) (report.Report, error) {
	index, nodes, items := r.graph()
	if index.Proven() {
		return rep, nil
	}
	var results []report.Result
	for i, it := range items {
		object, err := it.Decode()
		if err != nil {
			return rep, placed(it, err)
		}
		for _, ref := range graph.References(it.Kind(), object) {
			if name, unproven := index.Unproven(nodes[i], ref); unproven {
				results = append(results, unprovenResults(it, ref, name, v.Severities())...)
			}
		}
	}
	more := report.New(rep.Summary.Objects, slices.Concat(rep.Results, results))
	rep.Results, rep.Summary = more.Results, more.Summary
	return rep, nil
}

// graph indexes the items that refer or can be referred to.
func (r *run) graph() (*graph.Index, []graph.Object, []*resourcelist.Item) {
	var nodes []graph.Object
	var items []*resourcelist.Item
	for _, it := range r.list.Items() {
		if ours(it) {
			items = append(items, it)
			nodes = append(nodes, node(it))
		}
	}
	return graph.NewIndex(nodes), nodes, items
}

// unprovenResults puts one warning through the configured severities and the
// suppressions of its object.
func unprovenResults(it *resourcelist.Item, ref graph.Reference, name string, severities map[string]lint.Severity) []report.Result {
	rule, severity := unprovenRule(it.Kind(), ref)
	change := fmt.Sprintf("which kustomize has renamed to %q", name)
	if name == ref.Name {
		change = "to which kustomize is going to add a hash"
	}
	about := menu.Ref{Kind: it.Kind(), Name: it.Name()}
	if it.Kind() == v1alpha1.KindCluster {
		about.Namespace = it.Namespace()
	}
	findings := lint.Apply([]lint.Finding{{
		Rule: rule, Severity: severity, Object: about, Path: ref.Path,
		Message: fmt.Sprintf("%q is the name of a %s %s: nothing shows that kustomize will change this reference too. "+
			"List the Component where the renaming is done, or ValkeyRender before this check", ref.Name, ref.Kind, change),
	}}, lint.Input{Severities: severities, Annotations: map[menu.Ref]map[string]string{about: itemAnnotations(it)}})
	var results []report.Result
	for _, f := range findings {
		results = append(results, report.Result{
			Rule: f.Rule, Slug: f.Slug, Severity: f.Severity, Message: f.Message, Path: f.Path, File: file(it),
			Object:     report.Object{APIVersion: it.APIVersion(), Kind: it.Kind(), Namespace: it.Namespace(), Name: it.Name()},
			Suppressed: f.Suppressed, Justification: f.Justification,
		})
	}
	return results
}

// unprovenRule is the rule that a stale reference breaks, with the severity of a
// mere possibility. A Secret may come from elsewhere, so that it is not missed.
func unprovenRule(kind string, ref graph.Reference) (string, lint.Severity) {
	switch {
	case ref.Kind == graph.KindSecret:
		return "VK018", lint.Info
	case ref.Kind == v1alpha1.KindImage:
		return "VK010", lint.Warning
	case ref.Kind == v1alpha1.KindRole:
		return "VK012", lint.Warning
	case kind == v1alpha1.KindConfig:
		return "VK013", lint.Warning
	default:
		return "VK011", lint.Warning
	}
}

func itemAnnotations(it *resourcelist.Item) map[string]string {
	data, err := it.Decode()
	if err != nil {
		return nil
	}
	return annotations(data)
}
