package resourcelist

import (
	"bytes"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// encodeElement prints a node as an element of a block sequence, in kustomize's style: two spaces, compact sequences,
// no folded lines.
func encodeElement(n *yaml.Node, indent int, newline string) ([]byte, error) {
	text, err := encodeFaithfully(sequence(0, n), indent, newline)
	if err != nil {
		return nil, fmt.Errorf("encoding %s %q: %w", scalarAt(n, "kind"), scalarAt(n, "metadata", "name"), err)
	}
	return text, nil
}

// encodeFaithfully prints a node and reads it back, since the encoder is known to misprint empty values in braces and
// some mixes of comments and block scalars. What may be at fault is simplified step by step, comments last.
func encodeFaithfully(n *yaml.Node, indent int, newline string) ([]byte, error) {
	var err error
	for _, simplify := range []func(*yaml.Node){nil, spellNull, quoteBlock, dropComments} {
		if simplify != nil {
			if n, err = yamlnode.Expand(n); err != nil {
				return nil, err
			}
			visitAll(n, simplify)
		}
		var text []byte
		if text, err = encode(n); err != nil {
			continue
		}
		text = indentLines(text, indent, newline)
		if err = readsBack(text, n); err == nil {
			return text, nil
		}
	}
	return nil, err
}

// encodeFlow prints a node for use within brackets: as JSON if the input is JSON, else as a YAML flow collection without
// comments.
func encodeFlow(n *yaml.Node, isJSON bool) ([]byte, error) {
	if isJSON {
		return appendJSON(nil, n)
	}
	n, err := yamlnode.Expand(sequence(yaml.FlowStyle, n))
	if err != nil {
		return nil, err
	}
	visitAll(n, dropComments)
	text, err := encodeFaithfully(n, 0, "\n")
	if err != nil {
		return nil, err
	}
	text = bytes.TrimSpace(text)
	return text[1 : len(text)-1], nil
}

// encode turns a panic of the encoder into an error; it panics on nodes that no parser makes.
func encode(n *yaml.Node) (text []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			text, err = nil, fmt.Errorf("unprintable YAML: %v", r)
		}
	}()
	var b bytes.Buffer
	e := kyaml.NewEncoder(&b)
	if err := e.Encode(n); err != nil {
		return nil, err
	}
	if err := e.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// indentLines moves text to the right, empty lines excepted, and gives it the line ending.
func indentLines(text []byte, indent int, newline string) []byte {
	if indent == 0 && newline == "\n" {
		return text
	}
	var b bytes.Buffer
	for line := range bytes.Lines(text) {
		line = bytes.TrimSuffix(line, []byte{'\n'})
		if len(line) > 0 {
			b.WriteString(strings.Repeat(" ", indent))
		}
		b.Write(line)
		b.WriteString(newline)
	}
	return b.Bytes()
}

// readsBack checks that the text has the value of the node.
func readsBack(text []byte, n *yaml.Node) error {
	docs, err := yamlnode.Parse(text)
	if err != nil {
		return err
	}
	if len(docs) != 1 || !sameValue(docs[0].Content[0], n) {
		return fmt.Errorf("the encoder changes its value")
	}
	return nil
}

func sequence(style yaml.Style, elements ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.SequenceNode, Style: style, Content: elements}
}

func visitAll(n *yaml.Node, visit func(*yaml.Node)) {
	visit(n)
	for _, c := range n.Content {
		visitAll(c, visit)
	}
}

func spellNull(n *yaml.Node) {
	if n.Value == "" && isNull(n) {
		n.Value = "null"
	}
}

func quoteBlock(n *yaml.Node) {
	if n.Kind == yaml.ScalarNode && (n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 || strings.Contains(n.Value, "\n")) {
		n.Style = n.Style&yaml.TaggedStyle | yaml.DoubleQuotedStyle
	}
}

func dropComments(n *yaml.Node) { n.HeadComment, n.LineComment, n.FootComment = "", "", "" }

func scalarAt(n *yaml.Node, keys ...string) string {
	if n = yamlnode.Child(n, keys...); n == nil {
		return ""
	}
	return n.Value
}
