package resourcelist_test

import (
	"bytes"
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/resourcelist"
	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

func read(t testing.TB, text string) *resourcelist.ResourceList {
	t.Helper()
	rl, err := resourcelist.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return rl
}

func write(t testing.TB, rl *resourcelist.ResourceList) string {
	t.Helper()
	out, err := rl.Write()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// setShards is an edit that changes one value.
func setShards(n *yaml.Node) error {
	return yamlnode.Set(n, "spec.shards", &yaml.Node{Kind: yaml.ScalarNode, Value: "5"})
}

func menu(t testing.TB, rl *resourcelist.ResourceList) *resourcelist.Item {
	t.Helper()
	for _, it := range rl.Items() {
		if it.Kind() == "ValkeyCluster" {
			return it
		}
	}
	t.Fatal("no menu item")
	return nil
}

// checkEqual compares long texts and shows only where they part.
func checkEqual(t testing.TB, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	from := max(0, i-200)
	t.Fatalf("differs at byte %d:\ngot  %q\nwant %q", i, got[from:min(len(got), i+200)], want[from:min(len(want), i+200)])
}

func TestTenThousandForeignResourcesKeepTheirBytes(t *testing.T) {
	many, some := sequential(10_000), sequential(300)
	for name, tc := range map[string]struct {
		input string
		want  int
	}{
		"as kustomize sends them": {kustomizeList(t, many), len(many) + 1},
		"written by hand":         {rawList(many, 0), len(many) + 1},
		"indented by hand":        {rawList(some, 3), len(some) + 1},
		"crlf":                    {strings.ReplaceAll(rawList(some, 2), "\n", "\r\n"), len(some) + 1},
		"bom":                     {"\xef\xbb\xbf" + rawList(some, 0), len(some) + 1},
	} {
		t.Run(name, func(t *testing.T) {
			input := tc.input
			rl := read(t, input)
			if got := len(rl.Items()); got != tc.want {
				t.Fatalf("%d items, want %d", got, tc.want)
			}
			checkEqual(t, write(t, rl), input)
			before, after, ok := strings.Cut(input, string(menu(t, rl).Bytes()))
			if !ok || strings.Contains(after, "kind: ValkeyCluster") {
				t.Fatal("the menu item's bytes are not in the input once")
			}
			checkEdit(t, input, before, after)
			checkAppend(t, input)
			checkRemove(t, input, before+after)
		})
	}
}

func checkEdit(t *testing.T, input, before, after string) {
	t.Helper()
	rl := read(t, input)
	if err := menu(t, rl).Edit(setShards); err != nil {
		t.Fatal(err)
	}
	out := write(t, rl)
	own := strings.Replace(string(menu(t, rl).Bytes()), "shards: 3", "shards: 5", 1)
	checkEqual(t, out, before+own+after)

	again := read(t, out)
	if err := menu(t, again).Edit(setShards); err != nil {
		t.Fatal(err)
	}
	if menu(t, again).Edited() {
		t.Error("the same edit changes the item again")
	}
	checkEqual(t, write(t, again), out)
}

func checkAppend(t *testing.T, input string) {
	t.Helper()
	rl := read(t, input)
	if err := rl.Append(node(t, "{kind: A}"), node(t, "{kind: B}")); err != nil {
		t.Fatal(err)
	}
	out := write(t, rl)
	end := len(out)
	for _, kind := range []string{"B", "A"} { // from the end, since indentation and line ending vary
		at := strings.LastIndex(out[:end], "{kind: "+kind+"}")
		start := bytes.LastIndexByte([]byte(out[:at]), '\n') + 1
		stop := at + strings.IndexByte(out[at:], '\n') + 1
		out, end = out[:start]+out[stop:], start
	}
	checkEqual(t, out, input)
}

func checkRemove(t *testing.T, input, want string) {
	t.Helper()
	rl := read(t, input)
	menu(t, rl).Remove()
	checkEqual(t, write(t, rl), want)
}

func node(t testing.TB, text string) *yaml.Node {
	t.Helper()
	docs, err := yamlnode.Parse([]byte(text))
	if err != nil || len(docs) != 1 {
		t.Fatal(len(docs), err)
	}
	return docs[0]
}

func TestOrderStays(t *testing.T) {
	for seed := range int64(50) {
		order := rand.New(rand.NewSource(seed)).Perm(60)
		for _, input := range []string{rawList(order, int(seed)%4), kustomizeList(t, order)} {
			rl := read(t, input)
			var want []string
			for _, it := range rl.Items() {
				want = append(want, it.Kind()+" "+it.Name())
			}
			if err := menu(t, rl).Edit(setShards); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, it := range read(t, write(t, rl)).Items() {
				got = append(got, it.Kind()+" "+it.Name())
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatal(diff)
			}
			checkUntouched(t, input, write(t, rl))
		}
	}
}

// checkUntouched demands the bytes and the value of every item but the menu item.
func checkUntouched(t *testing.T, input, output string) {
	t.Helper()
	before, after := read(t, input).Items(), read(t, output).Items()
	for i, it := range before {
		if it.Kind() == "ValkeyCluster" {
			continue
		}
		if !bytes.Equal(it.Bytes(), after[i].Bytes()) {
			t.Fatalf("item %d:\n%s\nbecame:\n%s", i, it.Bytes(), after[i].Bytes())
		}
	}
}
