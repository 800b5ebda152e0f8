package yamlnode

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// DecodeNode decodes a mapping, or a document that holds one, as Decode does.
func DecodeNode(n *yaml.Node) (map[string]any, error) {
	value, err := Decode(n)
	if err != nil {
		return nil, err
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, &SyntaxError{n.Line, n.Column, "not a mapping"}
	}
	return object, nil
}

// Decode turns a node into the JSON types that apimachinery works with: map[string]any, []any, string, bool, nil,
// int64, and float64 for what is no int64. Aliases and merge keys are expanded, within the limits of Expand. Of
// duplicate keys the last one counts.
//
// Scalars resolve as in kustomize: `yes`, `on` and `12:30:45` are strings, a date is the string as written, `0777` and
// `0o777` are octal, and `9.0` is the integer 9, as it is for the API server. Infinities and NaN, which JSON lacks, keys
// that are no scalars, and null keys are errors. Errors carry line:column.
func Decode(n *yaml.Node) (any, error) {
	return new(expander).decode(n, 0)
}

func (e *expander) decode(n *yaml.Node, depth int) (any, error) {
	if err := e.enter(n, depth); err != nil {
		return nil, err
	}
	switch n.Kind {
	case yaml.DocumentNode:
		if len(n.Content) == 0 {
			return nil, nil //nolint:nilnil // nil is the value of an empty document
		}
		return e.decode(n.Content[0], depth+1)
	case yaml.AliasNode:
		var out any
		err := e.follow(n, func(target *yaml.Node) (err error) {
			out, err = e.decode(target, depth+1)
			return err
		})
		return out, err
	case yaml.SequenceNode:
		list := make([]any, 0, len(n.Content))
		for _, c := range n.Content {
			value, err := e.decode(c, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		return list, nil
	case yaml.MappingNode:
		object := make(map[string]any, len(n.Content)/2)
		return object, e.decodeInto(object, n, depth)
	}
	return decodeScalar(n)
}

// decodeInto fills the mapping's own entries in, then what its merge keys add.
func (e *expander) decodeInto(object map[string]any, n *yaml.Node, depth int) error {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if isMerge(n.Content[i]) {
			continue
		}
		key, err := decodeKey(n.Content[i])
		if err != nil {
			return err
		}
		if object[key], err = e.decode(n.Content[i+1], depth+1); err != nil {
			return err
		}
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if !isMerge(n.Content[i]) {
			continue
		}
		pairs, err := e.mergedPairs(n.Content[i+1], depth+1)
		if err != nil {
			return err
		}
		if err := e.decodeMerged(object, pairs, depth); err != nil {
			return err
		}
	}
	return nil
}

// decodeMerged adds the entries of a merge that are not there yet.
func (e *expander) decodeMerged(object map[string]any, pairs []*yaml.Node, depth int) error {
	for i := 0; i+1 < len(pairs); i += 2 {
		key, err := decodeKey(pairs[i])
		if err != nil {
			return err
		}
		if _, taken := object[key]; taken {
			continue
		}
		if object[key], err = e.decode(pairs[i+1], depth+1); err != nil {
			return err
		}
	}
	return nil
}

// decodeKey spells a key as JSON has it: `1` and `true` become strings.
func decodeKey(key *yaml.Node) (string, error) {
	n := resolve(key)
	if n.Kind != yaml.ScalarNode {
		return "", &SyntaxError{key.Line, key.Column, "key is not a scalar"}
	}
	value, err := decodeScalar(n)
	if err != nil {
		return "", err
	}
	switch v := value.(type) {
	case string:
		return v, nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64), nil
	case bool:
		return strconv.FormatBool(v), nil
	}
	return "", &SyntaxError{key.Line, key.Column, "key is null"}
}

// keyID identifies a key for comparison. Keys that are no scalars differ from all others.
func keyID(key *yaml.Node) string {
	if s, err := decodeKey(key); err == nil {
		return s
	}
	n := resolve(key)
	if n.Kind == yaml.ScalarNode {
		return "\x00" + n.Value
	}
	return fmt.Sprintf("\x00%p", n)
}

func decodeScalar(n *yaml.Node) (any, error) {
	switch n.ShortTag() {
	case nullTag:
		return nil, nil //nolint:nilnil // nil is the value of null
	case "!!bool", "!!int", "!!float":
		var value any
		if err := n.Decode(&value); err != nil {
			message := strings.TrimPrefix(err.Error(), "yaml: ")
			return nil, &SyntaxError{n.Line, n.Column, message}
		}
		return jsonNumber(n, value)
	case "!!binary":
		raw, err := base64.StdEncoding.DecodeString(n.Value)
		if err != nil {
			return nil, &SyntaxError{n.Line, n.Column, "!!binary value is not base64"}
		}
		return string(raw), nil
	}
	return n.Value, nil
}

// jsonNumber takes a number through JSON as the API server's clients do: integral floats become int64, integers beyond
// int64 become float64. Other values pass.
func jsonNumber(n *yaml.Node, value any) (any, error) {
	switch v := value.(type) {
	case int:
		return int64(v), nil
	case uint64:
		if v > math.MaxInt64 {
			return float64(v), nil
		}
		return int64(v), nil
	case float64:
		text, err := json.Marshal(v)
		if err != nil {
			return nil, &SyntaxError{n.Line, n.Column, fmt.Sprintf("%s is no JSON number", n.Value)}
		}
		if i, err := strconv.ParseInt(string(text), 10, 64); err == nil {
			return i, nil
		}
	}
	return value, nil
}
