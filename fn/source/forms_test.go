package source

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// summary is what the reader says about an object, and where it finds spec.tag.
type summary struct {
	Kind, Namespace, Name string
	Index, Item           int
	Tag                   any
	Place                 string
}

func summarise(set *Set) []summary {
	var got []summary
	for _, o := range set.Objects {
		spec, _ := o.Data["spec"].(map[string]any)
		got = append(got, summary{o.Kind, o.Namespace, o.Name, o.Index, o.Item, spec["tag"], o.Place("spec.tag").String()})
	}
	return got
}

func TestForms(t *testing.T) {
	one := []summary{{"ValkeyImage", "", "a", 0, -1, "9.1.2", "in.yaml:7:8"}}
	tests := map[string]struct {
		text string
		want []summary
	}{
		"plain":            {image("a"), one},
		"no final newline": {strings.TrimSuffix(image("a"), "\n"), one},
		"CRLF":             {strings.ReplaceAll(image("a"), "\n", "\r\n"), one},
		"CR":               {strings.ReplaceAll(image("a"), "\n", "\r"), one},
		"BOM":              {"\ufeff" + image("a"), one},
		"ends with ...":    {image("a") + "...\n", one},
		"empty documents, comments, two objects": {
			"# head\n---\n\n---\n# only a comment\n--- # first\n" + image("a") + "---\n---\n" + image("b") + "---\n",
			[]summary{{"ValkeyImage", "", "a", 0, -1, "9.1.2", "in.yaml:13:8"}, {"ValkeyImage", "", "b", 1, -1, "9.1.2", "in.yaml:23:8"}},
		},
		"marker within a string": {
			"a: |\n  ---\nkind: Pod\napiVersion: v1\n---\n" + image("a"),
			[]summary{{"Pod", "", "", 0, -1, nil, "in.yaml:1:1"}, {"ValkeyImage", "", "a", 1, -1, "9.1.2", "in.yaml:12:8"}},
		},
		"content behind the marker": {
			"--- {apiVersion: valkey.gomomento.com/v1alpha1, kind: ValkeyImage,\n  metadata: {name: a}, spec: {tag: t}}\n",
			[]summary{{"ValkeyImage", "", "a", 0, -1, "t", "in.yaml:2:36"}},
		},
		"directives": {
			"%YAML 1.1\n---\n" + pod + "...\n%TAG ! tag:x,2000:\n---\n" + image("a"),
			[]summary{{"Pod", "", "p", 0, -1, nil, "in.yaml:6:9"}, {"ValkeyImage", "", "a", 1, -1, "9.1.2", "in.yaml:16:8"}},
		},
		"odd line breaks hide nothing": {
			"apiVersion: v1\nkind: Pod\u2028---\u2028" + image("a"),
			[]summary{{"Pod", "", "", 0, -1, nil, "in.yaml:1:1"}, {"ValkeyImage", "", "a", 1, -1, "9.1.2", "in.yaml:10:8"}},
		},
		"JSON": {
			"{\n\t\"apiVersion\": \"valkey.gomomento.com/v1alpha1\",\n\t\"kind\": \"ValkeyImage\",\n\t\"metadata\": {\"name\": \"a\", \"namespace\": \"n\"},\n" +
				"\t\"spec\": {\"tag\": \"9\\/1\"}\n}\n",
			[]summary{{"ValkeyImage", "n", "a", 0, -1, "9/1", "in.yaml:5:18"}},
		},
		"List": {
			"apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: p}\n" +
				"- apiVersion: v1\n  kind: List\n  items:\n  - apiVersion: valkey.gomomento.com/v1alpha1\n    kind: ValkeyImage\n" +
				"    metadata: {name: a}\n    spec: {tag: t}\n- apiVersion: v1\n  kind: Secret\n  metadata: {name: s}\n---\n" + pod,
			[]summary{{"Pod", "", "p", 0, 0, nil, "in.yaml:6:20"}, {"ValkeyImage", "", "a", 0, 1, "t", "in.yaml:13:17"},
				{"Secret", "", "s", 0, 2, nil, "in.yaml:16:20"}, {"Pod", "", "p", 1, -1, nil, "in.yaml:21:9"}},
		},
		"list of one kind": {
			"apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyImageList\nitems:\n- metadata: {name: a}\n  spec: {tag: t}\n",
			[]summary{{"ValkeyImage", "", "a", 0, 0, "t", "in.yaml:5:15"}},
		},
		"empty and null lists": {"kind: List\napiVersion: v1\n---\napiVersion: v1\nkind: PodList\nitems:\n", nil},
		"a kind that ends in List": {
			"apiVersion: example.com/v1\nkind: AllowList\nmetadata:\n  name: a\n",
			[]summary{{"AllowList", "", "a", 0, -1, nil, "in.yaml:4:9"}},
		},
		"ResourceList": {
			"apiVersion: config.kubernetes.io/v1beta1\nkind: ResourceList\nfunctionConfig:\n  kind: ValkeyValidate\nitems:\n- " +
				strings.ReplaceAll(strings.TrimSpace(image("a")), "\n", "\n  ") + "\n",
			[]summary{{"ValkeyImage", "", "a", 0, 0, "9.1.2", "in.yaml:12:10"}},
		},
		"anchors and merge keys": {
			"apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyImage\nmetadata: &m {name: a}\nx: &x\n  tag: t\nspec:\n  <<: *x\ny: *m\n",
			[]summary{{"ValkeyImage", "", "a", 0, -1, "t", "in.yaml:5:8"}},
		},
		"anchors in a List": {
			"apiVersion: v1\nkind: List\nitems:\n- &a\n  apiVersion: valkey.gomomento.com/v1alpha1\n  kind: ValkeyImage\n  metadata: {name: a}\n- <<: *a\n  metadata: {name: b}\n  spec: {tag: t}\n- *a\n",
			[]summary{{"ValkeyImage", "", "a", 0, 0, nil, "in.yaml:7:20"}, {"ValkeyImage", "", "b", 0, 1, "t", "in.yaml:10:15"},
				{"ValkeyImage", "", "a", 0, 2, nil, "in.yaml:7:20"}},
		},
		"ours by kind, without apiVersion": {
			"kind: ValkeyImage\nspec:\n  tag: t\n",
			[]summary{{"ValkeyImage", "", "", 0, -1, "t", "in.yaml:3:8"}},
		},
		"any version of our group": {
			"apiVersion: valkey.gomomento.com/v9\nspec:\n  tag: t\n",
			[]summary{{"", "", "", 0, -1, "t", "in.yaml:3:8"}},
		},
		"the kind of another group": {
			"apiVersion: example.com/v1\nkind: ValkeyImage\nspec:\n  tag: t\n",
			[]summary{{"ValkeyImage", "", "", 0, -1, nil, "in.yaml:4:8"}},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, summarise(mustReadText(t, test.text))); diff != "" {
				t.Errorf("objects (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBadForms(t *testing.T) {
	head := "apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyImage\n"
	bomb := "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
	for _, c := range "bcdefg" {
		previous := string(c - 1)
		bomb += string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+previous+", ", 9) + "*" + previous + "]\n"
	}
	tests := map[string]struct {
		text string
		want []string
	}{
		"tab":                 {head + "spec:\n\ttag: t\n", []string{"in.yaml:4:1: found character that cannot start any token"}},
		"NUL":                 {head + "spec:\n  tag: a\x00b\n", []string{"in.yaml:4:9: control character U+0000 is not allowed"}},
		"NUL, foreign":        {pod + "---\n" + pod + "x: a\x00b\n", []string{"in.yaml:10:5: control character U+0000 is not allowed"}},
		"not UTF-8":           {head + "spec:\n  tag: é\xff\n", []string{"in.yaml:4:9: invalid UTF-8"}},
		"UTF-16":              {"\xff\xfea\x00:\x00", []string{"in.yaml:1:1: invalid UTF-8"}},
		"alias bomb":          {head + bomb, []string{"in.yaml:7:36: aliases expand to more than 100000 nodes"}},
		"alias to a bad item": {"apiVersion: v1\nkind: List\nx: &x [{}]\nitems:\n- *x\n", []string{"in.yaml:3:4: list item is not a mapping"}},
		"list in itself": {"&l\napiVersion: v1\nkind: List\nitems:\n- *l\n",
			[]string{`in.yaml:5:3: anchor "l" contains itself`}},
		"list in itself by merge": {"&l\napiVersion: v1\nkind: List\nitems:\n- {<<: *l}\n- {<<: *l}\n",
			[]string{`in.yaml:5:8: anchor "l" contains itself`}},
		"unknown anchor":  {head + "spec: *x\n", []string{"in.yaml:3:7: unknown anchor 'x' referenced"}},
		"infinite number": {head + "spec:\n  tag: .inf\n", []string{"in.yaml:4:8: .inf is no JSON number"}},
		"items":           {"kind: List\nitems: {a: b}\n", []string{"in.yaml:2:8: items is not a sequence"}},
		"items twice":     {"kind: List\nitems: []\nitems: []\n", []string{"in.yaml:3:1: the list has items twice"}},
		"odd items": {"kind: List\nitems: [null, 3, {a: b}]\n", []string{"in.yaml:2:9: list item is not a mapping",
			"in.yaml:2:15: list item is not a mapping", "in.yaml:2:18: no apiVersion and no kind: not a Kubernetes object"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			set, err := readText(test.text)
			if err == nil {
				t.Fatalf("no error, read %v", names(set))
			}
			if diff := cmp.Diff(test.want, strings.Split(err.Error(), "\n")); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
		})
	}
}

// TestData pins the JSON types, on which apimachinery's deep copies rely.
func TestData(t *testing.T) {
	set := mustReadText(t, "apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyCluster\nmetadata:\n  name: c\n"+
		"  annotations: {a: b, c: 3}\nspec:\n  shards: 3\n  ratio: 0.5\n  on: true\n  list: [x, null]\n"+
		"---\napiVersion: v1\nkind: Secret\ndata: {tls.crt: YQ==}\n---\n"+pod)
	want := []map[string]any{
		{
			"apiVersion": "valkey.gomomento.com/v1alpha1", "kind": "ValkeyCluster",
			"metadata": map[string]any{"name": "c", "annotations": map[string]any{"a": "b", "c": int64(3)}},
			"spec":     map[string]any{"shards": int64(3), "ratio": 0.5, "on": true, "list": []any{"x", nil}},
		},
		{"apiVersion": "v1", "kind": "Secret", "data": map[string]any{"tls.crt": "YQ=="}},
		nil,
	}
	for i, o := range set.Objects {
		if diff := cmp.Diff(want[i], o.Data); diff != "" {
			t.Errorf("data of %s (-want +got):\n%s", o.Kind, diff)
		}
	}
	if diff := cmp.Diff(map[string]string{"a": "b"}, set.Objects[0].Annotations); diff != "" {
		t.Errorf("annotations (-want +got):\n%s", diff)
	}
}
