package check

import (
	"slices"
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
	// File is the author's file, so far as it is known.
	File string
	// Place finds a field in the author's file.
	Place func(path string) source.Place
}

// FromSource adapts an object that was read from a file.
func FromSource(o *source.Object) Object {
	return Object{
		APIVersion: o.APIVersion, Kind: o.Kind, Namespace: o.Namespace, Name: o.Name,
		Annotations: o.Annotations, Data: o.Data, File: o.File, Place: o.Place,
	}
}

// ours reports whether the object belongs to the API group, in any version. One
// of its kinds without an apiVersion is meant to.
func (o *Object) ours() bool {
	group, _, _ := strings.Cut(o.APIVersion, "/")
	return o.Data != nil && (group == v1alpha1.Group || o.APIVersion == "" && isKind(o.Kind))
}

func isKind(kind string) bool {
	return slices.Contains([]string{
		v1alpha1.KindImage, v1alpha1.KindConfig, v1alpha1.KindRole, v1alpha1.KindCluster, v1alpha1.KindNode,
	}, kind)
}

// local reports whether the object is never applied.
func (o *Object) local() bool { return o.Annotations[LocalConfig] == "true" }

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

// identity is an object that has nothing but what identifies it.
func (o *Object) identity() map[string]any {
	meta := map[string]any{"name": o.Name}
	if o.Namespace != "" {
		meta["namespace"] = o.Namespace
	}
	return map[string]any{"apiVersion": o.APIVersion, "kind": o.Kind, "metadata": meta}
}

// node is the object as kustomize's graph sees it.
func (o *Object) node() graph.Object {
	return graph.NewObject(o.Kind, o.Namespace, o.Name, o.Annotations)
}
