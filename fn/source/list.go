package source

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// list adds the objects of a List, a list of one kind such as ValkeyClusterList, or a ResourceList. Aliases are expanded
// first, within the limits of yamlnode.Expand: through them a list may hold itself.
func (r *reader) list(doc *document, root *yaml.Node) {
	doc.tree = root
	if hasAlias(root) {
		var err error
		if doc.tree, err = yamlnode.Expand(root); err != nil {
			r.fail(syntaxError(r.in.file, 1, err))
			return
		}
	}
	l := lister{reader: r, doc: doc}
	l.items(doc.tree, nil)
}

// lister walks a list and the lists in it.
type lister struct {
	*reader
	doc   *document
	count int // objects so far
}

// isList says whether a mapping only carries others.
func isList(root *yaml.Node, kind string) bool {
	return strings.HasSuffix(kind, "List") && (kind == "List" || yamlnode.Get(root, "items") != nil)
}

// items adds the objects of a list. Steps lead to the list itself. As in the API server's own lists, items of a list of
// one kind may leave out what the list says.
func (l *lister) items(list *yaml.Node, steps []int) {
	l.oneItemsKey(list)
	items := yamlnode.Get(list, "items")
	if items == nil || items.Kind == yaml.ScalarNode && items.ShortTag() == "!!null" {
		return
	}
	if items.Kind != yaml.SequenceNode {
		l.fail(&Error{File: l.in.file, Line: items.Line, Column: items.Column, Message: "items is not a sequence"})
		return
	}
	version, kind := itemIdentity(identity(list, "", ""))
	for i, content := range items.Content {
		l.item(content, version, kind, append(slices.Clip(steps), i))
	}
}

func (l *lister) item(item *yaml.Node, version, kind string, steps []int) {
	version, kind = identity(item, version, kind)
	switch {
	case item.Kind != yaml.MappingNode:
		l.fail(&Error{File: l.in.file, Line: item.Line, Column: item.Column, Message: "list item is not a mapping"})
	case version == "" && kind == "":
		l.notAnObject(item, "no apiVersion and no kind")
	case isList(item, kind):
		l.items(item, steps)
	default:
		l.object(l.doc, item, &Object{APIVersion: version, Kind: kind, Item: l.count, steps: steps})
		l.count++
	}
}

// itemIdentity is what items of a list of one kind inherit; List and ResourceList say nothing about theirs.
func itemIdentity(apiVersion, kind string) (string, string) {
	if kind == "List" || kind == "ResourceList" {
		return "", ""
	}
	return apiVersion, strings.TrimSuffix(kind, "List")
}

// oneItemsKey refuses a list with two items keys, of which one would be lost without a word.
func (l *lister) oneItemsKey(list *yaml.Node) {
	var first *yaml.Node
	for i := 0; i+1 < len(list.Content); i += 2 {
		key := list.Content[i]
		switch {
		case key.Value != "items":
		case first == nil:
			first = key
		default:
			l.fail(&Error{File: l.in.file, Line: key.Line, Column: key.Column, Message: "the list has items twice"})
		}
	}
}
