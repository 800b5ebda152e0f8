package acl

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFlushallAllowed(t *testing.T) {
	cases := map[string]struct {
		rules string
		want  []string
	}{
		"nothing":             {"", nil},
		"read":                {"+@read", nil},
		"write":               {"+@read +@write", []string{"flushall", "flushdb", "swapdb"}},
		"keyspace":            {"+@keyspace", []string{"flushall", "flushdb", "swapdb"}},
		"one denied":          {"+@write -flushall", []string{"flushdb", "swapdb"}},
		"each denied":         {"+@write -flushall -FLUSHDB -swapdb", nil},
		"dangerous denied":    {"+@write -@dangerous", nil},
		"denied before":       {"-@dangerous +@write", []string{"flushall", "flushdb", "swapdb"}},
		"one given back":      {"+@write -@dangerous +flushdb", []string{"flushdb"}},
		"a command by itself": {"+swapdb", []string{"swapdb"}},
		"by a first argument": {"+flushall|async", []string{"flushall"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			for _, minor := range []*Catalogue{For(8, 0), For(8, 1), For(9, 0), For(9, 1)} {
				if diff := cmp.Diff(c.want, FlushallAllowed(role(c.rules).Spec, minor)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", minor.Version, diff)
				}
			}
		})
	}
}

func TestPatternEscaped(t *testing.T) {
	b := binding("app", permission("reader", "~a) ~b", "c)"), permission("reader", `~a ~b) %R~c\)`, "c", "d)", ")e"), permission("none", "%W~[x)"))
	want := []string{
		"permissions[1].keys[1].pattern", "permissions[1].keys[2].pattern", "permissions[1].channels[1]", "permissions[2].keys[0].pattern",
	}
	if diff := cmp.Diff(want, PatternEscaped(b)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := PatternEscaped(binding("app", permission("reader", "~a)"))); got != nil {
		t.Errorf("the root needs no rewriting, got %q", got)
	}
}

func TestUnknownNames(t *testing.T) {
	r := role("+@read -@dangerouss +@all +@frobs +get +gett -config|gett +CONFIG|SET +json-set +select|0 -get|x")
	want := []UnknownName{
		{Path: "spec.categories[1].name", Kind: KindCategory, Name: "dangerouss", Suggestion: "dangerous"},
		{Path: "spec.categories[3].name", Kind: KindCategory, Name: "frobs"},
		{Path: "spec.commands[1].name", Kind: KindCommand, Name: "gett", Suggestion: "get"},
		{Path: "spec.commands[2].subcommand", Kind: KindSubcommand, Name: "gett", Suggestion: "get"},
		{Path: "spec.commands[4].name", Kind: KindCommand, Name: "json-set"},
		{Path: "spec.commands[5].subcommand", Kind: KindFirstArgument, Name: "0"},
		{Path: "spec.commands[6].subcommand", Kind: KindSubcommand, Name: "x"},
	}
	if diff := cmp.Diff(want, UnknownNames(r.Spec, For(9, 1))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	newer := role("+hexpire +cluster|migrateslots +msetex")
	for version, want := range map[*Catalogue]int{For(8, 1): 3, For(9, 0): 1, For(9, 1): 0} {
		if got := len(UnknownNames(newer.Spec, version)); got != want {
			t.Errorf("%s: %d unknown names, want %d", version.Version, got, want)
		}
	}
}

// What UnknownNames calls fatal is what the evaluator, like a server, refuses.
func TestUnknownNamesAgreeWithParse(t *testing.T) {
	rules := map[string]bool{ // whether a server loads it
		"+get|foo": true, "-get|foo": false, "+GET|Foo": true, "+select|0": true, "-select|0": false, "+shutdown|nosave": true,
		"+config|foo": false, "-config|foo": false, "+config|set": true, "-config|set": true,
		"+frob": false, "+frob|foo": false, "+@frobs": false, "+@read": true, "+get": true, "-get": true,
	}
	for rule, want := range rules {
		t.Run(rule, func(t *testing.T) {
			for _, minor := range []*Catalogue{For(8, 0), For(8, 1), For(9, 0), For(9, 1)} {
				if _, err := Parse("user u on nopass "+rule, minor); (err == nil) != want {
					t.Errorf("%s: parsing: %v, want it to load: %v", minor.Version, err, want)
				}
				fatal := slices.ContainsFunc(UnknownNames(role(rule).Spec, minor), func(n UnknownName) bool { return n.Kind != KindFirstArgument })
				if fatal == want {
					t.Errorf("%s: a fatal name: %v, want it to load: %v", minor.Version, fatal, want)
				}
			}
		})
	}
}
