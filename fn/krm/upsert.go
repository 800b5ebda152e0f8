package krm

import (
	"fmt"
	"reflect"

	"go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/runtime"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/fn/check"
	"github.com/valkey-menu/valkey-menu/fn/resourcelist"
	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

// upsertTyped puts typed objects into the list: new ones behind the last item,
// those that are there already, from an earlier run, in their place.
func (r *run) upsertTyped(local bool, objects ...runtime.Object) error {
	for _, o := range objects {
		document, err := render.Document(o)
		if err != nil {
			return fmt.Errorf("encoding %T: %w", o, err)
		}
		if local {
			meta, _ := document["metadata"].(map[string]any)
			annotations, _ := meta["annotations"].(map[string]any)
			if annotations == nil {
				annotations = map[string]any{}
			}
			annotations[check.LocalConfig] = "true"
			meta["annotations"] = annotations
		}
		if err := r.upsert(document); err != nil {
			return err
		}
	}
	return nil
}

// upsert adds one decoded object, or puts it in the place of the item that has
// its identity.
func (r *run) upsert(document map[string]any) error {
	text, err := sigsyaml.Marshal(document)
	if err != nil {
		return fmt.Errorf("encoding an object: %w", err)
	}
	parsed, err := yamlnode.Parse(text)
	if err != nil || len(parsed) != 1 {
		return fmt.Errorf("encoding an object: %w", err)
	}
	fresh := yamlnode.Get(parsed[0], "")
	existing := r.find(fresh)
	if existing == nil {
		return r.list.Append(fresh)
	}
	if err := keepAnnotations(existing, fresh); err != nil {
		return err
	}
	before, err := existing.Decode()
	if err != nil {
		return placed(existing, err)
	}
	after, err := yamlnode.DecodeNode(fresh)
	if err != nil {
		return placed(existing, err)
	}
	if reflect.DeepEqual(before, after) {
		return nil
	}
	return existing.Replace(fresh)
}

// find returns the item with the identity of an object. The items are indexed
// once, since a build may hold thousands.
func (r *run) find(object *yaml.Node) *resourcelist.Item {
	if r.items == nil {
		r.items = map[[4]string]*resourcelist.Item{}
		for _, it := range r.list.Items() {
			if it.IsObject() {
				r.items[identify(it.Node())] = it
			}
		}
	}
	return r.items[identify(object)]
}

func identify(n *yaml.Node) [4]string {
	var id [4]string
	for i, path := range []string{"apiVersion", "kind", "metadata.namespace", "metadata.name"} {
		id[i], _ = yamlnode.GetString(n, path)
	}
	return id
}

// keepAnnotations carries over the annotations that orchestrators keep on the
// item: without them kustomize loses names, and kpt the file.
func keepAnnotations(existing *resourcelist.Item, fresh *yaml.Node) error {
	annotations := yamlnode.Get(existing.Node(), "metadata.annotations")
	if annotations == nil || annotations.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(annotations.Content); i += 2 {
		key, value := annotations.Content[i], annotations.Content[i+1]
		path := join("metadata.annotations", key.Value)
		if yamlnode.Get(fresh, path) != nil {
			continue
		}
		if err := yamlnode.Set(fresh, path, yamlnode.String(value.Value)); err != nil {
			return fmt.Errorf("keeping annotation %q: %w", key.Value, err)
		}
	}
	return nil
}
