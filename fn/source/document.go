package source

import (
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// document is one YAML document of a file. Its tree is kept where it was large to make, which is a List; otherwise it
// is parsed again when somebody asks, because a tree needs some 17 times the memory of its text.
type document struct {
	chunk chunk
	nth   int // among the documents of the chunk
	line  int // where it starts

	once sync.Once
	tree *yaml.Node
}

// root is the document's root with positions of the file, nil if it has none or cannot be parsed.
func (d *document) root() *yaml.Node {
	d.once.Do(func() {
		if d.tree != nil {
			return
		}
		if trees, err := parse(d.chunk); err == nil && d.nth < len(trees) {
			d.tree = trees[d.nth]
		}
	})
	return d.tree
}

// parse returns the documents of a chunk with positions of the file. Errors have those of the chunk.
func parse(c chunk) ([]*yaml.Node, error) {
	trees, err := yamlnode.Parse(c.text)
	if err != nil {
		text, ok := yamlEscapes(c.text)
		if !ok {
			return nil, err
		}
		if trees, err = yamlnode.Parse(text); err != nil {
			return nil, err
		}
	}
	if c.line > 1 {
		for _, tree := range trees {
			shift(tree, c.line-1)
		}
	}
	return trees, nil
}

// shift moves a tree down. What an alias stands for is part of the same tree and reached once, where it is written.
func shift(n *yaml.Node, lines int) {
	n.Line += lines
	for _, c := range n.Content {
		shift(c, lines)
	}
}
