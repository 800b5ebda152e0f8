package graph

import "slices"

// Index resolves names of objects to their current names.
type Index struct {
	current map[key]Object
	former  map[key][]Object
	// scopesKnown: kustomize knows the scope of the Valkey kinds, which it can
	// only have from the Component.
	scopesKnown bool
	// changing: a name was changed in this build, or is going to be.
	changing bool
}

type key struct{ kind, namespace, name string }

// NewIndex indexes the objects, in any order.
func NewIndex(objects []Object) *Index {
	x := &Index{current: map[key]Object{}, former: map[key][]Object{}}
	for _, o := range objects {
		x.current[o.key(o.Name)] = o
		x.scopesKnown = x.scopesKnown || o.scopeKnown
		x.changing = x.changing || o.hashed || len(o.former) > 0
		seen := map[string]bool{o.Name: true}
		for _, name := range o.former {
			if !seen[name] {
				seen[name] = true
				x.former[o.key(name)] = append(x.former[o.key(name)], o)
			}
		}
	}
	return x
}

// key leaves out the namespace of all kinds but Secret: kustomize takes every
// custom resource for namespaced and puts namespaces on menu kinds.
func (o Object) key(name string) key {
	if o.Kind == KindSecret {
		return key{o.Kind, o.Namespace, name}
	}
	return key{kind: o.Kind, name: name}
}

// Resolve returns the current name of what a reference of the given object
// names. A current name counts first, except that an object that once had the
// name and was renamed together with the referring one is meant before it. Of
// several objects that once had the name, the one whose prefixes and suffixes
// are those of the referring object counts, as in kustomize; if that leaves more
// than one, or none, the reference stays as it is and ok is false.
func (x *Index) Resolve(from Object, ref Reference) (name string, ok bool) {
	target, ok := x.target(from, ref)
	if !ok {
		return ref.Name, false
	}
	return target.Name, true
}

// Proven reports whether no reference can be unproven.
func (x *Index) Proven() bool { return x.scopesKnown || !x.changing }

// Unproven reports whether a reference is right in the finished output only if
// kustomize changes it after the last function, and nothing shows that it will:
// its target was renamed, or is going to be given a hash. It returns the present
// name of the target.
//
// That kustomize mends a field depends on its nameReference configuration, which
// no function sees. What shows is whether it knew the scope of a kind when it
// renamed an object of it; then the Component is there, and the configuration
// with it. Where all renaming was done below the kustomization that lists the
// Component, not even that shows.
func (x *Index) Unproven(from Object, ref Reference) (name string, unproven bool) {
	target, ok := x.target(from, ref)
	if !ok || x.Proven() {
		return "", false
	}
	return target.Name, target.Name != ref.Name || target.hashed
}

func (x *Index) target(from Object, ref Reference) (Object, bool) {
	k := Object{Kind: ref.Kind, Namespace: from.Namespace}.key(ref.Name)
	former := x.former[k]
	if current, ok := x.current[k]; ok {
		if together := like(former, from, false); len(together) == 1 && len(from.former) > 0 && !current.renamedLike(from, false) {
			return together[0], true
		}
		return current, true
	}
	if len(former) > 1 {
		former = like(former, from, true)
	}
	if len(former) > 1 {
		former = like(former, from, false)
	}
	if len(former) != 1 {
		return Object{}, false
	}
	return former[0], true
}

// like keeps the objects that were renamed like the given one.
func like(objects []Object, from Object, loosely bool) []Object {
	return slices.DeleteFunc(slices.Clone(objects), func(o Object) bool { return !o.renamedLike(from, loosely) })
}
