package resourcelist_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/kyaml/fn/framework"

	"github.com/valkey-menu/valkey-menu/fn/resourcelist"
	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

type (
	rlist     = resourcelist.ResourceList
	rlistItem = resourcelist.Item
)

func editItem(i int, path, value string) func(*rlist) error {
	return func(rl *rlist) error {
		return rl.Items()[i].Edit(func(n *yaml.Node) error { return yamlnode.Set(n, path, yamlnode.String(value)) })
	}
}

func remove(indices ...int) func(*rlist) error {
	return func(rl *rlist) error {
		items := rl.Items()
		for _, i := range indices {
			items[i].Remove()
		}
		return nil
	}
}

func appendItems(t *testing.T, texts ...string) func(*rlist) error {
	t.Helper()
	return func(rl *rlist) error {
		for _, text := range texts {
			if err := rl.Append(node(t, text)); err != nil {
				return err
			}
		}
		return nil
	}
}

func TestWriteChanges(t *testing.T) {
	const two = header + "items: # all\n\n# first\n-   # inside\n    a:   1 # one\n    b: [x,  y]\n    # foot\n\n# second\n- {a: 2}\n\n# end\nother:   x\n"
	const jsonTwo = `{"kind": "ResourceList", "items": [ {"a":1},  {"b":"é"} ], "apiVersion": "config.kubernetes.io/v1"}`
	start := strings.Index(two, "-   # inside")
	end := strings.Index(two, "\n# second")
	cases := map[string]struct {
		in   string
		do   func(*rlist) error
		want string
	}{
		"edit keeps comments": {two, editItem(0, "a", "2"),
			two[:start] + "- # inside\n  a: \"2\" # one\n  b: [x, y]\n  # foot\n" + two[end:]},
		"edit of flow style": {two, editItem(1, "b", "c"), strings.Replace(two, "{a: 2}", "{a: 2, b: c}", 1)},
		"edit without effect": {two, func(rl *rlist) error {
			return rl.Items()[0].Edit(func(n *yaml.Node) error {
				return yamlnode.Set(n, "a", &yaml.Node{Kind: yaml.ScalarNode, Value: "1"})
			})
		}, two},
		"remove first": {two, remove(0), two[:start] + two[end:]},
		"remove last":  {two, remove(1), strings.Replace(two, "- {a: 2}\n", "", 1)},
		"remove all": {two, remove(0, 1),
			strings.Replace(strings.Replace(two, "- {a: 2}\n", "", 1), two[start:end], "", 1)[:len(header)] +
				"items: [] # all\n\n# first\n\n# second\n\n# end\nother:   x\n"},
		"append":         {two, appendItems(t, "c: 3", "d:\n- 4"), strings.Replace(two, "{a: 2}\n", "{a: 2}\n- c: 3\n- d:\n  - 4\n", 1)},
		"append to none": {header + "items:\n", appendItems(t, "a: 1"), header + "items:\n- a: 1\n"},
		"append to null": {header + "items: null # x\n# y\nz: 1\n", appendItems(t, "a: 1"), header + "items: # x\n- a: 1\n# y\nz: 1\n"},
		"append to []":   {header + "items: [ ]", appendItems(t, "a: 1"), header + "items:\n- a: 1\n"},
		"append new key": {header + "x: 1\n\n# end\n", appendItems(t, "a: 1"), header + "x: 1\nitems:\n- a: 1\n\n# end\n"},
		"append at an end without a line break": {header + "items:\n- a: |\n    x",
			appendItems(t, "b: 1"), header + "items:\n- a: |-\n    x\n- b: 1\n"},
		"indented and crlf": {"kind: ResourceList\r\napiVersion: config.kubernetes.io/v1\r\nitems:\r\n  - a: 1\r\n  - a:  2\r\n",
			func(rl *rlist) error {
				return errors.Join(editItem(0, "b", "x\ny\n")(rl), appendItems(t, "c: 1")(rl))
			},
			"kind: ResourceList\r\napiVersion: config.kubernetes.io/v1\r\nitems:\r\n  - a: 1\r\n    b: |\r\n      x\r\n      y\r\n  - a:  2\r\n  - c: 1\r\n"},
		"json edit":             {jsonTwo, editItem(0, "c", "\x7f\"\n"), strings.Replace(jsonTwo, `{"a":1}`, `{"a": 1, "c": "\u007f\"\n"}`, 1)},
		"json remove":           {jsonTwo, remove(0), strings.Replace(jsonTwo, `{"a":1},  `, "", 1)},
		"json remove last":      {jsonTwo, remove(1), strings.Replace(jsonTwo, `,  {"b":"é"}`, "", 1)},
		"json remove all":       {jsonTwo, remove(0, 1), strings.Replace(jsonTwo, ` {"a":1},  {"b":"é"} `, "", 1)},
		"json append":           {jsonTwo, appendItems(t, "{c: 1.50, d: 18446744073709551615, e: yes}"), strings.Replace(jsonTwo, ` ]`, `, {"c": 1.50, "d": 18446744073709551615, "e": "yes"} ]`, 1)},
		"block with brackets":   {header + "items: [ {a: 1}, # c\n  {b: 2}, ]\n", appendItems(t, "c: 'x, y'"), header + "items: [ {a: 1}, # c\n  {b: 2}, {c: 'x, y'}, ]\n"},
		"literal with no break": {header + "items:\n- a: 1\nx: |\n  y", appendItems(t, "b: 1"), header + "items:\n- a: 1\n- b: 1\nx: |\n  y"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			rl := read(t, tc.in)
			if err := tc.do(rl); err != nil {
				t.Fatal(err)
			}
			out := write(t, rl)
			if out != tc.want {
				t.Errorf("got:\n%s\nwant:\n%s", out, tc.want)
			}
			checkEqual(t, write(t, rl), out)
			rl.Reset()
			checkEqual(t, write(t, rl), tc.in)
		})
	}
}

func TestInputWithoutALastLineBreak(t *testing.T) {
	for _, tail := range []string{"", "x: 2"} {
		in := header + "items:\n- a: 1\n" + tail
		rl := read(t, strings.TrimSuffix(in, "\n"))
		if err := rl.Append(node(t, "b: |+\n  x\n\n")); err != nil {
			t.Fatal(err)
		}
		if err := rl.AddResults(&framework.Result{Message: "m"}); err != nil {
			t.Fatal(err)
		}
		if tail != "" {
			tail += "\n"
		}
		checkEqual(t, write(t, rl), header+"items:\n- a: 1\n- b: |+\n    x\n\n"+tail+"results:\n- message: m\n")
	}
}

func TestEditFailureLeavesTheItem(t *testing.T) {
	in := header + "items:\n- a:   1\n- null\n- &x [*x]\n- {b: *x}\n"
	rl := read(t, in)
	failure := errors.New("refused")
	err := rl.Items()[0].Edit(func(n *yaml.Node) error {
		return errors.Join(yamlnode.Set(n, "a", yamlnode.String("2")), failure)
	})
	if !errors.Is(err, failure) {
		t.Errorf("Edit() = %v", err)
	}
	for i, want := range map[int]string{1: "editing item 1: not an object", 3: `editing  "": 6:7: anchor "x" contains itself`} {
		if err := rl.Items()[i].Edit(setShards); err == nil || err.Error() != want {
			t.Errorf("Edit() = %v, want %s", err, want)
		}
	}
	if err := rl.Append(node(t, "a: &a [*a]")); err == nil {
		t.Error("an endless item was appended")
	}
	checkEqual(t, write(t, rl), in)
}

// Blank lines between items stay, except where a block scalar that now comes before them would take them in.
func TestBlankLinesDoNotBecomeText(t *testing.T) {
	cases := map[string]struct {
		in   string
		do   func(*rlist) error
		want string
	}{
		"kept if clipped":        {"- a: |\n    x\n- b: 1\n\n- c: 1\n", remove(1), "- a: |\n    x\n\n- c: 1\n"},
		"gone if the rest keeps": {"- a: |+\n    x\n\n- b: 1\n\n\n# c\n- c: 1\n", remove(1), "- a: |+\n    x\n\n# c\n- c: 1\n"},
		"gone if the edit keeps": {"- a: 1\n\n- c: 1\n", editItem(0, "a", "x\n\n"), "- a: |+\n    x\n\n- c: 1\n"},
		"gone if with spaces":    {"- a: |\n    x\n- b: 1\n      \n- c: 1\n", remove(1), "- a: |\n    x\n- c: 1\n"},
		"gone after new items":   {"- a: 1\n\n# end\n", appendItems(t, "b: \"x\\n\\n\""), "- a: 1\n- b: \"x\\n\\n\"\n# end\n"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			rl := read(t, header+"items:\n"+tc.in)
			if err := tc.do(rl); err != nil {
				t.Fatal(err)
			}
			checkEqual(t, write(t, rl), header+"items:\n"+tc.want)
		})
	}
}

func TestReplace(t *testing.T) {
	in := header + "items:\n- null\n- a:   1\n"
	rl := read(t, in)
	n := node(t, "b: &b {c: 1}\nd: *b\n")
	if err := rl.Items()[0].Replace(n); err != nil {
		t.Fatal(err)
	}
	checkEqual(t, write(t, rl), strings.Replace(in, "- null", "- b: {c: 1}\n  d: {c: 1}", 1))
	if n.Content[0].Content[3].Kind != yaml.AliasNode {
		t.Error("the caller's node was changed")
	}
}

func TestEditsAddUp(t *testing.T) {
	rl := read(t, header+"items:\n- a:   1\n")
	for _, do := range []func(*rlist) error{
		editItem(0, "b", "x"), editItem(0, "a", "y"), appendItems(t, "c: 1"), editItem(1, "d", "z"),
	} {
		if err := do(rl); err != nil {
			t.Fatal(err)
		}
	}
	checkEqual(t, write(t, rl), header+"items:\n- a: \"y\"\n  b: x\n- c: 1\n  d: z\n")
	rl.Items()[1].Remove()
	checkEqual(t, write(t, rl), header+"items:\n- a: \"y\"\n  b: x\n")
}

func TestEditedNodesKeepTheirPlace(t *testing.T) {
	rl := read(t, header+"items:\n# c\n- x: 1\n- &a\n  b: {c: &c 2}\n\n- x: 1\n- d: *a\n  # c\n  e: *c\n")
	var got []string
	err := rl.Items()[3].Edit(func(n *yaml.Node) error {
		for _, path := range []string{"d.b.c", "e"} {
			line, column, _ := yamlnode.Position(n, path)
			got = append(got, fmt.Sprintf("%d:%d", line, column))
		}
		line, _, _ := yamlnode.Position(n, "d")
		got = append(got, fmt.Sprint(line))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"7:10", "7:10", "10"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestUnprintableNodesAreErrors(t *testing.T) {
	rl := read(t, header)
	if err := rl.Append(&yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{yamlnode.String("odd")}}); err != nil {
		t.Fatal(err)
	}
	if out, err := rl.Write(); err == nil {
		t.Errorf("wrote %q", out)
	}
}
