package graph

import "strings"

// Annotations in which kustomize remembers what it did to an object's name;
// each is a list separated by commas.
const (
	annotationPreviousNames = "internal.config.kubernetes.io/previousNames"
	annotationPrefixes      = "internal.config.kubernetes.io/prefixes"
	annotationSuffixes      = "internal.config.kubernetes.io/suffixes"
)

// Object is an object that can be referred to, or that refers.
type Object struct {
	Kind      string
	Namespace string
	Name      string
	// former names, and the prefixes and suffixes that were added to the name.
	former   []string
	prefixes string
	suffixes string
}

// NewObject reads what kustomize remembers from the annotations, which may be
// nil.
func NewObject(kind, namespace, name string, annotations map[string]string) Object {
	o := Object{
		Kind: kind, Namespace: namespace, Name: name,
		prefixes: annotations[annotationPrefixes],
		suffixes: annotations[annotationSuffixes],
	}
	if names := annotations[annotationPreviousNames]; names != "" {
		o.former = strings.Split(names, ",")
	}
	return o
}

// Annotations lists the keys that NewObject reads.
func Annotations() []string {
	return []string{annotationPreviousNames, annotationPrefixes, annotationSuffixes}
}
