package typeschema_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/typeschema"
)

type inner struct {
	Named    string `json:"named"`
	Skipped  string `json:"-"`
	Untagged string
}

type sample struct {
	inner
	Text    *string           `json:"text,omitempty"`
	Flag    bool              `json:"flag,omitzero"`
	Small   int32             `json:"small,omitempty"`
	Large   int64             `json:"large"`
	List    []inner           `json:"list,omitempty"`
	Values  map[string]string `json:"values,omitempty"`
	Foreign json.Number       `json:"foreign,omitempty"`
}

func TestOf(t *testing.T) {
	seen := map[string]reflect.Type{}
	got, err := typeschema.Of(reflect.TypeFor[*sample](), typeschema.Options{
		Known: map[reflect.Type]typeschema.Schema{reflect.TypeFor[json.Number](): {Type: "number"}},
		Field: func(owner reflect.Type, name string, s *typeschema.Schema) {
			seen[name] = owner
			s.Description = "the " + name
		},
		Object: func(s *typeschema.Schema) { s.Title = strings.Join(s.Required, " ") },
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(got, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	const want = `{
 "type": "object",
 "title": "large named",
 "required": [
  "large",
  "named"
 ],
 "properties": {
  "flag": {
   "description": "the flag",
   "type": "boolean"
  },
  "foreign": {
   "description": "the foreign",
   "type": "number"
  },
  "large": {
   "description": "the large",
   "type": "integer",
   "format": "int64"
  },
  "list": {
   "description": "the list",
   "type": "array",
   "items": {
    "type": "object",
    "title": "named",
    "required": [
     "named"
    ],
    "properties": {
     "named": {
      "description": "the named",
      "type": "string"
     }
    },
    "additionalProperties": false
   }
  },
  "named": {
   "description": "the named",
   "type": "string"
  },
  "small": {
   "description": "the small",
   "type": "integer",
   "format": "int32"
  },
  "text": {
   "description": "the text",
   "type": "string"
  },
  "values": {
   "description": "the values",
   "type": "object",
   "additionalProperties": {
    "type": "string"
   }
  }
 },
 "additionalProperties": false
}`
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Errorf("schema (-want +got):\n%s", diff)
	}
	if seen["named"] != reflect.TypeFor[inner]() || seen["large"] != reflect.TypeFor[sample]() {
		t.Errorf("owners %v, want the structs that declare the fields", seen)
	}
}

type ring struct {
	Next *ring `json:"next"`
}

func TestTypesWithoutASchema(t *testing.T) {
	tests := map[string]struct {
		of   reflect.Type
		want string
	}{
		"a channel":    {reflect.TypeFor[chan int](), "kind chan"},
		"an interface": {reflect.TypeFor[map[string]any](), "kind interface"},
		"a field": {reflect.TypeFor[struct {
			A func() `json:"a"`
		}](), `field "a"`},
		"an embedded one":  {reflect.TypeFor[struct{ ring }](), "it holds itself"},
		"items of a list":  {reflect.TypeFor[[]float64](), "kind float64"},
		"a type in itself": {reflect.TypeFor[ring](), "it holds itself"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := typeschema.Of(test.of, typeschema.Options{}); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q in it", err, test.want)
			}
		})
	}
}
