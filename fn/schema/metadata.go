package schema

import (
	"fmt"
	"maps"
	"slices"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apimachinery/pkg/api/validate/content"
	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// metadata is what metadata decodes to, and what is wrong with it.
type metadata struct {
	metav1.ObjectMeta
	// generated says that Name stands for a name that the server would generate.
	generated bool
	// broken says that metadata could not be decoded at all.
	broken  bool
	unknown []string // paths
	errs    field.ErrorList
	found   []Violation // complete, where a field error would not do
}

// readMetadata decodes metadata as strictly as the server does. Unlike the
// server it goes on after a field of the wrong type, as if that were absent.
func (c *compiled) readMetadata(obj map[string]any) *metadata {
	m := &metadata{}
	raw, present := obj["metadata"]
	if !present || raw == nil || m.decodePlain(raw) {
		return m
	}
	fields, ok := raw.(map[string]any)
	if !ok {
		m.broken = true // the schema says why
		return m
	}
	kept, _ := copyObject(fields)
	m.dropWrongTypes(kept)
	decoded, _, unknown, err := objectmeta.GetObjectMetaWithOptions(
		map[string]any{"metadata": kept}, objectmeta.ObjectMetaOptions{ReturnUnknownFieldPaths: true})
	if err != nil {
		m.errs = append(m.errs, field.TypeInvalid(field.NewPath("metadata"), nil, err.Error()))
		m.broken = true
		return m
	}
	m.ObjectMeta, m.unknown = *decoded, unknown
	return m
}

// decodePlain decodes metadata that has nothing but names, labels and
// annotations, all of the right types. That is most metadata, and decoding it
// by way of JSON takes longer than all other checks together.
func (m *metadata) decodePlain(raw any) bool {
	fields, ok := raw.(map[string]any)
	if !ok {
		return false
	}
	out := metav1.ObjectMeta{}
	for key, value := range fields {
		switch key {
		case "name":
			out.Name, ok = value.(string)
		case "namespace":
			out.Namespace, ok = value.(string)
		case "generateName":
			out.GenerateName, ok = value.(string)
		case "labels":
			out.Labels, ok = stringMap(value)
		case "annotations":
			out.Annotations, ok = stringMap(value)
		case "creationTimestamp":
			ok = value == nil
		default:
			ok = false
		}
		if !ok {
			return false
		}
	}
	m.ObjectMeta = out
	return true
}

func stringMap(value any) (map[string]string, bool) {
	m, ok := value.(map[string]any)
	if !ok {
		return nil, false
	}
	out := make(map[string]string, len(m))
	for k, v := range m {
		if out[k], ok = v.(string); !ok {
			return nil, false
		}
	}
	return out, true
}

// dropWrongTypes removes from fields what would keep the rest from being
// decoded, and records it: a number where text must be is the usual mistake.
func (m *metadata) dropWrongTypes(fields map[string]any) {
	for _, key := range []string{"name", "generateName", "namespace"} {
		if value, ok := fields[key]; ok && value != nil {
			if _, ok := value.(string); !ok {
				m.wrongType(yamlnode.Path{{Key: "metadata"}, {Key: key}}, "string", value)
				delete(fields, key)
				if key == "name" {
					fields[key] = "unreadable" // it is there, so do not ask for it
				}
			}
		}
	}
	for _, key := range []string{"labels", "annotations"} {
		values, ok := fields[key].(map[string]any)
		for _, k := range slices.Sorted(maps.Keys(values)) {
			if _, ok := values[k].(string); !ok && values[k] != nil {
				m.wrongType(yamlnode.Path{{Key: "metadata"}, {Key: key}, {Key: k}}, "string", values[k])
				delete(values, k)
			}
		}
		if !ok && fields[key] != nil {
			m.wrongType(yamlnode.Path{{Key: "metadata"}, {Key: key}}, "object", fields[key])
			delete(fields, key)
		}
	}
}

// undecodable says that the server could not read metadata at all.
func (m *metadata) undecodable() bool {
	return m.broken || slices.ContainsFunc(m.found, func(v Violation) bool { return v.Blocking })
}

func (m *metadata) wrongType(path yamlnode.Path, want string, value any) {
	m.found = append(m.found, Violation{
		Kind: KindMetadata, Rule: "VK007", Path: path.String(), Blocking: true,
		Message: fmt.Sprintf("must be of type %s, got %s", want, describe(value)),
	})
}

// checkCreate runs the server's checks of an object's metadata on creation.
func (m *metadata) checkCreate(c *compiled) {
	if m.broken {
		return
	}
	m.checkScope(c)
	if m.Name == "" && m.GenerateName != "" {
		m.found = append(m.found, Violation{
			Kind: KindMetadata, Rule: "VK008", Path: "metadata.generateName",
			Message: "the object has generateName and no name, which kustomize cannot build and nothing can refer to",
		})
		m.Name, m.generated = generatedName(m.GenerateName), true
	}
	path := field.NewPath("metadata")
	m.errs = append(m.errs, apivalidation.ValidateObjectMeta(&m.ObjectMeta, c.namespaced, apivalidation.NameIsDNSSubdomain, path)...)
}

// checkUpdate runs the server's checks of metadata on an update. What only a
// server sets is taken from old where m lacks it, as servers and clients do.
func (m *metadata) checkUpdate(c *compiled, old *metadata) {
	unset := m.Namespace == "" || old.Namespace == "" || !c.namespaced
	m.checkScope(c)
	if unset {
		old.Namespace = m.Namespace
	}
	m.ResourceVersion = "1"
	m.UID, m.Generation = old.UID, old.Generation
	m.CreationTimestamp, m.DeletionTimestamp = old.CreationTimestamp, old.DeletionTimestamp
	m.DeletionGracePeriodSeconds = old.DeletionGracePeriodSeconds
	metadata := field.NewPath("metadata")
	m.errs = append(m.errs, apivalidation.ValidateObjectMetaUpdate(&m.ObjectMeta, &old.ObjectMeta, metadata)...)
	// The server looks at finalizers and generateName only here, and asks less of
	// the name, which cannot change, than on creation.
	m.errs = append(m.errs, apivalidation.ValidateObjectMeta(&m.ObjectMeta, c.namespaced, pathSegment, metadata)...)
}

func pathSegment(name string, prefix bool) []string {
	if prefix {
		return content.IsPathSegmentPrefix(name)
	}
	return content.IsPathSegmentName(name)
}

// checkScope reports a namespace on a kind that has none, and gives an object
// that lacks one the namespace "default": tools set it later.
func (m *metadata) checkScope(c *compiled) {
	switch {
	case !c.namespaced && m.Namespace != "":
		m.found = append(m.found, Violation{
			Kind: KindNamespace, Rule: "VK003", Path: "metadata.namespace", BadValue: m.Namespace,
			Message: fmt.Sprintf("%s is cluster-scoped and has no namespace, got %q", c.kind, m.Namespace),
		})
		m.Namespace = ""
	case c.namespaced && m.Namespace == "":
		m.Namespace = metav1.NamespaceDefault
	}
}

// generatedName is a name as the server would generate it: the prefix cut to 58
// characters and five random ones, here fixed.
func generatedName(prefix string) string {
	return prefix[:min(len(prefix), 58)] + "xxxxx"
}
