package source

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// field is what the schema says about a node: a string, a mapping with known keys, a mapping or a sequence of equal
// elements, or nothing of interest.
type field struct {
	isString bool
	props    map[string]*field
	elem     *field
}

// child is the field below f for a key, or for any element of a sequence. It accepts nil.
func (f *field) child(key string) *field {
	switch {
	case f == nil:
		return nil
	case f.elem != nil:
		return f.elem
	}
	return f.props[key]
}

// render prints a path as lint does: keys that the author chose, such as names of directives, stand in quotes.
func (f *field) render(path yamlnode.Path) string {
	var b strings.Builder
	for i, step := range path {
		switch {
		case step.IsIndex:
			fmt.Fprintf(&b, "[%d]", step.Index)
		case f != nil && f.elem != nil:
			fmt.Fprintf(&b, "[%q]", step.Key)
		default:
			word := path[i : i+1].String()
			if i > 0 && !strings.HasPrefix(word, "[") {
				b.WriteByte('.')
			}
			b.WriteString(word)
		}
		f = f.child(step.Key)
	}
	return b.String()
}

// object is the schema of one of our kinds. Of a kind that we do not have only the metadata is known.
func object(kind string) *field {
	if f, ok := kinds()[kind]; ok {
		return f
	}
	return kinds()[""]
}

// specOf is the schema of a kind's spec, nil if the kind is not ours.
func specOf(kind string) *field {
	return kinds()[kind].child("spec")
}

// kinds derives the schemas from the Go types, which the CRDs are generated from as well.
var kinds = sync.OnceValue(func() map[string]*field {
	all := map[string]*field{"": withSpec(nil)}
	for kind, spec := range map[string]any{
		v1alpha1.KindImage:   v1alpha1.ValkeyImageSpec{},
		v1alpha1.KindConfig:  v1alpha1.ValkeyConfigSpec{},
		v1alpha1.KindRole:    v1alpha1.ValkeyRoleSpec{},
		v1alpha1.KindCluster: v1alpha1.ValkeyClusterSpec{},
		v1alpha1.KindNode:    v1alpha1.ValkeyNodeSpec{},
	} {
		all[kind] = withSpec(ofType(reflect.TypeOf(spec)))
	}
	return all
})

func withSpec(spec *field) *field {
	text := &field{isString: true}
	texts := &field{elem: text}
	props := map[string]*field{
		"apiVersion": text,
		"kind":       text,
		"metadata": {props: map[string]*field{
			"name": text, "generateName": text, "namespace": text,
			"labels": texts, "annotations": texts, "finalizers": texts,
		}},
	}
	if spec != nil {
		props["spec"] = spec
	}
	return &field{props: props}
}

func ofType(t reflect.Type) *field {
	if t.Kind() == reflect.Pointer {
		return ofType(t.Elem())
	}
	f := &field{isString: t.Kind() == reflect.String}
	if t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		f.elem = ofType(t.Elem())
	}
	if t.Kind() == reflect.Struct {
		f.props = make(map[string]*field, t.NumField())
		for i := range t.NumField() {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			f.props[name] = ofType(t.Field(i).Type)
		}
	}
	return f
}
