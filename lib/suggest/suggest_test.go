package suggest

import (
	"slices"
	"testing"
)

func TestNearest(t *testing.T) {
	names := []string{"maxmemory", "maxmemory-policy", "maxclients", "port", "hz", "dir"}
	tests := map[string]struct {
		name string
		want string
	}{
		"one letter too many":          {"maxmemmory", "maxmemory"},
		"one letter missing":           {"maxmemry", "maxmemory"},
		"two letters swapped":          {"maxmeomry", "maxmemory"},
		"case alone":                   {"MaxMemory", "maxmemory"},
		"three edits are no hit":       {"maxmmry0", ""},
		"a known name":                 {"port", ""},
		"short names are rarely meant": {"xx", ""},
		"nothing alike":                {"appendonly", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, ok := Nearest(test.name, names)
			if got != test.want && ok || ok != (test.want != "") {
				t.Errorf("Nearest(%q) = %q, %v, want %q", test.name, got, ok, test.want)
			}
		})
	}
}

func TestNearestDoesNotDependOnOrder(t *testing.T) {
	names := []string{"beta", "bets", "best"}
	want, _ := Nearest("betx", names)
	slices.Reverse(names)
	if got, _ := Nearest("betx", names); got != want {
		t.Errorf("Nearest over the reversed names = %q, want %q", got, want)
	}
}
