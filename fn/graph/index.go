package graph

import "slices"

// Index resolves names of objects to their current names.
type Index struct {
	current map[key]bool
	former  map[key][]Object
}

type key struct{ kind, namespace, name string }

// NewIndex indexes the objects, in any order.
func NewIndex(objects []Object) *Index {
	x := &Index{current: map[key]bool{}, former: map[key][]Object{}}
	for _, o := range objects {
		x.current[o.key(o.Name)] = true
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
// names. A current name counts first. Of several objects that once had the
// name, the one whose prefixes and suffixes are those of the referring object
// counts, as in kustomize; if that leaves more than one, or none, the
// reference stays as it is and ok is false.
func (x *Index) Resolve(from Object, ref Reference) (name string, ok bool) {
	k := Object{Kind: ref.Kind, Namespace: from.Namespace}.key(ref.Name)
	if x.current[k] {
		return ref.Name, true
	}
	candidates := x.former[k]
	if len(candidates) > 1 {
		candidates = slices.DeleteFunc(slices.Clone(candidates), func(o Object) bool {
			return o.prefixes != from.prefixes || o.suffixes != from.suffixes
		})
	}
	if len(candidates) != 1 {
		return ref.Name, false
	}
	return candidates[0].Name, true
}
