package resourcelist_test

import (
	"fmt"
	"math/rand"
	"reflect"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// Any mix of edits, removals and additions leaves every other item's bytes and value, in block and in flow lists.
func TestManyChangesAtOnce(t *testing.T) {
	for seed := range int64(40) {
		random := rand.New(rand.NewSource(seed))
		input := rawList(random.Perm(25), int(seed)%3)
		if seed%4 == 3 {
			input = flowList(25)
		}
		rl := read(t, input)
		for i, it := range rl.Items() {
			switch random.Intn(4) {
			case 0:
				it.Remove()
			case 1:
				if err := it.Edit(setMark); err != nil {
					t.Fatal(i, err)
				}
			}
		}
		for i := range random.Intn(3) {
			if err := rl.Append(node(t, fmt.Sprintf("n: %d\nt: |+\n  x\n\n", i))); err != nil {
				t.Fatal(err)
			}
		}
		if !rl.CanSplice() {
			t.Fatalf("seed %d: layout lost", seed)
		}
		out := write(t, rl)
		after := read(t, out).Items()
		if len(after) != len(rl.Items()) {
			t.Fatalf("seed %d: %d items, want %d", seed, len(after), len(rl.Items()))
		}
		for i, it := range rl.Items() {
			want, wantErr := yamlnode.Decode(it.Node())
			got, err := yamlnode.Decode(after[i].Node())
			if !reflect.DeepEqual(got, want) || (err == nil) != (wantErr == nil) {
				t.Fatalf("seed %d: item %d is\n%s", seed, i, after[i].Bytes())
			}
			if !it.Edited() && it.Bytes() != nil && string(it.Bytes()) != string(after[i].Bytes()) {
				t.Fatalf("seed %d: item %d:\n%s\nbecame\n%s", seed, i, it.Bytes(), after[i].Bytes())
			}
		}
	}
}

// flowList is a list in brackets, by hand.
func flowList(n int) string {
	items := make([]string, n)
	for i := range items {
		items[i] = []string{
			"{a: %d,   b: 'x, ]'}", `{"a": "\"}, {", "n": %d}`, "# c, ]\n  {a: [%d, {b: it's}], u: http://x/#y}",
			"{n: %d, nothing: , e: }", "{k: !!str %d, t: 'a\n   # b'} # c",
		}[i%5]
		items[i] = fmt.Sprintf(items[i], i)
	}
	return header + "items: [" + strings.Join(items, "\n  , ") + ",\n]\nother:   1\n"
}
