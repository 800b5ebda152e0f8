package resourcelist_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/resourcelist"
	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

func TestReadAccepts(t *testing.T) {
	const items = "items:\n- kind: A\n  metadata: {name: a}\n"
	cases := map[string]struct {
		in     string
		want   []string // kinds
		config string
	}{
		"v1":                  {header + items, []string{"A"}, ""},
		"v1beta1":             {"apiVersion: config.kubernetes.io/v1beta1\nkind: ResourceList\n" + items, []string{"A"}, ""},
		"v1alpha1":            {"apiVersion: config.kubernetes.io/v1alpha1\nkind: ResourceList\n" + items, []string{"A"}, ""},
		"no items":            {header, nil, ""},
		"null items":          {header + "items: null\n", nil, ""},
		"empty items":         {header + "items: []\n", nil, ""},
		"config only":         {header + "functionConfig:\n  kind: C\n", nil, "C"},
		"null config":         {header + items + "functionConfig: ~\n", []string{"A"}, ""},
		"config before items": {header + "functionConfig: {kind: C}\n" + items, []string{"A"}, "C"},
		"not all objects":     {header + "items: [null, text, [1], {kind: A}]\n", []string{"", "", "", "A"}, ""},
		"crlf":                {strings.ReplaceAll(header+items, "\n", "\r\n"), []string{"A"}, ""},
		"bom":                 {"\xef\xbb\xbf" + header + items, []string{"A"}, ""},
		"start and comments":  {"# c\n--- # d\n# e\n" + header + items + "...\n# f\n", []string{"A"}, ""},
		"empty documents":     {"---\n---\n" + header + items + "---\n# nothing\n", []string{"A"}, ""},
		"json":                {`{"kind":"ResourceList","items":[{"kind":"A"}],"apiVersion":"config.kubernetes.io/v1"}`, []string{"A"}, ""},
		"aliased items":       {header + "x: &x [{kind: A}]\nitems: *x\n", []string{"A"}, ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			rl := read(t, tc.in)
			var got []string
			for _, it := range rl.Items() {
				got = append(got, it.Kind())
				if it.IsObject() != (it.Kind() == "A") {
					t.Errorf("IsObject() = %v for kind %q", it.IsObject(), it.Kind())
				}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
			config := ""
			if fc := rl.FunctionConfig(); fc != nil {
				config, _ = yamlnode.GetString(fc, "kind")
			}
			if config != tc.config {
				t.Errorf("functionConfig of kind %q, want %q", config, tc.config)
			}
			checkEqual(t, write(t, rl), tc.in)
		})
	}
}

func TestReadRefuses(t *testing.T) {
	cases := map[string]struct{ in, want string }{
		"nothing":            {"", "1:1: empty input, want one ResourceList"},
		"only comments":      {"# x\n---\n", "1:1: empty input, want one ResourceList"},
		"two lists":          {header + "---\n" + header, "4:1: several YAML documents, want one ResourceList"},
		"a sequence":         {"- a\n", "1:1: not a mapping, want a ResourceList"},
		"no kind":            {"a: 1\n", "1:1: no kind, want ResourceList"},
		"another kind":       {"apiVersion: v1\nkind: List\n", `2:7: kind is "List", want ResourceList`},
		"no apiVersion":      {"kind: ResourceList\n", "1:1: no apiVersion, want config.kubernetes.io/v1"},
		"another apiVersion": {"kind: ResourceList\napiVersion: v1\n", `2:13: apiVersion is "v1", want config.kubernetes.io/v1`},
		"items a mapping":    {header + "items: {a: 1}\n", "3:8: items is not a sequence"},
		"results a scalar":   {header + "results: x\n", "3:10: results is not a sequence"},
		"two items":          {header + "items: []\nitems: []\n", `4:1: duplicate key "items"`},
		"merge key":          {header + "<<: {items: []}\n", "3:1: merge key at the top level"},
		"tab":                {header + "items:\n- a:\n\tb: 1\n", "5:1: found character that cannot start any token"},
		"bad indentation":    {header + "items:\n- a: 1\n   b: 2\n", "5:4: mapping values are not allowed in this context"},
		"invalid utf-8":      {header + "items: [\"é\xff\"]\n", "3:11: invalid UTF-8"},
		"unknown anchor":     {header + "items:\n- *x\n", "4:3: unknown anchor 'x' referenced"},
		"nested too deep":    {header + "items: " + strings.Repeat("[", 1200) + strings.Repeat("]", 1200), "3:1007: nested deeper than 1000 levels"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := resourcelist.Read([]byte(tc.in))
			var syntax *yamlnode.SyntaxError
			if !errors.As(err, &syntax) || err.Error() != "reading resource list: "+tc.want {
				t.Errorf("Read() = %v, want %s", err, tc.want)
			}
		})
	}
	_, err := resourcelist.Read(make([]byte, resourcelist.MaxBytes+1))
	if want := "reading resource list: 67108865 bytes are more than the limit of 64 MiB"; err == nil || err.Error() != want {
		t.Errorf("Read() = %v, want %s", err, want)
	}
}

func TestItemAccessors(t *testing.T) {
	rl := read(t, header+`items:
- apiVersion: v1
  kind: &k A
  metadata: &m {name: 12, namespace: ns, annotations: {a.b/c: x, empty: "", n: 7, "null": ~}}
- {kind: *k, metadata: *m}
- kind: B
  metadata:
    <<: *m
    name: b
- metadata: [x]
- kind: {x: 1}
  metadata: ~
`)
	type facts struct{ APIVersion, Kind, Name, Namespace, Annotation string }
	var got []facts
	for _, it := range rl.Items() {
		a, _ := it.Annotation("a.b/c")
		got = append(got, facts{it.APIVersion(), it.Kind(), it.Name(), it.Namespace(), a})
	}
	want := []facts{{"v1", "A", "12", "ns", "x"}, {"", "A", "12", "ns", "x"}, {"", "B", "b", "ns", "x"}, {}, {}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for key, want := range map[string]bool{"a.b/c": true, "empty": true, "n": true, "other": false} {
		if _, ok := rl.Items()[0].Annotation(key); ok != want {
			t.Errorf("annotation %q there: %v", key, ok)
		}
	}
	object, err := rl.Items()[2].Decode()
	if err != nil {
		t.Fatal(err)
	}
	if got := object["metadata"].(map[string]any)["namespace"]; got != "ns" {
		t.Errorf("decoded namespace %v", got)
	}
	if n := rl.Items()[2].Node(); n.Line != 8 || n.Column != 3 {
		t.Errorf("third item at %d:%d", n.Line, n.Column)
	}
}
