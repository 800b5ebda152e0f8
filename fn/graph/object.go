package graph

import (
	"slices"
	"strings"
)

// Annotations in which kustomize remembers what it did to an object's name;
// each but the last is a list separated by commas.
const (
	annotationPreviousNames      = "internal.config.kubernetes.io/previousNames"
	annotationPreviousNamespaces = "internal.config.kubernetes.io/previousNamespaces"
	annotationPrefixes           = "internal.config.kubernetes.io/prefixes"
	annotationSuffixes           = "internal.config.kubernetes.io/suffixes"
	annotationHash               = "internal.config.kubernetes.io/needsHashSuffix"
)

// noNamespace stands among the previous namespaces of an object that kustomize
// knew to be cluster-scoped when it renamed it.
const noNamespace = "_non_namespaceable_"

// Object is an object that can be referred to, or that refers.
type Object struct {
	Kind      string
	Namespace string
	Name      string
	// former names, and the prefixes and suffixes that were added to the name,
	// in the order in which kustomize added them.
	former   []string
	prefixes []string
	suffixes []string
	// scopeKnown: kustomize knew that the object is cluster-scoped.
	scopeKnown bool
	// hashed: kustomize is going to add a hash to the name.
	hashed bool
}

// NewObject reads what kustomize remembers from the annotations, which may be
// nil.
func NewObject(kind, namespace, name string, annotations map[string]string) Object {
	return Object{
		Kind: kind, Namespace: namespace, Name: name,
		former:     list(annotations[annotationPreviousNames]),
		prefixes:   list(annotations[annotationPrefixes]),
		suffixes:   list(annotations[annotationSuffixes]),
		scopeKnown: slices.Contains(list(annotations[annotationPreviousNamespaces]), noNamespace),
		hashed:     annotations[annotationHash] == "enabled",
	}
}

func list(value string) []string {
	if value == "" {
		return nil
	}
	return strings.Split(value, ",")
}

// Annotations lists the keys that NewObject reads.
func Annotations() []string {
	return []string{annotationPreviousNames, annotationPreviousNamespaces, annotationPrefixes, annotationSuffixes, annotationHash}
}

// renamedLike reports whether both names got the same additions, so far as one
// of the two has them: an object of a base below has more. With loosely, no
// addition at all is like any.
func (o Object) renamedLike(other Object, loosely bool) bool {
	return sameEnd(o.prefixes, other.prefixes, loosely) && sameEnd(o.suffixes, other.suffixes, loosely)
}

// sameEnd reports whether the longer list ends with the shorter one.
func sameEnd(a, b []string, loosely bool) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == 0 {
		return loosely || len(b) == 0
	}
	return slices.Equal(a, b[len(b)-len(a):])
}
