package source

import (
	"cmp"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// The rules that look at scalars as they are written.
const (
	RuleBoolean     = "VK070"
	RuleNumber      = "VK071"
	RuleTimestamp   = "VK073"
	RuleDuplicate   = "VK074"
	RulePlaceholder = "VK076"
)

// RawFinding is something about the text of one of our objects that its decoded value does not show.
type RawFinding struct {
	Rule    string // one of the Rule constants
	Path    string // field path in the object
	Place   Place  // File is empty when RawFindings made it
	Message string // never holds a secret
	Object  *Object
}

// RawFindings checks one object of our kinds as it is written: every scalar where the schema wants a string, every key,
// every mapping. Nil placeholders mean DefaultPlaceholders. The lines are those of the node; Object is not set. Findings
// come in the order of the text.
//
// It also serves objects that kustomize has written. Whatever kustomize has quoted by then is a string, so that what is
// still reported is certain.
func RawFindings(node *yaml.Node, kind string, placeholders []string) []RawFinding {
	return rawFindings(node, kind, Options{Placeholders: placeholders}.placeholders())
}

func rawFindings(node *yaml.Node, kind string, patterns []placeholder) []RawFinding {
	c := &checker{schema: object(kind), patterns: patterns}
	c.duplicates(node)
	if root := expanded(node); root != nil {
		c.visit(root, c.schema)
	}
	slices.SortStableFunc(c.found, func(a, b RawFinding) int {
		return cmp.Or(cmp.Compare(a.Place.Line, b.Place.Line), cmp.Compare(a.Place.Column, b.Place.Column))
	})
	return c.found
}

// expanded is the object with what its aliases stand for in their place, nil if that is refused.
func expanded(node *yaml.Node) *yaml.Node {
	if hasAlias(node) {
		copied, err := yamlnode.Expand(node)
		if err != nil {
			return nil
		}
		node = copied
	}
	return yamlnode.Get(node, "")
}

func hasAlias(n *yaml.Node) bool {
	return n.Kind == yaml.AliasNode || slices.ContainsFunc(n.Content, hasAlias)
}

// checker walks an object along its schema.
type checker struct {
	schema   *field
	patterns []placeholder
	path     yamlnode.Path
	found    []RawFinding
}

func (c *checker) duplicates(node *yaml.Node) {
	for _, d := range yamlnode.FindDuplicateKeys(node) {
		path := d.Path
		if steps, err := yamlnode.ParsePath(path); err == nil {
			path = c.schema.render(steps)
		}
		c.found = append(c.found, RawFinding{Rule: RuleDuplicate, Path: path, Place: Place{Line: d.Line, Column: d.Column},
			Message: fmt.Sprintf("key %q stands at %d:%d and again at %d:%d: kustomize refuses this, kubectl takes the last",
				d.Key, d.FirstLine, d.FirstColumn, d.Line, d.Column)})
	}
}

// visit checks a node that the schema describes as f; nil means that it says nothing.
func (c *checker) visit(n *yaml.Node, f *field) {
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			key, value := n.Content[i], n.Content[i+1]
			c.path = append(c.path, yamlnode.Step{Key: key.Value})
			if f != nil && f.elem != nil {
				c.key(key)
			}
			c.visit(value, f.child(key.Value))
			c.path = c.path[:len(c.path)-1]
		}
	case yaml.SequenceNode:
		for i, value := range n.Content {
			c.path = append(c.path, yamlnode.Step{Index: i, IsIndex: true})
			c.visit(value, f.child(""))
			c.path = c.path[:len(c.path)-1]
		}
	case yaml.ScalarNode:
		c.scalar(n, f != nil && f.isString)
	}
}

func (c *checker) scalar(n *yaml.Node, wantString bool) {
	t := text{node: n, secret: isSecret(c.path)}
	if p := placeholderIn(n.Value, c.patterns); p != "" {
		c.add(n, RulePlaceholder, t.placeholder(p, wantString))
		return
	}
	if !wantString {
		return
	}
	rule, message := t.judge()
	if rule == RuleBoolean && isSetting(c.path) {
		message += " (Valkey itself spells booleans yes and no)"
	}
	if rule != "" {
		c.add(n, rule, message)
	}
}

// key checks a key that the author chose, such as the name of a directive or a label.
func (c *checker) key(key *yaml.Node) {
	if key.Kind != yaml.ScalarNode {
		return
	}
	if rule, message := judgeKey(key); rule != "" {
		c.add(key, rule, message)
	}
}

func (c *checker) add(n *yaml.Node, rule, message string) {
	c.found = append(c.found, RawFinding{Rule: rule, Path: c.schema.render(c.path),
		Place: Place{Line: n.Line, Column: n.Column}, Message: message})
}
