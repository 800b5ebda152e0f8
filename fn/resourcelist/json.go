package resourcelist

import (
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// appendJSON prints a node without aliases as JSON on one line, keys in order, numbers as written if JSON can.
func appendJSON(b []byte, n *yaml.Node) ([]byte, error) {
	var err error
	switch n.Kind {
	case yaml.MappingNode:
		b = append(b, '{')
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Kind != yaml.ScalarNode {
				return nil, errorAt(n.Content[i], "key is not a scalar")
			}
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(appendQuoted(b, n.Content[i].Value), ": "...)
			if b, err = appendJSON(b, n.Content[i+1]); err != nil {
				return nil, err
			}
		}
		return append(b, '}'), nil
	case yaml.SequenceNode:
		b = append(b, '[')
		for i, c := range n.Content {
			if i > 0 {
				b = append(b, ", "...)
			}
			if b, err = appendJSON(b, c); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	}
	return appendJSONScalar(b, n)
}

func appendJSONScalar(b []byte, n *yaml.Node) ([]byte, error) {
	value, err := yamlnode.Decode(n)
	if err != nil {
		return nil, err
	}
	switch v := value.(type) {
	case nil:
		return append(b, "null"...), nil
	case bool:
		return strconv.AppendBool(b, v), nil
	case string:
		return appendQuoted(b, v), nil
	}
	if json.Valid([]byte(n.Value)) {
		return append(b, n.Value...), nil
	}
	number, err := json.Marshal(value)
	return append(b, number...), err
}

// appendQuoted quotes a string so that JSON and YAML readers both take it: YAML forbids some characters that JSON may
// have as they are.
func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffe || r == 0xffff:
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
