package definitions_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/fn/config"
)

// node is a place of a schema: the fields on the way to it, "[]" behind one
// that is a list.
type node struct {
	path   []string
	schema apiextensionsv1.JSONSchemaProps
}

func (n node) String() string { return strings.Join(n.path, ".") }

// nodes lists a schema and all below it, leaving metadata out: that belongs to
// the orchestrators.
func nodes(at node) []node {
	all := []node{at}
	below := at.schema
	if below.Items != nil {
		below = *below.Items.Schema
		all = append(all, nodes(node{append(slices.Clone(at.path[:len(at.path)-1]), at.path[len(at.path)-1]+"[]"), below})...)
		return all
	}
	for _, name := range slices.Sorted(maps.Keys(below.Properties)) {
		if name == "metadata" {
			continue
		}
		all = append(all, nodes(node{append(slices.Clone(at.path), name), below.Properties[name]})...)
	}
	return all
}

// with is a document of a kind that holds a value at a path.
func with(t *testing.T, kind string, path []string, value any) string {
	t.Helper()
	for _, step := range slices.Backward(path) {
		name, isList := strings.CutSuffix(step, "[]")
		if isList {
			value = []any{value}
		}
		value = map[string]any{name: value}
	}
	object, ok := value.(map[string]any)
	if !ok {
		t.Fatalf("no path in %v", value)
	}
	object["apiVersion"], object["kind"], object["metadata"] = config.APIVersion, kind, map[string]any{"name": "x"}
	text, err := sigsyaml.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestFieldsAreThoseOfTheDecoder asks the strict decoder, at every object of
// every schema, which fields it knows: it lists them against one that nobody
// could have meant. Both lists must be equal.
func TestFieldsAreThoseOfTheDecoder(t *testing.T) {
	const nonsense = "zzzzzzzzzzzzzzzzzzzzzzzz"
	asked := 0
	for kind, schema := range schemas(t) {
		for _, at := range nodes(node{schema: schema}) {
			if len(at.schema.Properties) == 0 {
				continue
			}
			err := decodes(t, with(t, kind, append(slices.Clone(at.path), nonsense), "x"))
			if err == nil {
				t.Errorf("%s %v: the decoder takes any field and the schema does not", kind, at)
				continue
			}
			_, list, _ := strings.Cut(err.Error(), "(known: ")
			known := strings.Split(strings.TrimSuffix(list, ")"), ", ")
			want := slices.Sorted(maps.Keys(at.schema.Properties))
			if diff := cmp.Diff(known, want); diff != "" {
				t.Errorf("%s %v: fields of the decoder and of the schema differ (-decoder +schema):\n%s", kind, at, diff)
			}
			asked++
		}
	}
	if asked < 25 {
		t.Errorf("only %d objects were compared: too few to prove anything", asked)
	}
}

func TestEveryFieldIsDescribed(t *testing.T) {
	for kind, schema := range schemas(t) {
		for _, at := range nodes(node{schema: schema}) {
			if strings.HasSuffix(at.String(), "[]") {
				continue // the list says it
			}
			if text := at.schema.Description; text == "" || strings.Contains(text, "\t") {
				t.Errorf("%s %v has the description %q", kind, at, text)
			}
			// The API server's own rule: only what has properties can be closed.
			if closed := at.schema.AdditionalProperties; len(at.schema.Properties) > 0 && (closed == nil || closed.Allows) {
				t.Errorf("%s %v is open", kind, at)
			}
		}
	}
}

// TestWordsAndDefaultsAreThoseOfTheDecoder: every word of an enum and every
// default is taken by the decoder, and another word by neither.
func TestWordsAndDefaultsAreThoseOfTheDecoder(t *testing.T) {
	judged := 0
	for kind, schema := range schemas(t) {
		for _, at := range nodes(node{schema: schema}) {
			path, enum := at.path, at.schema.Enum
			if values := at.schema.AdditionalProperties; values != nil && values.Schema != nil && len(values.Schema.Enum) > 0 {
				path, enum = append(slices.Clone(path), "VK031"), values.Schema.Enum
			}
			if len(path) < 2 || path[0] != "spec" || fromCRD(path) {
				continue
			}
			if at.schema.Default != nil {
				judged++
				mustTake(t, kind, path, plain(t, at.schema.Default))
			}
			for _, word := range enum {
				judged++
				mustTake(t, kind, path, plain(t, word))
			}
			if len(enum) == 0 {
				continue
			}
			wrong := complete(t, kind, path, "nonsense")
			if decodes(t, wrong) == nil || refusal(t, wrong) == "" {
				t.Errorf("%s %v: nonsense is taken", kind, path)
			}
		}
	}
	if judged < 40 {
		t.Errorf("only %d values were judged: too few to prove anything", judged)
	}
}

// fromCRD tells fields whose words the CRDs give: the decoder leaves those to
// the schema of what it writes.
func fromCRD(path []string) bool {
	return slices.ContainsFunc(path, func(step string) bool { return step == "acl[]" || step == "categories[]" || step == "commands[]" })
}

func mustTake(t *testing.T, kind string, path []string, value any) {
	t.Helper()
	text := complete(t, kind, path, value)
	if err := decodes(t, text); err != nil {
		t.Errorf("%s %v: the decoder refuses %v: %v", kind, path, value, err)
	}
	if why := refusal(t, text); why != "" {
		t.Errorf("%s %v: the schema refuses %v: %s", kind, path, value, why)
	}
}

// complete is a document with a value and what is required beside it.
func complete(t *testing.T, kind string, path []string, value any) string {
	t.Helper()
	var object map[string]any
	if err := sigsyaml.Unmarshal([]byte(with(t, kind, path, value)), &object); err != nil {
		t.Fatal(err)
	}
	spec, ok := object["spec"].(map[string]any)
	if !ok {
		t.Fatalf("%v does not lie in spec", path)
	}
	if kind == config.KindTenant {
		spec["tenants"] = []any{map[string]any{"name": "a", "subjects": []any{map[string]any{"kind": "User", "name": "u"}}}}
	}
	if report, ok := spec["report"].(map[string]any); ok {
		report["file"] = "a"
	}
	text, err := sigsyaml.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestRequiredFields takes each required field away from a document that has
// everything, and empties it.
func TestRequiredFields(t *testing.T) {
	whole := map[string]string{
		config.KindMenu: `spec:
  sources: [{path: a}]
  images: [{version: "9", repository: r}]
  roles: [{name: a, categories: [{name: read, access: allow}], commands: [{name: get, access: deny}]}]
  trees: [{base: {name: a}, variants: [{name: b}]}]`,
		config.KindTenant:   "spec: {sources: [{path: a}], tenants: [{name: a, subjects: [{kind: User, name: u}], networkPolicy: {clients: {matchExpressions: [{key: a, operator: Exists}]}}}]}",
		config.KindRender:   "spec: {sources: [{path: a}]}",
		config.KindValidate: "spec: {sources: [{path: a}], against: {path: b}, report: {file: c}}",
	}
	// What Kubernetes and the CRDs require of what is written, and the decoder
	// leaves to them.
	later := []string{"subjects[].kind", "subjects[].name", "networkPolicy.clients", "matchExpressions[]", "categories[]", "commands[]"}
	for kind, spec := range whole {
		text := fmt.Sprintf("apiVersion: %s\nkind: %s\nmetadata: {name: x}\n%s\n", config.APIVersion, kind, spec)
		if why := refusal(t, text); why != "" || decodes(t, text) != nil {
			t.Fatalf("%s: the whole document is refused: %s, %v", kind, why, decodes(t, text))
		}
		for _, at := range nodes(node{schema: schemas(t)[kind]}) {
			if fromCRD(at.path) && strings.Contains(at.String(), "acl[]") {
				continue
			}
			for _, name := range at.schema.Required {
				field := strings.TrimPrefix(at.String()+"."+name, ".")
				without, found := remove(t, text, at.path, name)
				if !found {
					t.Errorf("%s: the whole document has no %s", kind, field)
					continue
				}
				if refusal(t, without) == "" {
					t.Errorf("%s: the schema does without %s", kind, field)
				}
				leaves := slices.ContainsFunc(later, func(part string) bool { return strings.Contains(field, part) })
				if !leaves && name != "metadata" && decodes(t, without) == nil {
					t.Errorf("%s: the decoder does without %s", kind, field)
				}
			}
		}
	}
}

// remove takes a field away from the object at a path.
func remove(t *testing.T, text string, path []string, name string) (without string, found bool) {
	t.Helper()
	var object any
	if err := sigsyaml.Unmarshal([]byte(text), &object); err != nil {
		t.Fatal(err)
	}
	at := object
	for _, step := range path {
		key, isList := strings.CutSuffix(step, "[]")
		fields, _ := at.(map[string]any)
		at = fields[key]
		if list, _ := at.([]any); isList && len(list) > 0 {
			at = list[0]
		}
	}
	fields, _ := at.(map[string]any)
	_, found = fields[name]
	delete(fields, name)
	out, err := sigsyaml.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return string(out), found
}
