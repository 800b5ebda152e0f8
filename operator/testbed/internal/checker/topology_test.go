package checker

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGroups(t *testing.T) {
	cases := map[string]struct {
		topology []served
		want     map[string]int // primary to number of slots
		order    []string
		fails    bool
	}{
		"one range each": {
			topology: []served{{From: 0, To: 99, Primary: "b"}, {From: 100, To: 16383, Primary: "a"}},
			want:     map[string]int{"b": 100, "a": 16284}, order: []string{"b", "a"},
		},
		"scattered": {
			topology: []served{{From: 0, To: 0, Primary: "a"}, {From: 1, To: 10, Primary: "b"}, {From: 11, To: 16383, Primary: "a"}},
			want:     map[string]int{"a": 16374, "b": 10}, order: []string{"a", "b"},
		},
		"a hole":         {topology: []served{{From: 0, To: 9, Primary: "a"}, {From: 11, To: 16383, Primary: "a"}}, fails: true},
		"no end":         {topology: []served{{From: 0, To: 16382, Primary: "a"}}, fails: true},
		"no beginning":   {topology: []served{{From: 1, To: 16383, Primary: "a"}}, fails: true},
		"served by two":  {topology: []served{{From: 0, To: 9, Primary: "a"}, {From: 9, To: 16383, Primary: "b"}}, fails: true},
		"nothing at all": {fails: true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := groups(c.topology)
			if (err != nil) != c.fails {
				t.Fatalf("error %v", err)
			}
			var order []string
			sizes := map[string]int{}
			for _, g := range got {
				order = append(order, g.Primary)
				sizes[g.Primary] = len(g.Slots)
			}
			if c.fails {
				return
			}
			if diff := cmp.Diff(c.want, sizes); diff != "" {
				t.Errorf("slots (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.order, order); diff != "" {
				t.Errorf("order (-want +got):\n%s", diff)
			}
		})
	}
}
