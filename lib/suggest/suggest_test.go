package suggest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/suggest"
)

func TestDistance(t *testing.T) {
	tests := map[string]struct {
		a, b string
		want int
	}{
		"equal":          {"large", "large", 0},
		"both empty":     {"", "", 0},
		"replace":        {"large", "lange", 1},
		"insert":         {"large", "larger", 1},
		"delete":         {"large", "lage", 1},
		"swap":           {"large", "lagre", 2},
		"from empty":     {"", "ab", 2},
		"lengths differ": {"a", "abcd", suggest.MaxEdits + 1},
		"far apart":      {"abc", "xyz", suggest.MaxEdits + 1},
		"very far apart": {"abcdefgh", "stuvwxyz", suggest.MaxEdits + 1},
		"late edits":     {strings.Repeat("x", 99) + "ab", strings.Repeat("x", 99) + "ba", 2},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := suggest.Distance(test.a, test.b); got != test.want {
				t.Errorf("Distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
			}
			if got := suggest.Distance(test.b, test.a); got != test.want {
				t.Errorf("Distance(%q, %q) = %d, want %d", test.b, test.a, got, test.want)
			}
		})
	}
}

func TestNearest(t *testing.T) {
	tests := map[string]struct {
		name       string
		candidates []string
		want       string // empty: no suggestion
	}{
		"typo":                      {"standrad", []string{"large", "standard"}, "standard"},
		"fewest edits":              {"larg", []string{"lag", "large", "larges"}, "lag"},
		"three edits are too many":  {"abcdef", []string{"abcxyz"}, ""},
		"nothing to choose from":    {"large", nil, ""},
		"a candidate is no typo":    {"large", []string{"larger", "large"}, ""},
		"short names stay apart":    {"s", []string{"m", "l"}, ""},
		"short candidate, all lost": {"abc", []string{"xyc"}, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, ok := suggest.Nearest(test.name, test.candidates)
			if ok != (test.want != "") || ok && got != test.want {
				t.Errorf("Nearest(%q) = %q, %t, want %q", test.name, got, ok, test.want)
			}
			reversed := slices.Clone(test.candidates)
			slices.Reverse(reversed)
			again, okAgain := suggest.Nearest(test.name, reversed)
			if again != got || okAgain != ok {
				t.Errorf("Nearest(%q) depends on the order: %q and %q", test.name, got, again)
			}
		})
	}
}
