package resourcelist_test

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"

	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/kyaml/fn/framework"

	"github.com/valkey-menu/valkey-menu/fn/resourcelist"
	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

const header = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n"

// shapes are lists in every form that the codec treats in its own way.
var shapes = []string{
	header,
	header + "items:\n",
	header + "items: null # none\nfunctionConfig: {}\n",
	header + "items: [] # none\nresults: []\n",
	header + "items: ~",
	header + "items:\n- a: 1\n-\n- # c\n- ~\n- text\n- [x]\n- - y\n  - z\n-\n  # hi\n  b: 1\n",
	header + "items:\n  # first\n  - a: 1\n\n  # second\n  - a: |+\n      keep\n\n\n# end\n...\n",
	header + "items:\n- a: |\n   no newline at the end",
	header + "items:\n- a: \"open\n# \\\"no comment\"\n# comment\n- 'x\n\n# y'\n",
	header + "items:\n- &x\n  a: &y [1]\n- b: *y\n- c:\n    <<: *x\nfunctionConfig: {}\n",
	header + "metadata: &m {a: 1}\nitems:\n- b: *m\n- c: 1\n",
	header + "items:\n- &x {a: 1}\n- {b: 2}\nfunctionConfig:\n  d: *x\n",
	header + "items: &all\n- a: 1\n- b: 2\n",
	header + "? items\n: - a: 1\n  - b: 2\n",
	header + "items: [{a: 1}, {b: 'x''y, ]', c: [d, \"}\"]}, # c\n  plain's, ]\n",
	header + "results:\n- message: a\n  severity: error\nitems:\n- a: 1\n",
	`{"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": [{"a": 1}, {"b": "x, ]"}]}`,
	"{\n  \"kind\": \"ResourceList\",\n  \"items\": [],\n  \"apiVersion\": \"config.kubernetes.io/v1\"\n}\n",
	"{kind: ResourceList, apiVersion: config.kubernetes.io/v1}",
	"{kind: ResourceList, apiVersion: config.kubernetes.io/v1, results: [{message: a}], items: [*, &x a, *x]}",
	"  apiVersion: config.kubernetes.io/v1\n  kind: ResourceList\n  items:\n  - a: 1\n  - b: 1\n",
	header + "items:\n- a: 1\u2028- b: 2\n- c: \u0085 3\r- d: 1\n",
	header + "items:\r\n- a: 1\r\n\r\n- b: >-\r\n    x\r\n    y\r\n",
	header + "items:\n- a: &a {b: &b [*a]}\n- a: 1\n  a: 2\n- \"a\" : 1\n",
	header + "items:\n-\ta: 1\n- a: !!str\n    # c\n    \"x\n    # y\"\n",
	header + "<<:",
	header + "items:\n !0\n- a: 1\n",
	header + "items:\n- 00\nx: {<<: }\n",
	header + "0: &m {0}\nitems:\n- *m",
	header + "items:\n- a: 1\n \t",
	header + " \t",
	header + "items:\n- a: |+\n    x\n\n- b: 1\n\n# c\n- c: |\n    y\n  \n- d: 1\n   \n",
	header + "items:\n- - - a: 1\n- ? a\n  : - b\n    - c\n- |\n text\n- >2\n   text\n- \"\"\n",
}

func FuzzReadWrite(f *testing.F) {
	for _, s := range shapes {
		for op := range byte(5) {
			f.Add(s, op, byte(1))
		}
	}
	f.Add(rawList(sequential(12), 0), byte(1), byte(6))
	f.Fuzz(func(t *testing.T, text string, op, at byte) {
		rl, err := resourcelist.Read([]byte(text))
		if err != nil {
			return
		}
		if out, err := rl.Write(); err != nil || string(out) != text {
			t.Fatalf("unchanged list is written as %q, %v", out, err)
		}
		want := values(rl)
		changed, want, err := changeOne(rl, want, op, at)
		if err != nil {
			return
		}
		spliced, shares := rl.CanSplice(), rl.SharesAnchors()
		out, err := rl.Write()
		if err != nil {
			if decodes(t, text) {
				t.Fatalf("cannot write: %v", err)
			}
			return
		}
		after, err := resourcelist.Read(out)
		if err != nil {
			t.Fatalf("cannot read what was written: %v\n%s", err, out)
		}
		if got := values(after); !reflect.DeepEqual(got, want) {
			t.Fatalf("items are\n%v\nwant\n%v\nin\n%s", got, want, out)
		}
		if got, want := len(after.Results()), len(rl.Results()); got != want {
			t.Fatalf("%d results, want %d in\n%s", got, want, out)
		}
		if spliced && !shares {
			checkBytes(t, rl, changed, out)
		}
		if op%5 == 0 && changed != nil {
			checkAgain(t, after, int(at)%len(after.Items()), out)
		}
	})
}

// checkAgain demands that the same edit has no effect the second time.
func checkAgain(t *testing.T, rl *resourcelist.ResourceList, i int, want []byte) {
	t.Helper()
	if err := rl.Items()[i].Edit(setMark); err != nil {
		t.Fatal(err)
	}
	if out, err := rl.Write(); err != nil || !bytes.Equal(out, want) {
		t.Fatalf("the same edit again makes\n%s\nof\n%s", out, want)
	}
}

func setMark(n *yaml.Node) error { return yamlnode.Set(n, "zz", yamlnode.String("yes")) }

// values are the items' decoded values, or the errors' texts without their place.
func values(rl *resourcelist.ResourceList) []any {
	got := []any{}
	for _, it := range rl.Items() {
		value, err := yamlnode.Decode(it.Node())
		if err != nil {
			value = "error"
		}
		got = append(got, value)
	}
	return got
}

// decodes says whether the whole text has a value in JSON. Without one it cannot always be encoded anew.
func decodes(t *testing.T, text string) bool {
	t.Helper()
	docs, err := yamlnode.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	_, err = yamlnode.Decode(docs[0])
	return err == nil
}

// changeOne makes one change and returns the item changed, if any, and the values to expect.
func changeOne(rl *resourcelist.ResourceList, values []any, op, at byte) (*resourcelist.Item, []any, error) {
	items := rl.Items()
	i := 0
	if len(items) > 0 {
		i = int(at) % len(items)
	}
	switch {
	case op%5 == 0 && len(items) > 0:
		if err := items[i].Edit(setMark); err != nil {
			return nil, nil, err
		}
		object, ok := values[i].(map[string]any)
		if !ok {
			return nil, nil, fmt.Errorf("no object")
		}
		object["zz"] = "yes"
		return items[i], values, nil
	case op%5 == 1 && len(items) > 0:
		items[i].Remove()
		return items[i], append(values[:i:i], values[i+1:]...), nil
	case op%5 == 2:
		n := &yaml.Node{Kind: yaml.MappingNode}
		if err := yamlnode.Set(n, "a.b", yamlnode.String("x\n y\n")); err != nil {
			return nil, nil, err
		}
		return nil, append(values, map[string]any{"a": map[string]any{"b": "x\n y\n"}}), rl.Append(n)
	case op%5 == 3:
		result := &framework.Result{Message: "new: \"one\"", Tags: map[string]string{"rule": "VK001"}}
		return nil, values, rl.AddResults(result)
	}
	for _, it := range items {
		it.Remove()
	}
	return nil, []any{}, nil
}

// checkBytes demands that the text of every other item is in the output, in order.
func checkBytes(t *testing.T, rl *resourcelist.ResourceList, changed *resourcelist.Item, out []byte) {
	t.Helper()
	items := rl.Items()
	for i, it := range items {
		if it == changed || it.Bytes() == nil {
			continue
		}
		if i+1 < len(items) && items[i+1].Bytes() == nil && !bytes.HasSuffix(it.Bytes(), []byte("\n")) {
			continue // the last line has no end, and another item was appended
		}
		at := bytes.Index(out, it.Bytes())
		if at < 0 {
			t.Fatalf("the text of item %d is lost:\n%q\nin\n%q", i, it.Bytes(), out)
		}
		out = out[at+len(it.Bytes()):]
	}
}
