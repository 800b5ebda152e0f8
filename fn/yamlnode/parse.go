package yamlnode

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"go.yaml.in/yaml/v3"
)

// MaxDepth bounds how deeply collections may nest; deeper input is a syntax error.
// Kubernetes objects stay below 100.
const MaxDepth = 1000

// SyntaxError is a YAML error with its place in the text. Line and Column count from 1; Column counts characters.
type SyntaxError struct {
	Line, Column int
	Message      string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message)
}

// Parse returns the documents of a YAML stream as document nodes whose positions are relative to the stream. Documents
// without any content are left out. Aliases are not expanded and duplicate keys are kept (see FindDuplicateKeys).
// Input must be UTF-8, with or without a byte order mark. Every error is a *SyntaxError.
func Parse(data []byte) ([]*yaml.Node, error) {
	if err := checkText(data); err != nil {
		return nil, err
	}
	docs, err := decodeAll(bytes.NewReader(data))
	if err != nil {
		return nil, locate(data, err)
	}
	for _, doc := range docs {
		if deep := tooDeep(doc, 0); deep != nil {
			return nil, &SyntaxError{deep.Line, deep.Column, fmt.Sprintf("nested deeper than %d levels", MaxDepth)}
		}
	}
	return docs, nil
}

// decodeAll turns a panic of the YAML parser into an error: it has some for input that it believes impossible.
func decodeAll(r io.Reader) (docs []*yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			docs, err = nil, fmt.Errorf("unreadable YAML: %v", p)
		}
	}()
	dec := yaml.NewDecoder(r)
	for {
		doc := &yaml.Node{}
		switch err := dec.Decode(doc); {
		case errors.Is(err, io.EOF):
			return docs, nil
		case err != nil:
			return nil, err
		}
		if !isEmpty(doc) {
			docs = append(docs, doc)
		}
	}
}

// isEmpty says whether a document holds nothing but comments. An explicit null is content.
func isEmpty(doc *yaml.Node) bool {
	if doc.Kind != yaml.DocumentNode || len(doc.Content) == 0 {
		return true
	}
	n := doc.Content[0]
	return n.Kind == yaml.ScalarNode && n.Value == "" && n.Style == 0 && n.Anchor == "" && n.Tag == nullTag
}

// tooDeep returns the first node below the depth limit, or nil. Aliases are not followed.
func tooDeep(n *yaml.Node, depth int) *yaml.Node {
	if depth > MaxDepth {
		return n
	}
	for _, c := range n.Content {
		if deep := tooDeep(c, depth+1); deep != nil {
			return deep
		}
	}
	return nil
}
