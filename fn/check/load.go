package check

import (
	"github.com/valkey-menu/valkey-menu/fn/graph"
	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/fn/schema"
	"github.com/valkey-menu/valkey-menu/fn/source"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// World is the typed form of a build.
type World struct {
	Menu    *menu.Menu
	Secrets []lint.Secret

	// objects by reference: more than one where a name is defined more than
	// once, and then first the one that Menu holds.
	objects map[menu.Ref][]*Object
	// counted are the objects of the API group.
	counted []*Object
	// violations in the order of the objects.
	violations []violation
	// hidden fields by object, see hide.
	hidden map[menu.Ref][]hiddenField
}

// violation is one thing that the schema engine refuses about one object.
type violation struct {
	schema.Violation
	object *Object
}

// loader decodes objects.
type loader struct {
	validator   *schema.Validator
	placeholder func(string) bool
	world       *World
	all         menu.Objects
}

// Load decodes the objects of the API group and the Secrets. What the schema
// engine refuses becomes findings; the refused fields are left out of the
// typed objects, so that one fault does not hide or cause others. Fields that
// hold a placeholder where their type does not allow one are left out too.
func Load(objects []Object, v *schema.Validator, placeholder func(string) bool) *World {
	w := &World{objects: map[menu.Ref][]*Object{}, hidden: map[menu.Ref][]hiddenField{}}
	l := &loader{validator: v, placeholder: placeholder, world: w}
	rewriteReferences(objects)
	judged := l.judge(objects)
	for i := range objects {
		o := &objects[i]
		switch {
		case o.local():
		case o.secret() && o.Data != nil:
			w.add(o)
			w.Secrets = append(w.Secrets, secret(o.Data))
		case o.ours():
			w.counted = append(w.counted, o)
			w.add(o)
			l.take(o, judged[i])
		case l.misspelt(o):
			w.counted = append(w.counted, o)
			w.refuse(o, v.Validate(o.identity())...)
		}
	}
	w.Menu = menu.New(l.all)
	l.order()
	return w
}

// Count is the number of objects of the API group.
func (w *World) Count() int { return len(w.counted) }

// Place is where a field of an object stands, or the zero Place for an object
// that was not among those loaded.
func (w *World) Place(ref menu.Ref, path string) source.Place {
	objects := w.objects[ref]
	if len(objects) == 0 {
		return source.Place{}
	}
	return objects[0].Place(path)
}

// Refused are the results about what the schema engine refuses. Nothing
// suppresses or regrades them: the API server does not ask either.
func (w *World) Refused() []report.Result { return violationResults(w.violations, lint.Input{}) }

func (w *World) add(o *Object) { w.objects[o.ref()] = append(w.objects[o.ref()], o) }

// rewriteReferences gives references the current names of what they name, as
// kustomize will at the end of the build.
func rewriteReferences(objects []Object) {
	nodes := make([]graph.Object, 0, len(objects))
	for i := range objects {
		if o := &objects[i]; !o.local() && (o.ours() || o.secret()) {
			nodes = append(nodes, o.node())
		}
	}
	index := graph.NewIndex(nodes)
	for i := range objects {
		if o := &objects[i]; !o.local() && o.ours() {
			graph.Rewrite(index, o.node(), o.Data)
		}
	}
}
