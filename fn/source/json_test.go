package source

import (
	"encoding/json"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestYAMLEscapes holds the rewritten text against what encoding/json makes of the original.
func TestYAMLEscapes(t *testing.T) {
	for _, text := range []string{
		`"plain"`, `"a\/b"`, `"a\\/b"`, `"\\\/"`, `"\\u00e9"`, `"\u00e9"`, `"\ud83d\ude00!"`, `"\\ud83d\ude00"`, `"\ud83d"`,
		`"\ud83d\u0041"`, `"\ud83d\ud83d\ude00"`, `"\ude00x"`, `"\ud83d\n"`, `"\"\b\f\n\r\t"`, `{"a\/": ["\u0041\/"]}`,
	} {
		var want, got any
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		rewritten, ok := yamlEscapes([]byte(text))
		if !ok {
			t.Fatalf("%s is taken for no JSON", text)
		}
		if err := yaml.Unmarshal(rewritten, &got); err != nil {
			t.Fatalf("%s became %s: %v", text, rewritten, err)
		}
		if w, g := asJSON(t, want), asJSON(t, got); w != g {
			t.Errorf("%s: want %s, got %s", text, w, g)
		}
	}
	for _, text := range []string{"", "a: \"\\/\"\n", `{"a": "\x"}`, `{"a": "\`} {
		if _, ok := yamlEscapes([]byte(text)); ok {
			t.Errorf("%q is taken for JSON", text)
		}
	}
}

func asJSON(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
