package resourcelist_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Item 1 uses an anchor of item 0, item 2 one of item 1, item 3 none; item 4 has its own.
const chained = header + `items:
- &x
  a: &y {v:   1}
- b: &z [*y]
  c:   1
- d: *z
  e:   1
- f:   1
- g: &own {v:  2}
  h: *own
functionConfig: {k:   1}
`

func TestChangingAnAnchorKeepsOtherValues(t *testing.T) {
	cases := map[string]struct {
		in      string
		do      func(*rlist) error
		want    []any // nil: as before
		changed []int // items whose text changes, of those that stay
		other   bool  // the text outside changes too
	}{
		"edit the definer":      {in: chained, do: editItem(0, "a.v", "new"), changed: []int{0, 1, 2}},
		"edit in the middle":    {in: chained, do: editItem(1, "c", "new"), changed: []int{1, 2}},
		"edit the last user":    {in: chained, do: editItem(2, "e", "new"), changed: []int{2}},
		"edit an own anchor":    {in: chained, do: editItem(4, "h.v", "new"), changed: []int{4}},
		"edit the unrelated":    {in: chained, do: editItem(3, "f", "new"), changed: []int{3}},
		"remove the definer":    {in: chained, do: remove(0), changed: []int{1, 2}},
		"remove all the users":  {in: chained, do: remove(1, 2)},
		"used by the config":    {in: strings.Replace(chained, "{k:   1}", "*x", 1), do: editItem(0, "a.v", "new"), changed: []int{0, 1, 2, 3, 4}, other: true},
		"defined by the config": {in: header + "functionConfig: &c {k:   1}\nitems:\n- a: *c\n- b:   1\n", do: editItem(0, "a.k", "new"), changed: []int{0, 1}, other: true},
		"anchor defined twice":  {in: header + "items:\n- a: &x 1\n- a: &x 2\n- a: *x\n  b:   1\n", do: remove(1), changed: []int{2}},
		"through a merge key":   {in: header + "items:\n- &x {a:  1, b: 2}\n- <<: *x\n  a:  3\n", do: editItem(0, "b", "new"), changed: []int{0, 1}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			rl := read(t, tc.in)
			before := rl.Items()
			old := map[*rlistItem]any{}
			for _, it := range before {
				if value, err := it.Decode(); err == nil {
					old[it] = value
				}
			}
			if err := tc.do(rl); err != nil {
				t.Fatal(err)
			}
			out := write(t, rl)
			after := read(t, out)
			if len(after.Items()) != len(rl.Items()) {
				t.Fatalf("%d items in\n%s", len(after.Items()), out)
			}
			mayChange := map[*rlistItem]bool{}
			for _, i := range tc.changed {
				mayChange[before[i]] = true
			}
			for i, it := range rl.Items() {
				got, err := after.Items()[i].Decode()
				if err != nil {
					t.Fatal(err)
				}
				want := old[it]
				if it.Edited() {
					want, _ = it.Decode()
				}
				if diff := cmp.Diff(want, any(got)); diff != "" {
					t.Errorf("item %d: %s", i, diff)
				}
				if same := string(after.Items()[i].Bytes()) == string(it.Bytes()); same == mayChange[it] {
					t.Errorf("text of item %d kept: %v\n%s", i, same, out)
				}
			}
			if kept := strings.Contains(out, "functionConfig: {k:   1}") || !strings.Contains(tc.in, "functionConfig"); kept == tc.other {
				t.Errorf("the rest kept: %v\n%s", kept, out)
			}
		})
	}
}

func TestAliasBombsPassThroughButDoNotExpand(t *testing.T) {
	var b strings.Builder
	b.WriteString(header + "items:\n- a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := range 9 {
		from, to := string(rune('0'+i)), string(rune('1'+i))
		b.WriteString("- a" + to + ": &a" + to + " [" + strings.Repeat("*a"+from+", ", 10) + "]\n")
	}
	b.WriteString("- c: 1\n")
	rl := read(t, b.String())
	items := rl.Items()
	if _, err := items[9].Decode(); err == nil || !strings.Contains(err.Error(), "aliases expand to more than") {
		t.Errorf("Decode() = %v", err)
	}
	if err := items[9].Edit(setShards); err == nil || !strings.Contains(err.Error(), "aliases expand to more than") {
		t.Errorf("Edit() = %v", err)
	}
	if err := editItem(10, "c", "new")(rl); err != nil {
		t.Fatal(err)
	}
	checkEqual(t, write(t, rl), strings.Replace(b.String(), "- c: 1", "- c: new", 1))
	if err := editItem(0, "z", "new")(rl); err != nil {
		t.Fatal(err)
	}
	if out, err := rl.Write(); err == nil {
		t.Errorf("wrote %d bytes though item 9 cannot lose its aliases", len(out))
	}
}
