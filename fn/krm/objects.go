package krm

import (
	"cmp"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/check"
	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/fn/resourcelist"
	"github.com/valkey-menu/valkey-menu/fn/source"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// annotationPath and its former name hold the file that an item comes from and
// goes back to. Under kpt it is there; kustomize makes one up from kind and name
// for what a function has given back.
const (
	annotationPath       = "internal.config.kubernetes.io/path"
	annotationFormerPath = "config.kubernetes.io/path"
)

// annotationKustomize is on every item that kustomize hands to a function, and on
// no other (seen with v5.8.2, which takes it off again).
const annotationKustomize = "kustomize.config.k8s.io/id"

// ours reports whether the function looks into an item at all: those of the API
// group in any version, and Secrets. What is marked local, and functionConfigs,
// are never applied and pass through.
func ours(it *resourcelist.Item) bool {
	if !it.IsObject() {
		return false
	}
	if local, _ := it.Annotation(check.LocalConfig); local == "true" {
		return false
	}
	group, _, _ := strings.Cut(it.APIVersion(), "/")
	return group == v1alpha1.Group || it.APIVersion() == "v1" && it.Kind() == "Secret"
}

// object decodes an item for the checks.
func object(it *resourcelist.Item) (check.Object, error) {
	data, err := it.Decode()
	if err != nil {
		return check.Object{}, err
	}
	place := source.Place{File: file(it)}
	return check.Object{
		APIVersion: it.APIVersion(), Kind: it.Kind(), Namespace: it.Namespace(), Name: it.Name(),
		Annotations: annotations(data), Data: data,
		File: place.File, Place: func(string) source.Place { return place },
	}, nil
}

func annotations(data map[string]any) map[string]string {
	meta, _ := data["metadata"].(map[string]any)
	raw, _ := meta["annotations"].(map[string]any)
	out := make(map[string]string, len(raw))
	for key, value := range raw {
		if text, ok := value.(string); ok {
			out[key] = text
		}
	}
	return out
}

// file is the author's file so far as it is known.
func file(it *resourcelist.Item) string {
	if text, ok := it.Annotation(check.OriginAnnotation); ok {
		if origin := check.Origin(text); origin != "" {
			return origin
		}
	}
	if _, built := it.Annotation(annotationKustomize); built {
		return ""
	}
	path, _ := it.Annotation(annotationPath)
	former, _ := it.Annotation(annotationFormerPath)
	return cmp.Or(path, former)
}

// objects decodes the items that the function looks into, and adds those of the
// sources that no item repeats.
func (r *run) objects(common *config.Common) ([]check.Object, []check.Raw, error) {
	var all []check.Object
	have := map[identity]bool{}
	for _, it := range r.list.Items() {
		if !ours(it) {
			continue
		}
		o, err := object(it)
		if err != nil {
			return nil, nil, placed(it, err)
		}
		all = append(all, o)
		for _, id := range identities(it) {
			have[id] = true
		}
	}
	sources, raw, err := r.sources(common)
	for _, o := range sources {
		if !have[newIdentity(o.Kind, o.Namespace, o.Name)] {
			all = append(all, check.FromSource(o))
		}
	}
	return all, raw, err
}

// identity is what makes two objects the same one.
type identity struct{ kind, namespace, name string }

// newIdentity leaves out the namespace of cluster-scoped kinds, on which
// kustomize puts one. An object without a namespace is in the default one, as
// kustomize has it too.
func newIdentity(kind, namespace, name string) identity {
	if clusterScoped(kind) {
		return identity{kind: kind, name: name}
	}
	return identity{kind, cmp.Or(namespace, "default"), name}
}

// identities lists an item's identity and those that it had in this build.
// kustomize writes its former names and namespaces in pairs.
func identities(it *resourcelist.Item) []identity {
	all := []identity{newIdentity(it.Kind(), it.Namespace(), it.Name())}
	names, _ := it.Annotation("internal.config.kubernetes.io/previousNames")
	namespaces, _ := it.Annotation("internal.config.kubernetes.io/previousNamespaces")
	former := strings.Split(namespaces, ",")
	for i, name := range strings.Split(names, ",") {
		namespace := it.Namespace()
		if namespaces != "" && i < len(former) {
			namespace = former[i]
		}
		all = append(all, newIdentity(it.Kind(), namespace, name))
	}
	return all
}

// sources reads the files that the functionConfig names, and what is wrong with
// their bytes.
func (r *run) sources(common *config.Common) ([]*source.Object, []check.Raw, error) {
	if len(common.Sources) == 0 {
		return nil, nil, nil
	}
	specs := make([]source.SourceSpec, len(common.Sources))
	for i, s := range common.Sources {
		specs[i] = source.SourceSpec{Path: s.Path, Include: s.Include, Exclude: s.Exclude}
	}
	set, err := source.ReadSources(source.Options{}, r.env.Root, specs)
	if err != nil {
		return nil, nil, err
	}
	return set.Objects, check.RawOf(set.Findings), nil
}

func placed(it *resourcelist.Item, err error) error {
	return &itemError{kind: it.Kind(), name: it.Name(), file: file(it), cause: err}
}

// itemError is an item that could not be decoded or edited.
type itemError struct {
	kind, name, file string
	cause            error
}

func (e *itemError) Error() string {
	text := e.kind + ` "` + e.name + `": ` + e.cause.Error()
	if e.file == "" {
		return text
	}
	return e.file + ": " + text
}

func (e *itemError) Unwrap() error { return e.cause }
