package krm

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/graph"
	"github.com/valkey-menu/valkey-menu/fn/resourcelist"
	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// render normalises the graph, materialises defaults and emits what the
// operator would create.
func (r *run) render() error {
	c := r.config.Render
	if c.Normalise == nil || *c.Normalise {
		if err := r.normalise(); err != nil {
			return err
		}
	}
	if c.Defaults == nil || *c.Defaults {
		if err := r.defaults(); err != nil {
			return err
		}
	}
	return r.emit()
}

// normalise strips namespaces from cluster-scoped kinds and rewrites every
// reference to the current name of its target. The two belong together: a
// target without its namespace is no longer what kustomize takes the reference
// for, so that stripping alone leaves stale references (seen with v5.8.2).
func (r *run) normalise() error {
	index, nodes, items := r.graph()
	for i, it := range items {
		object, err := it.Decode()
		if err != nil {
			return placed(it, err)
		}
		refs := graph.References(it.Kind(), object)
		err = it.Edit(func(n *yaml.Node) error { return rewrite(n, index, nodes[i], refs) })
		if err != nil {
			return placed(it, err)
		}
	}
	return nil
}

func node(it *resourcelist.Item) graph.Object {
	annotations := map[string]string{}
	for _, key := range graph.Annotations() {
		if value, ok := it.Annotation(key); ok {
			annotations[key] = value
		}
	}
	return graph.NewObject(it.Kind(), it.Namespace(), it.Name(), annotations)
}

func rewrite(n *yaml.Node, index *graph.Index, from graph.Object, refs []graph.Reference) error {
	if clusterScoped(from.Kind) {
		if _, err := yamlnode.Delete(n, "metadata.namespace"); err != nil {
			return err
		}
	}
	for _, ref := range refs {
		name, ok := index.Resolve(from, ref)
		if !ok || name == ref.Name {
			continue
		}
		if err := yamlnode.Set(n, ref.Path, yamlnode.String(name)); err != nil {
			return err
		}
	}
	return nil
}

func clusterScoped(kind string) bool {
	return kind == v1alpha1.KindImage || kind == v1alpha1.KindConfig || kind == v1alpha1.KindRole
}

// defaults writes the defaults of the CRDs into the items, so that a GitOps
// tool sees no difference to what the API server stores.
func (r *run) defaults() error {
	for _, it := range r.list.Items() {
		if !ours(it) || it.Kind() == graph.KindSecret {
			continue
		}
		before, err := it.Decode()
		if err != nil {
			return placed(it, err)
		}
		added := missing("", before, r.validator.Default(before))
		err = it.Edit(func(n *yaml.Node) error {
			for _, a := range added {
				if err := yamlnode.Set(n, a.path, yamlnode.String(a.value)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return placed(it, err)
		}
	}
	return nil
}

// addition is a string field that a default adds.
type addition struct{ path, value string }

// missing lists the string fields of spec that after has and before lacks, in
// the order of their paths.
func missing(path string, before, after any) []addition {
	var all []addition
	switch now := after.(type) {
	case map[string]any:
		old, _ := before.(map[string]any)
		for _, key := range sortedKeys(now) {
			at := join(path, key)
			text, isText := now[key].(string)
			if _, had := old[key]; !had && isText {
				all = append(all, addition{at, text})
				continue
			}
			if path != "" || key == "spec" {
				all = append(all, missing(at, old[key], now[key])...)
			}
		}
	case []any:
		old, _ := before.([]any)
		for i := range min(len(old), len(now)) {
			all = append(all, missing(fmt.Sprintf("%s[%d]", path, i), old[i], now[i])...)
		}
	}
	return all
}
