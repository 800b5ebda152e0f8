package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
	"github.com/valkey-menu/valkey-menu/lib/suggest"
)

// Config is one functionConfig; exactly one of the pointers is set.
type Config struct {
	// Kind and Name of the object that was read; both are empty for none.
	Kind string
	Name string

	Menu     *Menu
	Tenant   *Tenant
	Render   *Render
	Validate *Validate
}

// Common returns the fields that every kind has.
func (c *Config) Common() *Common {
	switch {
	case c.Menu != nil:
		return &c.Menu.Common
	case c.Tenant != nil:
		return &c.Tenant.Common
	case c.Render != nil:
		return &c.Render.Common
	}
	return &c.Validate.Common
}

// document is the outer shape of a functionConfig.
type document[T any] struct {
	APIVersion string         `json:"apiVersion"`
	Kind       string         `json:"kind"`
	Metadata   map[string]any `json:"metadata,omitempty"`
	Spec       T              `json:"spec,omitempty"`
}

// Decode reads a functionConfig: one of the four kinds, a ConfigMap with flat
// keys, or nil, which asks for validation with the defaults. The error is of
// type *Error.
func Decode(node *yaml.Node) (*Config, error) {
	if node == nil || node.Kind == 0 || node.ShortTag() == "!!null" {
		return &Config{Validate: &Validate{}}, nil
	}
	apiVersion, _ := yamlnode.GetString(node, "apiVersion")
	kind, _ := yamlnode.GetString(node, "kind")
	name, _ := yamlnode.GetString(node, "metadata.name")
	c := &Config{Kind: kind, Name: name}
	var problems []Problem
	switch {
	case apiVersion == "v1" && kind == "ConfigMap":
		problems = decodeConfigMap(node, c)
	case apiVersion != APIVersion:
		problems = wrongAPIVersion(apiVersion, kind)
	default:
		problems = decodeKind(node, c)
	}
	if len(problems) == 0 {
		problems = check(c)
	}
	if kind == "ConfigMap" {
		inData(problems)
	}
	if len(problems) > 0 {
		return nil, &Error{Kind: kind, Name: name, Problems: problems}
	}
	return c, nil
}

func wrongAPIVersion(apiVersion, kind string) []Problem {
	return []Problem{{Path: "apiVersion", Message: fmt.Sprintf(
		"%q of kind %q is not a functionConfig of this function: use %s, or a v1 ConfigMap", apiVersion, kind, APIVersion)}}
}

func decodeKind(node *yaml.Node, c *Config) []Problem {
	switch c.Kind {
	case KindMenu:
		return decodeSpec(node, &c.Menu)
	case KindTenant:
		return decodeSpec(node, &c.Tenant)
	case KindRender:
		return decodeSpec(node, &c.Render)
	case KindValidate:
		return decodeSpec(node, &c.Validate)
	}
	kinds := []string{KindMenu, KindTenant, KindRender, KindValidate}
	message := fmt.Sprintf("unknown kind %q (known: %s)", c.Kind, strings.Join(kinds, ", "))
	if near, ok := suggest.Nearest(c.Kind, kinds); ok {
		message = fmt.Sprintf("unknown kind %q (did you mean %q?)", c.Kind, near)
	}
	return []Problem{{Path: "kind", Message: message}}
}

// decodeSpec fills *spec, after it has looked for fields that the kind does not
// have: the decoder would drop them without a word.
func decodeSpec[T any](node *yaml.Node, spec **T) []Problem {
	if problems := unknownFields(node, reflect.TypeFor[document[T]](), ""); len(problems) > 0 {
		return problems
	}
	data, err := yamlnode.DecodeNode(node)
	if err != nil {
		return []Problem{{Message: err.Error()}}
	}
	encoded, err := json.Marshal(data)
	if err != nil {
		return []Problem{{Message: err.Error()}}
	}
	var d document[T]
	if err := json.Unmarshal(encoded, &d); err != nil {
		return []Problem{wrongType(err)}
	}
	*spec = &d.Spec
	return nil
}

// wrongType words a decoding error without Go's type names.
func wrongType(err error) Problem {
	var mismatch *json.UnmarshalTypeError
	if !errors.As(err, &mismatch) {
		return Problem{Message: err.Error()}
	}
	want := map[reflect.Kind]string{
		reflect.String: "a string (quote it)", reflect.Bool: "true or false",
		reflect.Slice: "a list", reflect.Map: "a map", reflect.Struct: "a map",
	}[mismatch.Type.Kind()]
	if want == "" {
		want = "a " + mismatch.Type.Kind().String()
	}
	return Problem{Path: fieldPath(mismatch.Field), Message: fmt.Sprintf("must be %s, got %s", want, mismatch.Value)}
}

// fieldPath takes the names of embedded Go types out of a path. Fields of the
// configs all start with a lower-case letter.
func fieldPath(path string) string {
	steps := slices.DeleteFunc(strings.Split(path, "."), func(step string) bool {
		return step != "" && unicode.IsUpper(rune(step[0]))
	})
	return strings.Join(steps, ".")
}
