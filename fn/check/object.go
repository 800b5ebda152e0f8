package check

import (
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/graph"
	"github.com/valkey-menu/valkey-menu/fn/source"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// LocalConfig is the annotation of objects that are never applied.
const LocalConfig = "config.kubernetes.io/local-config"

// Object is one object of the build.
type Object struct {
	APIVersion  string
	Kind        string
	Namespace   string
	Name        string
	Annotations map[string]string
	// Data is the decoded object; nil for objects of other groups, except
	// Secrets.
	Data map[string]any
	// Place finds a field in the author's file.
	Place func(path string) source.Place
}

// FromSource adapts an object that was read from a file.
func FromSource(o *source.Object) Object {
	return Object{
		APIVersion: o.APIVersion, Kind: o.Kind, Namespace: o.Namespace, Name: o.Name,
		Annotations: o.Annotations, Data: o.Data, Place: o.Place,
	}
}

// ours reports whether the object belongs to the API group, in any version, and
// will be applied.
func (o *Object) ours() bool {
	return strings.HasPrefix(o.APIVersion, v1alpha1.Group+"/") && o.Annotations[LocalConfig] != "true"
}

func (o *Object) secret() bool {
	return o.APIVersion == "v1" && o.Kind == graph.KindSecret
}

// ref identifies the object as lib/menu does: menu kinds have no namespace,
// also where kustomize put one on them.
func (o *Object) ref() menu.Ref {
	r := menu.Ref{Kind: o.Kind, Name: o.Name}
	if o.Kind == v1alpha1.KindCluster || o.Kind == v1alpha1.KindNode || o.secret() {
		r.Namespace = o.Namespace
	}
	return r
}

// node is the object as kustomize's graph sees it.
func (o *Object) node() graph.Object {
	return graph.NewObject(o.Kind, o.Namespace, o.Name, o.Annotations)
}
