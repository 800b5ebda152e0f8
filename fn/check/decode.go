package check

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/valkey-menu/valkey-menu/fn/parallel"
	"github.com/valkey-menu/valkey-menu/fn/schema"
	"github.com/valkey-menu/valkey-menu/fn/source"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// judged is what becomes of one object of the API group, apart from all others.
type judged struct {
	violations []schema.Violation
	typed      any // nil for a kind that no menu holds
}

// judge decodes the objects of the API group, each on its own, on all processors.
func (l *loader) judge(objects []Object) []judged {
	all := make([]judged, len(objects))
	parallel.Each(len(objects), func(i int) {
		if o := &objects[i]; o.ours() && !o.local() {
			data, violations := l.clean(o)
			all[i] = judged{violations, typedAs(o, data)}
		}
	})
	return all
}

// take adds an object to the world.
func (l *loader) take(o *Object, j judged) {
	open := func(v schema.Violation) bool { return isPlaceholder(o.Data, v.Path, l.placeholder) }
	for _, v := range j.violations {
		if open(v) {
			l.world.hide(o.ref(), v.Path, true)
		}
	}
	l.world.refuse(o, slices.DeleteFunc(j.violations, open)...)
	switch one := j.typed.(type) {
	case v1alpha1.ValkeyImage:
		l.all.Images = append(l.all.Images, one)
	case v1alpha1.ValkeyConfig:
		l.all.Configs = append(l.all.Configs, one)
	case v1alpha1.ValkeyRole:
		l.all.Roles = append(l.all.Roles, one)
	case v1alpha1.ValkeyCluster:
		l.all.Clusters = append(l.all.Clusters, one)
	}
}

// typedAs is the typed form of decoded data, nil for a kind that no menu holds.
func typedAs(o *Object, data map[string]any) any {
	switch o.Kind {
	case v1alpha1.KindImage:
		return typed[v1alpha1.ValkeyImage](o, data)
	case v1alpha1.KindConfig:
		return typed[v1alpha1.ValkeyConfig](o, data)
	case v1alpha1.KindRole:
		return typed[v1alpha1.ValkeyRole](o, data)
	case v1alpha1.KindCluster:
		return typed[v1alpha1.ValkeyCluster](o, data)
	}
	return nil
}

// clean is the object's data with defaults and without the fields that keep it
// from being decoded, and everything that the schema engine says about it.
func (l *loader) clean(o *Object) (map[string]any, []schema.Violation) {
	data := o.Data
	var violations []schema.Violation
	if o.APIVersion == "" {
		violations = append(violations, schema.Violation{
			Kind: schema.KindAPIVersion, Rule: "VK009", Path: "apiVersion",
			Message: "required field is missing: it is " + v1alpha1.APIVersion,
		})
		data = with(data, "apiVersion", v1alpha1.APIVersion)
	}
	violations = append(violations, l.validator.Validate(data)...)
	for _, v := range violations {
		if v.Blocking || isPlaceholder(data, v.Path, l.placeholder) {
			data = without(data, v.Path)
		}
	}
	return l.validator.Default(data), violations
}

// typed converts decoded data. The name is always the object's own, also where
// the metadata is refused: references to it do not dangle because of that.
func typed[T any](o *Object, data map[string]any) T {
	var into T
	if runtime.DefaultUnstructuredConverter.FromUnstructured(data, &into) != nil {
		// Something that the engine lets pass and Go does not, in the metadata for
		// all that is known; the spec alone may still convert.
		into = *new(T)
		bare := with(data, "metadata", map[string]any{})
		if runtime.DefaultUnstructuredConverter.FromUnstructured(bare, &into) != nil {
			into = *new(T)
		}
	}
	if meta, ok := any(&into).(metav1.Object); ok {
		meta.SetName(o.Name)
		meta.SetNamespace(o.Namespace)
		if meta.GetAnnotations() == nil && len(o.Annotations) > 0 {
			meta.SetAnnotations(o.Annotations)
		}
	}
	return into
}

// misspelt tells an object that is meant to be one of the group's and that no
// reader has decoded, since its apiVersion is only near.
func (l *loader) misspelt(o *Object) bool {
	return o.Data == nil && isKind(o.Kind) && l.validator.Handles(o.identity())
}

// order puts the object first that the menu has kept, of those with one name:
// findings about its fields are findings about that object. The menu keeps the
// one whose JSON form sorts first.
func (l *loader) order() {
	for ref, objects := range l.world.objects {
		if len(objects) < 2 {
			continue
		}
		forms := map[*Object][]byte{}
		for _, o := range objects {
			forms[o] = l.form(o)
		}
		slices.SortFunc(objects, func(a, b *Object) int {
			return cmp.Or(bytes.Compare(forms[a], forms[b]), comparePlaces(a.Place(""), b.Place("")))
		})
		l.world.objects[ref] = objects
	}
}

func (l *loader) form(o *Object) []byte {
	data, _ := l.clean(o)
	value := typedAs(o, data)
	if value == nil {
		value = data
	}
	form, err := json.Marshal(value)
	if err != nil {
		return nil
	}
	return form
}

func comparePlaces(a, b source.Place) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}
