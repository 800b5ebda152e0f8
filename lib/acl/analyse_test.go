package acl

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRoleGrantsAll(t *testing.T) {
	cases := map[string]struct {
		rules string
		want  bool
	}{
		"nothing":                           {"", false},
		"all":                               {"+@all", true},
		"all in upper case":                 {"+@ALL", true},
		"all but a command":                 {"+@all -flushall", true},
		"all but a harmless category":       {"+@all -@geo", true},
		"all but acl":                       {"+@all -acl", true},
		"all but dangerous":                 {"+@all -@dangerous", false},
		"all but admin":                     {"+@all -@admin", false},
		"dangerous given back":              {"+@all -@dangerous +@dangerous", true},
		"one dangerous command given back":  {"+@all -@dangerous +config|get", false},
		"the wrong one given back":          {"+@all -@dangerous +config|set", true},
		"denied one by one":                 {"+@all -acl -config -module", false},
		"dangerous denied before all":       {"-@dangerous +@all", true},
		"taken back":                        {"+@all -@all +@read", false},
		"admin alone is not all":            {"+@admin +@dangerous", false},
		"unknown names change nothing":      {"+@all +@frobs +frob -acl|frob", true},
		"all commands that read and write":  {"+@read +@write +@connection", false},
		"nothing, and then a dangerous one": {"-@all +acl", false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := RoleGrantsAll(role(c.rules).Spec, For(9, 1)); got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

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
		{Path: "spec.categories[1].name", Kind: "category", Name: "dangerouss", Suggestion: "dangerous"},
		{Path: "spec.categories[3].name", Kind: "category", Name: "frobs"},
		{Path: "spec.commands[1].name", Kind: "command", Name: "gett", Suggestion: "get"},
		{Path: "spec.commands[2].subcommand", Kind: "subcommand", Name: "gett", Suggestion: "get"},
		{Path: "spec.commands[4].name", Kind: "command", Name: "json-set"},
		{Path: "spec.commands[5].subcommand", Kind: "subcommand", Name: "0"},
		{Path: "spec.commands[6].subcommand", Kind: "subcommand", Name: "x"},
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
