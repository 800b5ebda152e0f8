package yamlnode_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

const cluster = `# the cluster
metadata:
  name: c
  annotations: {a.b/c: x, "7": seven}
spec:
  shards: 3
  valkey:
    maxmemory: 1gb  # keep
    save: ""
    empty:
  acl:
  - username: u
    permissions:
    - roleRef: a
    - keys: []
      roleRef: b
base: &base {mode: x, size: 1}
copy: *base
child: {<<: *base, size: 2}
dup: 1
dup: 2
`

func parse(t testing.TB, text string) *yaml.Node {
	t.Helper()
	docs, err := yamlnode.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(docs) != 1 {
		t.Fatalf("%d documents", len(docs))
	}
	return docs[0]
}

func TestGetAndPosition(t *testing.T) {
	root := parse(t, cluster)
	cases := map[string]struct {
		value    string // scalar value, or kind
		position string // empty if the value is not there
	}{
		"":                                   {"map", "2:1"},
		"spec":                               {"map", "5:1"},
		"spec.shards":                        {"3", "6:11"},
		`spec.valkey["maxmemory"]`:           {"1gb", "8:16"},
		`spec.valkey['maxmemory']`:           {"1gb", "8:16"},
		"spec.valkey[maxmemory]":             {"1gb", "8:16"},
		"spec.valkey.empty":                  {"", "10:5"},
		"spec.acl[0].permissions[1].roleRef": {"b", "16:16"},
		"spec.acl[0].permissions[1].keys":    {"seq", "15:7"},
		`metadata.annotations["a.b/c"]`:      {"x", "4:24"},
		"metadata.annotations[7]":            {"seven", "4:32"},
		"copy.mode":                          {"x", "17:20"},
		"child.mode":                         {"x", "17:20"},
		"child.size":                         {"2", "19:26"},
		"dup":                                {"2", "21:6"},
		"spec.acl[1]":                        {"-", "11:3"},
		"spec.acl[0].permissions[9].x":       {"-", "13:5"},
		"spec.shards.deeper":                 {"-", "6:11"},
		"nope":                               {"-", "2:1"},
		"a..b":                               {"-", "2:1"},
	}
	for path, tc := range cases {
		t.Run(path, func(t *testing.T) {
			got := "-"
			if n := yamlnode.Get(root, path); n != nil {
				got = map[yaml.Kind]string{yaml.MappingNode: "map", yaml.SequenceNode: "seq"}[n.Kind] + n.Value
			}
			line, column, ok := yamlnode.Position(root, path)
			if got != tc.value || ok != (tc.value != "-") || fmt.Sprintf("%d:%d", line, column) != tc.position {
				t.Errorf("%q at %d:%d %v, want %q at %s", got, line, column, ok, tc.value, tc.position)
			}
		})
	}
}

func TestGetString(t *testing.T) {
	root := parse(t, "s: text\nn: 1\nq: \"1\"\nm: {}\n")
	want := map[string]string{"s": "text", "q": "1"}
	got := map[string]string{}
	for _, path := range []string{"s", "n", "q", "m", "none"} {
		if v, ok := yamlnode.GetString(root, path); ok {
			got[path] = v
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestParsePath(t *testing.T) {
	for path, want := range map[string]string{
		"spec.acl[0].x": "spec.acl[0].x",
		`a["b.c"].d`:    `a["b.c"].d`,
		`a['b']`:        "a.b",
		`a[b-c/d]`:      "a.b-c/d",
		`["a\"]b"]`:     `["a\"]b"]`,
		"[3][4]":        "[3][4]",
		`a["7"]`:        "a.7",
		`a[""]`:         `a[""]`,
	} {
		got, err := yamlnode.ParsePath(path)
		if err != nil || got.String() != want {
			t.Errorf("ParsePath(%q) = %q, %v, want %q", path, got, err, want)
		}
		again, err := yamlnode.ParsePath(got.String())
		if err != nil || again.String() != want {
			t.Errorf("%q does not read back: %v", got, err)
		}
	}
	for _, path := range []string{".a", "a.", "a..b", "a[", "a[0", `a["b`, `a["b"`, "a['b", `a["\q"]`} {
		if got, err := yamlnode.ParsePath(path); err == nil {
			t.Errorf("ParsePath(%q) = %v, want an error", path, got)
		}
	}
}

func TestFindDuplicateKeys(t *testing.T) {
	root := parse(t, "a: 1\nb:\n- c: 1\n  d: {x: 1, x: 2}\n  c: 2\n\"a\": 3\na: 4\n1: x\n\"1\": y\n? [k]\n: 1\n? [k]\n: 2\n")
	want := []yamlnode.Duplicate{
		{Path: "b[0].d.x", Key: "x", Line: 4, Column: 13, FirstLine: 4, FirstColumn: 7},
		{Path: "b[0].c", Key: "c", Line: 5, Column: 3, FirstLine: 3, FirstColumn: 3},
		{Path: "a", Key: "a", Line: 6, Column: 1, FirstLine: 1, FirstColumn: 1},
		{Path: "a", Key: "a", Line: 7, Column: 1, FirstLine: 1, FirstColumn: 1},
		{Path: "1", Key: "1", Line: 9, Column: 1, FirstLine: 8, FirstColumn: 1},
	}
	if diff := cmp.Diff(want, yamlnode.FindDuplicateKeys(root)); diff != "" {
		t.Error(diff)
	}
	if got := yamlnode.FindDuplicateKeys(parse(t, "a: &x {k: 1}\nb: {<<: *x, k: 2}\nc: *x\n")); len(got) != 0 {
		t.Errorf("merged keys are no duplicates: %v", got)
	}
}
