package source

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// reader turns one chunk into objects.
type reader struct {
	in       *input
	chunk    chunk
	patterns []placeholder
	part     part
}

func (r *reader) read() {
	var h header
	if !r.chunk.odd {
		h = scan(r.chunk.text)
	}
	switch {
	case h.empty:
		return
	case h.plain && isKustomization(h.apiVersion):
		r.part.documents++
		r.skip(r.chunk.line+h.line, h.kind+" is no resource")
		return
	case h.plain:
		r.part.documents++
		doc := &document{chunk: r.chunk, line: r.chunk.line + h.line}
		r.part.objects = append(r.part.objects, &Object{APIVersion: h.apiVersion, Kind: h.kind,
			Namespace: h.namespace, Name: h.name, File: r.in.file, Item: -1, doc: doc})
		return
	}
	trees, err := parse(r.chunk)
	if err != nil {
		r.part.documents++
		r.fail(syntaxError(r.in.file, r.chunk.line, err))
		return
	}
	for i, tree := range trees {
		doc := &document{chunk: r.chunk, nth: i, line: tree.Line}
		r.document(doc, tree)
		r.part.documents++
	}
}

// document adds the objects of a parsed document.
func (r *reader) document(doc *document, tree *yaml.Node) {
	root := yamlnode.Get(tree, "")
	if root == nil {
		return
	}
	switch apiVersion, kind := identity(root, "", ""); {
	case root.Kind != yaml.MappingNode:
		r.notAnObject(root, "not a mapping")
	case apiVersion == "" && kind == "":
		r.notAnObject(root, "no apiVersion and no kind")
	case isKustomization(apiVersion):
		r.skip(root.Line, kind+" is no resource")
	case isList(root, kind):
		r.list(doc, root)
	default:
		r.object(doc, root, &Object{APIVersion: apiVersion, Kind: kind, Item: -1})
	}
}

// object completes an object, decodes it if it is ours, and adds it.
func (r *reader) object(doc *document, root *yaml.Node, o *Object) {
	o.File, o.Index, o.doc = r.in.file, r.part.documents, doc
	o.Name, _ = yamlnode.GetString(root, "metadata.name")
	o.Namespace, _ = yamlnode.GetString(root, "metadata.namespace")
	if !isForeign(o.APIVersion, o.Kind) {
		data, err := yamlnode.DecodeNode(root)
		if err != nil {
			r.fail(syntaxError(r.in.file, 1, err))
			return
		}
		data["apiVersion"], data["kind"] = keep(data["apiVersion"], o.APIVersion), keep(data["kind"], o.Kind)
		o.Data, o.Annotations = data, annotations(data)
	}
	r.part.objects = append(r.part.objects, o)
	if isOurs(o.APIVersion, o.Kind) || mentionsOurGroup(root) {
		findings := rawFindings(root, o.Kind, r.patterns)
		for i := range findings {
			findings[i].Object, findings[i].Place.File = o, o.File
		}
		r.part.findings = append(r.part.findings, findings...)
	}
}

// keep is what the author wrote, or the fallback where nothing is written.
func keep(written any, fallback string) any {
	if written == nil && fallback != "" {
		return fallback
	}
	return written
}

func annotations(data map[string]any) map[string]string {
	metadata, _ := data["metadata"].(map[string]any)
	values, _ := metadata["annotations"].(map[string]any)
	result := make(map[string]string, len(values))
	for key, value := range values {
		if text, ok := value.(string); ok {
			result[key] = text
		}
	}
	return result
}

// identity reads apiVersion and kind, with defaults for what is missing.
func identity(root *yaml.Node, apiVersion, kind string) (string, string) {
	if s, ok := yamlnode.GetString(root, "apiVersion"); ok {
		apiVersion = s
	}
	if s, ok := yamlnode.GetString(root, "kind"); ok {
		kind = s
	}
	return apiVersion, kind
}

// isOurs says whether an object is of our group. One of our kinds without an apiVersion counts: it is meant to be.
func isOurs(apiVersion, kind string) bool {
	group, _, _ := strings.Cut(apiVersion, "/")
	return group == v1alpha1.Group || apiVersion == "" && specOf(kind) != nil
}

// isForeign says whether only the identity of an object matters.
func isForeign(apiVersion, kind string) bool {
	return !isOurs(apiVersion, kind) && (apiVersion != "v1" || kind != "Secret")
}

func isKustomization(apiVersion string) bool {
	return strings.HasPrefix(apiVersion, "kustomize.config.k8s.io/")
}

// mentionsOurGroup finds documents that were joined by a forgotten `---`: of several apiVersions one is ours.
func mentionsOurGroup(root *yaml.Node) bool {
	for i := 0; i+1 < len(root.Content); i += 2 {
		if root.Content[i].Value == "apiVersion" && isOurs(root.Content[i+1].Value, "") {
			return true
		}
	}
	return false
}

func (r *reader) fail(err *Error) { r.part.errors = append(r.part.errors, err) }

func (r *reader) skip(line int, reason string) {
	r.part.skipped = append(r.part.skipped, Skip{Place{r.in.file, line, 1}, reason})
}

// notAnObject is an error in named input, and a skip in a folder.
func (r *reader) notAnObject(root *yaml.Node, why string) {
	if r.in.lenient {
		r.skip(root.Line, why)
		return
	}
	r.fail(&Error{File: r.in.file, Line: root.Line, Column: root.Column, Message: why + ": not a Kubernetes object"})
}
