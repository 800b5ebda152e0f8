package check

import (
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/valkey-menu/valkey-menu/fn/graph"
	"github.com/valkey-menu/valkey-menu/fn/schema"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// World is the typed form of a build.
type World struct {
	Menu    *menu.Menu
	Secrets []lint.Secret

	// places of objects by reference, in input order: more than one where a name
	// is defined more than once.
	objects map[menu.Ref][]*Object
	// count of objects of the API group.
	count int
	// broken fields by object: the schema engine has refused them.
	broken   map[menu.Ref][]string
	findings []lint.Finding
}

// Load decodes the objects of the API group and the Secrets. What the schema
// engine refuses becomes findings; the refused fields are left out of the
// typed objects, so that one fault does not hide or cause others.
func Load(objects []Object, v *schema.Validator, placeholder func(string) bool) *World {
	w := &World{objects: map[menu.Ref][]*Object{}, broken: map[menu.Ref][]string{}}
	rewriteReferences(objects)
	var all menu.Objects
	for i := range objects {
		o := &objects[i]
		switch {
		case o.secret() && o.Data != nil:
			w.objects[o.ref()] = append(w.objects[o.ref()], o)
			w.Secrets = append(w.Secrets, secret(o.Data))
		case o.ours():
			w.count++
			w.objects[o.ref()] = append(w.objects[o.ref()], o)
			w.decode(o, v, placeholder, &all)
		}
	}
	w.Menu = menu.New(all)
	return w
}

// Count is the number of objects of the API group.
func (w *World) Count() int { return w.count }

// rewriteReferences gives references the current names of what they name, as
// kustomize will at the end of the build.
func rewriteReferences(objects []Object) {
	nodes := make([]graph.Object, 0, len(objects))
	for i := range objects {
		if o := &objects[i]; o.ours() || o.secret() {
			nodes = append(nodes, o.node())
		}
	}
	index := graph.NewIndex(nodes)
	for i := range objects {
		if o := &objects[i]; o.ours() {
			graph.Rewrite(index, o.node(), o.Data)
		}
	}
}

func (w *World) decode(o *Object, v *schema.Validator, placeholder func(string) bool, all *menu.Objects) {
	data := o.Data
	violations := v.Validate(data)
	for _, violation := range violations {
		if isPlaceholder(data, violation.Path, placeholder) {
			data = without(data, violation.Path)
			continue
		}
		w.broken[o.ref()] = append(w.broken[o.ref()], violation.Path)
		w.findings = append(w.findings, finding(o, violation))
		if violation.Blocking {
			data = without(data, violation.Path)
		}
	}
	data = v.Default(data)
	switch o.Kind {
	case v1alpha1.KindImage:
		all.Images = append(all.Images, typed[v1alpha1.ValkeyImage](data))
	case v1alpha1.KindConfig:
		all.Configs = append(all.Configs, typed[v1alpha1.ValkeyConfig](data))
	case v1alpha1.KindRole:
		all.Roles = append(all.Roles, typed[v1alpha1.ValkeyRole](data))
	case v1alpha1.KindCluster:
		all.Clusters = append(all.Clusters, typed[v1alpha1.ValkeyCluster](data))
	}
}

// typed converts decoded data. A field that still has the wrong type is left
// at its zero value: the schema engine has reported it.
func typed[T any](data map[string]any) T {
	var into T
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(data, &into); err != nil {
		var named T
		meta := map[string]any{"metadata": data["metadata"]}
		if runtime.DefaultUnstructuredConverter.FromUnstructured(meta, &named) == nil {
			return named
		}
	}
	return into
}

func finding(o *Object, v schema.Violation) lint.Finding {
	rule, _ := lint.Lookup(v.Rule)
	return lint.Finding{
		Rule: rule.ID, Slug: rule.Slug, Severity: rule.Severity,
		Object: o.ref(), Path: v.Path, Message: v.Message,
	}
}

// secret decodes what rules need of a Secret; values that are no valid base64
// are left out, as the API server would refuse them.
func secret(data map[string]any) lint.Secret {
	s := lint.Secret{Data: map[string][]byte{}}
	s.Type, _ = data["type"].(string)
	if meta, ok := data["metadata"].(map[string]any); ok {
		s.Namespace, _ = meta["namespace"].(string)
		s.Name, _ = meta["name"].(string)
	}
	decodeSecretData(data["data"], s.Data)
	if plain, ok := data["stringData"].(map[string]any); ok {
		for key, value := range plain {
			s.Data[key] = []byte(fmt.Sprint(value))
		}
	}
	return s
}
