package resourcelist

import "go.yaml.in/yaml/v3"

// identical compares two nodes without aliases in everything that shows in their text.
func identical(a, b *yaml.Node) bool {
	if a.Kind != b.Kind || a.ShortTag() != b.ShortTag() || a.Value != b.Value || a.Style != b.Style || a.Anchor != b.Anchor ||
		a.HeadComment != b.HeadComment || a.LineComment != b.LineComment || a.FootComment != b.FootComment {
		return false
	}
	return sameContent(a, b, identical)
}

// sameValue compares two nodes in what they mean, keys in order; aliases and anchors by name.
func sameValue(a, b *yaml.Node) bool {
	if isNull(a) && isNull(b) {
		return a.Anchor == b.Anchor
	}
	if a.Kind != b.Kind || a.Value != b.Value || a.Anchor != b.Anchor ||
		a.Kind != yaml.AliasNode && a.ShortTag() != b.ShortTag() {
		return false
	}
	return sameContent(a, b, sameValue)
}

func sameContent(a, b *yaml.Node, same func(a, b *yaml.Node) bool) bool {
	if len(a.Content) != len(b.Content) {
		return false
	}
	for i := range a.Content {
		if !same(a.Content[i], b.Content[i]) {
			return false
		}
	}
	return true
}
